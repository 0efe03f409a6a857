import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { type InviteLine, type inviteNumbers, mostNumbers } from '../../../contract/endpoints/people/inviteNumbers.ts'
import { inviteDays } from '../../../contract/endpoints/invites.ts'
import { Refused } from '../../../contract/Refused.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { addressOf, type App } from '../app.ts'
import { countAgainst, limits } from '../limits/limits.ts'
import { newId } from '../newId.ts'
import { openProject } from '../projects/writeProject.ts'
import type { Person } from '../sign-in/person.ts'
import { pinWayOf } from '../sign-in/signInWithPin.ts'
import { servedNumberOf } from '../texts/isServedNumber.ts'
import { addMessage, type PendingMessage, sendPending } from '../texts/messageJob.ts'
import { hashOfInvite } from './openInvite.ts'

const words = text('{by} invites you to {title}. Open this link to join: {link} It works for {days} days.')

interface Asked {
  readonly project: string
  readonly text: string
  readonly status: string
  readonly send: boolean
  readonly origin: string
}

const CountryRow = z.object({ country: z.nullable(z.string()) })
const KnownRow = z.object({ mobile: z.string(), member: z.boolean(), refused: z.boolean(), invited: z.boolean() })

/**
 * Reads numbers with names, one a line, and says what is wrong with each; with `send`, invites the others by text.
 * A second invitation to a number sends a new link and invalidates the old one. Throws Refused.
 */
export async function inviteByNumbers(app: App, me: Person, asked: Asked): Promise<AnswerOf<typeof inviteNumbers>> {
  if (pinWayOf(app) === 'none' || pinWayOf(app) === 'mail') throw new Refused(409, 'INVALID', text('This server cannot send texts.'))
  const { title, lines } = await app.storage.transaction(async (tx) => {
    const { name, role } = await openProject(tx, me, asked.project)
    if (!may(role ?? undefined, 'member.manage')) throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
    return { title: name, lines: await linesOf(tx, asked) }
  })
  const good = asked.send ? lines.filter(({ problem }) => problem === undefined) : []
  if (good.length > 0) await countAgainst(app, limits.invites, me.uid, good.length)
  const textOf = (token: string) => invitationByText(app, me, { token, title, origin: asked.origin })
  const pending = await app.storage.transaction(async (tx) => {
    const stored: PendingMessage[] = []
    for (const line of good) {
      const { to, token } = await store(tx, me, asked, line)
      stored.push(await addMessage(app, tx, { by: 'text', to, text: textOf(token), invite: hashOfInvite(token) }))
    }
    return stored
  })
  const sending = (async () => {
    for (const one of pending) await sendPending(app, one)
  })()
  // The embedded adapter only stores the texts, which is instant.
  if (app.sms.kind === 'embedded') await sending
  else app.later(sending)
  return { title, text: textOf('…'), lines, sent: pending.length }
}

/** The text with the link of an invitation. */
export const invitationByText = (
  app: App,
  { name, lang }: Pick<Person, 'name' | 'lang'>,
  { token, title, origin }: { token: string; title: string; origin: string },
): string => translate(lang, words, { by: name, title, link: `${addressOf(app, origin)}/invite/${token}`, days: inviteDays })

/** Characters that a number may have between its digits. */
const number = /[+(]?\d(?:[ ().-]{0,3}\d){5,16}/

async function linesOf(tx: Transaction, { project, text: typed }: Asked): Promise<InviteLine[]> {
  const [site] = await rows(
    tx,
    CountryRow,
    sql`select (select country from sites where team = ${project} order by name, id limit 1) as country`,
  )
  const seen = new Set<string>()
  const read = typed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, mostNumbers)
    .map((line): InviteLine => {
      const found = number.exec(line)?.[0]
      const name = line
        .replace(found ?? '', '')
        .replace(/[\s,;:\t"<>()-]+/g, ' ')
        .trim()
      const named = name === '' ? { line } : { line, name: name.slice(0, 100) }
      if (found === undefined) return { ...named, problem: 'noNumber' }
      const mobile = servedNumberOf(found, site?.country ?? 'US')
      if (mobile === undefined) return { ...named, problem: 'notServed' }
      if (seen.has(mobile)) return { ...named, mobile, problem: 'twice' }
      seen.add(mobile)
      return { ...named, mobile }
    })
  const known = await rows(
    tx,
    KnownRow,
    sql`select n.mobile, exists (select 1 from members m join people p on p.uid = m.uid where m.team = ${project} and p.mobile = n.mobile) as member,
          exists (select 1 from text_refusals r where r.mobile = n.mobile) as refused,
          exists (select 1 from invites i where i.team = ${project} and i.mobile = n.mobile and i.accepted_at is null) as invited
        from jsonb_array_elements_text(${JSON.stringify([...seen])}::jsonb) as n(mobile)`,
  )
  const knownOf = new Map(known.map((row) => [row.mobile, row]))
  return read.map((line): InviteLine => {
    const row = line.problem === undefined && line.mobile !== undefined ? knownOf.get(line.mobile) : undefined
    if (row?.member) return { ...line, problem: 'member' }
    if (row?.refused) return { ...line, problem: 'refused' }
    return row?.invited ? { ...line, again: true } : line
  })
}

async function store(tx: Transaction, me: Person, { project, status }: Asked, { mobile = '', name }: InviteLine) {
  const token = randomBytes(24).toString('base64url')
  await tx.execute(sql`delete from invites where team = ${project} and mobile = ${mobile} and accepted_at is null`)
  await tx.execute(
    sql`insert into invites (id, team, email, mobile, name, role, token_sha256, invited_by, expires_at)
        values (${newId()}, ${project}, '', ${mobile}, ${name ?? null}, ${status}, ${hashOfInvite(token)}, ${me.uid}, now() + make_interval(days => ${inviteDays}))`,
  )
  return { to: mobile, token }
}
