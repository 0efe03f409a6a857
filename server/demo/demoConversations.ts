import { UTCDateMini } from '@date-fns/utc/date/mini'
import { addHours } from 'date-fns/addHours'
import { subDays } from 'date-fns/subDays'
import { subMinutes } from 'date-fns/subMinutes'
import { dayOf, daysLater } from '../../contract/rules/daysLater.ts'
import { inZone } from '../../contract/rules/inZone.ts'
import type { AttentionCode, Execution, ExecutionKind } from '../../contract/endpoints/executions.ts'
import type { App } from '../domain/app.ts'
import type { Phase } from '../domain/executions/executionRow.ts'
import { addJob } from '../storage/addJob.ts'
import { executionMessages, executions } from '../storage/schema.ts'
import { demoId, fictional, harborPoint, zoneOf } from './company.ts'

interface Story {
  readonly bot: 'Daily Manpower' | 'Daily Notes'
  readonly kind: ExecutionKind
  readonly name: string
  readonly vendor: string
  /** Days before today, and minutes before now, at which it began. */
  readonly daysAgo: number
  readonly minutesAgo: number
  readonly phase: Phase
  readonly facts: Partial<Execution>
  readonly talk?: Readonly<Record<string, unknown>>
  /** The messages: lines of the contact begin with `>`, notes are in brackets. */
  readonly said: readonly string[]
}

const project = 'Harbor Point Tower'
const ask = (name: string) =>
  `Hi ${name}, this is the Daily Manpower bot of ${project}. How many workers were on site today, and for how many hours each?`
const askAll = (name: string, firms: string) =>
  `Hi ${name}, this is the Daily Manpower bot of ${project}. How many workers were on site today for ${firms}?`
const askNote = (name: string) => `Hi ${name}, this is the Daily Notes bot of ${project}. What is worth noting about today?`
const work = (vendor: string, worker_count: number, worker_hours: number, location?: string, notes?: string) => ({
  project,
  vendor,
  worker_count,
  worker_hours,
  hours: worker_count * worker_hours,
  ...(location !== undefined && { location }),
  ...(notes !== undefined && { notes }),
})
/** Workers and their hours, for a story that needs attention. */
function workAt(code: AttentionCode): [number, number] {
  if (code === 'EXPIRED' || code === 'CHAT_FAILURE') return [0, 0]
  return code === 'MODIFIED_AFTER_FINISH' ? [9, 8] : [6, 9]
}
/** `>` marks what the person wrote, `(` a note. */
function wayOf(line: string): 'in' | 'note' | 'out' {
  if (line.startsWith('>')) return 'in'
  return line.startsWith('(') ? 'note' : 'out'
}
const attention = (requiresAttentionCode: AttentionCode) => ({ requiresAttention: true, requiresAttentionCode })
const confirmed = 'Thank you, that is all. Have a safe day.'

/** One conversation for every state and every attention code (spec/2 §4). */
const stories: readonly Story[] = [
  {
    bot: 'Daily Manpower',
    kind: 'manpower',
    name: 'Frank Delgado',
    vendor: 'Keystone Concrete',
    daysAgo: 0,
    minutesAgo: 52,
    phase: 'decide',
    facts: { requiresApproval: true, model: work('Keystone Concrete', 12, 8, 'Level 3', 'Crane pad poured.') },
    said: [
      ask('Frank'),
      '>12 for 8 hours, level 3. Crane pad poured.',
      '12 workers for 8 hours each (96 hours) at Level 3. Is that right?',
      '>yes',
      confirmed,
    ],
  },
  {
    bot: 'Daily Manpower',
    kind: 'manpower',
    name: 'Rosa Lopez',
    vendor: 'Ironline Steel Erectors',
    daysAgo: 0,
    minutesAgo: 50,
    phase: 'decide',
    facts: { requiresApproval: true, model: work('Ironline Steel Erectors', 9, 10, 'Level 11') },
    said: [
      `Hola Rosa, soy el bot Daily Manpower de ${project}. ¿Cuántos trabajadores hubo hoy en la obra y cuántas horas cada uno?`,
      '>9 por 10 horas en el nivel 11',
      '9 trabajadores por 10 horas cada uno (90 horas) en Level 11. ¿Es correcto?',
      '>sí',
      'Gracias, eso es todo. Que tenga un buen día.',
    ],
  },
  {
    bot: 'Daily Manpower',
    kind: 'manpower',
    name: 'Sam Whitaker',
    vendor: 'Bluewater Plumbing',
    daysAgo: 0,
    minutesAgo: 48,
    phase: 'decide',
    facts: { ...attention('NIL_ENTRY'), model: work('Bluewater Plumbing', 0, 0) },
    said: [ask('Sam'), '>nil', 'Nobody on site today, I have noted that. Thank you.'],
  },
  {
    bot: 'Daily Manpower',
    kind: 'manpower',
    name: 'Nina Petrov',
    vendor: 'Voltmark Electric',
    daysAgo: 0,
    minutesAgo: 20,
    phase: 'asking',
    facts: { model: { project, vendor: 'Voltmark Electric' } },
    said: [ask('Nina')],
  },
  {
    bot: 'Daily Manpower',
    kind: 'multiVendor',
    name: 'Dwayne Carter',
    vendor: 'Northgate Drywall',
    daysAgo: 0,
    minutesAgo: 9,
    phase: 'waiting',
    facts: {
      waitingToComplete: true,
      executionVendors: [
        { key: 'a', vendor: 'Northgate Drywall', trade: 'Drywall', cost_code: '09-2900' },
        { key: 'b', vendor: 'Lumen Painting', trade: 'Painting', cost_code: '09-9100' },
      ],
      finishedModels: { a: work('Northgate Drywall', 14, 8, 'Level 6'), b: work('Lumen Painting', 5, 8, 'Level 4') },
    },
    said: [askAll('Dwayne', 'Northgate Drywall'), '>14 for 8, level 6', 'And Lumen Painting?', '>5 same hours, level 4', confirmed],
  },
  {
    bot: 'Daily Notes',
    kind: 'notes',
    name: 'Frank Delgado',
    vendor: 'Keystone Concrete',
    daysAgo: 0,
    minutesAgo: 30,
    phase: 'decide',
    facts: {
      requiresApproval: true,
      model: {
        project,
        vendor: 'Keystone Concrete',
        comment: 'Pump arrived 40 minutes late; pour finished at 14:10.',
        location: 'Level 9',
      },
    },
    said: [askNote('Frank'), '>Pump arrived 40 minutes late; pour finished at 14:10. Level 9', confirmed],
  },
  ...(
    [
      ['INVALID_VENDOR', 'Harold Finch', 'Pier Street Hoists', [], ['The vendor is no longer in the list of this project.']],
      ['INVALID_NUMBER', 'Gus Martin', 'TopDeck Roofing', [ask('Gus')], ['The text could not be delivered.']],
      [
        'CHAT_FAILURE',
        'Olga Bondar',
        'ClearView Glazing',
        [
          ask('Olga'),
          '>we had the usual plus a couple',
          'Sorry, I did not get that. How many workers, as a number?',
          '>more than last week',
        ],
        [],
      ],
      [
        'MODIFIED_AFTER_FINISH',
        'Pete Sullivan',
        'Stonebridge Masonry',
        [ask('Pete'), '>8 for 8', confirmed, '>sorry it was 9', 'Thank you. Someone from the project will look at your change.'],
        [],
      ],
      [
        'EXPIRED',
        'Liz Parker',
        'Redwood Carpentry',
        [ask('Liz'), 'Hi Liz, a reminder: how many workers were on site today?'],
        ['No answer in time.'],
      ],
      [
        'APPROVE_FAILURE',
        'Milena Horvat',
        'Guardian Fire Protection',
        [ask('Milena'), '>6 for 9', confirmed],
        ['The daily log refused it.'],
      ],
      [
        'INCORRECT_TARGET_USER',
        'Unknown',
        'Evergreen Sitework',
        [ask('Ray'), '>wrong number', 'Sorry about that. I will not text you again.'],
        [],
      ],
      [
        'UNCOOPERATIVE_TARGET_USER',
        'Jim Doyle',
        'SafeSpan Scaffolding',
        [ask('Jim'), '>leave me alone', 'All right. Someone from the project will call you.'],
        [],
      ],
      [
        'PAUSE_TARGET_USER',
        'Karim Haddad',
        'Summit Air Mechanical',
        [ask('Karim'), '>on vacation until monday', 'Thank you, I will tell the project. Enjoy your time off.'],
        [],
      ],
    ] as const
  ).map(
    ([code, name, vendor, said, notes], n): Story => ({
      bot: 'Daily Manpower',
      kind: 'manpower',
      name,
      vendor,
      daysAgo: 1,
      minutesAgo: 40 - n,
      phase: 'decide',
      facts: {
        ...attention(code),
        model: work(vendor, ...workAt(code)),
        ...(code === 'APPROVE_FAILURE' && {
          approveFailure: { messages: [{ type: 'validation', message: 'The day is completed in the daily log.' }] },
        }),
      },
      said: [...said, ...notes.map((note) => `(${note})`)],
    }),
  ),
  {
    bot: 'Daily Manpower',
    kind: 'manpower',
    name: 'Frank Delgado',
    vendor: 'Keystone Concrete',
    daysAgo: 1,
    minutesAgo: 55,
    phase: 'done',
    facts: {
      completed: true,
      approveResult: { messages: [{ type: 'success', message: 'Written to the daily log.' }] },
      model: work('Keystone Concrete', 11, 8, 'Level 3'),
    },
    talk: { action: 'APPROVE' },
    said: [
      ask('Frank'),
      '>11 for 8 hours on level 3',
      '11 workers for 8 hours each (88 hours) at Level 3. Is that right?',
      '>yes',
      confirmed,
      '(Written to the daily log.)',
    ],
  },
]

/** Adds conversations of every kind to the demo; safe to repeat. */
export async function demoConversations(app: App, now = Date.now()): Promise<void> {
  const grace = demoId('Grace Okafor')
  const rows = stories.map((story, n) => {
    const { bot, kind, name, vendor, daysAgo, minutesAgo, phase, facts, talk = {} } = story
    const begun = subMinutes(subDays(new UTCDateMini(now), daysAgo), minutesAgo)
    const day = daysLater(dayOf(inZone(zoneOf(harborPoint), now)), -daysAgo)
    const number = fictional(300 + n)
    const expires = addHours(begun, 1)
    return {
      story,
      begun,
      expires,
      row: {
        id: demoId(`execution ${n} ${vendor}`),
        team: harborPoint,
        automation: demoId(`bot ${bot}`),
        owner: grace,
        kind,
        mobile: number,
        day,
        phase,
        model: {
          title: kind === 'multiVendor' ? `${name}: 2 vendors` : `${vendor}, ${name}`,
          name,
          vendor,
          project,
          number,
          configuredNumber: number,
          date: day,
          today: day,
          timestamp: begun.toISOString(),
          expires: expires.toISOString(),
          stopAfter: '1 hour',
          approvalMode: 'Approval',
          collectLocation: 'Enabled',
          tags: [],
          ...facts,
        },
        talk: { lang: 'en', ...talk, demoStory: true },
        createdAt: begun,
        updatedAt: begun,
        ...(phase === 'done' && { decidedBy: demoId('Daniel Reyes'), decidedAt: expires }),
      },
    }
  })
  await app.storage.transaction(async (tx) => {
    await tx
      .insert(executions)
      .values(rows.map(({ row }) => row))
      .onConflictDoNothing()
    await tx
      .insert(executionMessages)
      .values(
        rows.flatMap(({ story: { said }, row, begun }) =>
          said.map((line, n) => ({
            execution: row.id,
            n: n + 1,
            way: wayOf(line),
            text: line.replace(/^>|^\(|\)$/g, ''),
            key: `${row.id}:${n + 1}`,
            at: new Date(begun.getTime() + n * 90_000),
            sentAt: new Date(begun.getTime() + n * 90_000),
          })),
        ),
      )
      .onConflictDoNothing()
    for (const { row, expires } of rows) {
      if (row.phase === 'asking')
        await addJob(tx, { kind: 'talk.expire', key: `talk.expire:${row.id}`, payload: { execution: row.id }, runAt: expires })
      if (row.phase === 'waiting')
        await addJob(tx, {
          kind: 'talk.write',
          key: `talk.write:${row.id}:1`,
          payload: { execution: row.id },
          runAt: new Date(now + 300_000),
        })
    }
  })
}
