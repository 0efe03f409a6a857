import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { attendanceClass, orientationClass } from '../../../contract/reference/attendanceClass.ts'
import { type BotPageName, botPageNames, type BotTable, type BotTableRow } from '../../../contract/reference/botPageNames.ts'
import type { BotRow } from '../../../contract/endpoints/bots.ts'
import { isTalking } from '../../../contract/endpoints/conversations.ts'
import { demoForm } from '../../../contract/endpoints/demoRequests.ts'
import { executionState, needsDecision } from '../../../contract/rules/executionState.ts'
import type { ComponentConfig, PageData } from '../../../contract/endpoints/pages.ts'
import { durationText } from '../../../contract/rules/crew/durationText.ts'
import { hoursText } from '../../../contract/rules/crew/hoursText.ts'
import { presenceOf, type Departure, type Stay } from '../../../contract/rules/presence.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { recentEvents, timezonesOf } from '../attendance/recentEvents.ts'
import { gateFor, sitesOfTeam } from '../attendance/gatesFor.ts'
import { rosterOf } from '../attendance/rosterOf.ts'
import { samePeople } from '../attendance/sameDecisions.ts'
import { botRowOf } from '../bots/listBots.ts'
import { undecidedOf } from '../executions/listExecutions.ts'
import { publishedForm } from '../forms/publishedForm.ts'
import type { Person } from '../sign-in/person.ts'
import { arrivedPage } from './arrivedPage.ts'
import { type PageWord, wordsIn } from './wordsIn.ts'
import type { PageQuestion } from './pageQuestion.ts'
import { notAuthorized, notFound } from '../access/refusals.ts'

interface Asked {
  readonly app: App
  readonly question: PageQuestion
  readonly me: Person
  readonly bot: BotRow
  readonly word: ReturnType<typeof wordsIn>
}
type Table = Omit<BotTable, 'columns' | 'empty'> & {
  readonly columns: readonly (PageWord | readonly [PageWord, 'end'])[]
  readonly title?: string
}
type Draw = (asked: Asked) => Promise<Table | PageData | undefined>

export const isBotPage = (name: string | undefined): name is BotPageName => (botPageNames as readonly (string | undefined)[]).includes(name)

/**
 * `automation/{bot}/{page}`: a data page of a bot. Throws Refused not found if bots of this class do not have
 * the page.
 */
export async function botPage(app: App, question: PageQuestion, id: string, name: BotPageName): Promise<PageData> {
  const { person: me, lang } = question
  if (!me) throw notAuthorized()
  const bot = await botRowOf(app.storage.db, me, id)
  const word = wordsIn(lang)
  const drawn = await draw[name]({ app, question, me, bot, word })
  if (!drawn) throw notFound()
  if ('component' in drawn) return drawn
  const { columns, title, ...table } = drawn
  const whole: BotTable = {
    ...table,
    empty: word('nothing'),
    columns: columns.map((column) => {
      const [key, align] = typeof column === 'string' ? [column] : column
      return { key, label: word(key), ...(align && { align }) }
    }),
  }
  const config: ComponentConfig = { title: title ?? word(name === 'person' ? 'people' : name, { bot: bot.title }), items: [whole] }
  return { component: 'botTable', componentConfig: config }
}

const iso = (ms: number) => new Date(ms).toISOString()
const defined = (cells: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(cells).filter((entry): entry is [string, string] => entry[1] !== undefined))
const arrived = ({ app, question }: Asked, form: string): Promise<PageData> => arrivedPage(app, { ...question, rest: [form] })

/** Open work: conversations that need a decision, or the records of its form. */
const review: Draw = async (asked) => {
  const { app, me, bot } = asked
  if (!isTalking(bot.class)) return bot.form === undefined ? undefined : arrived(asked, bot.form)
  const executions = await undecidedOf(app, me, bot.id)
  const now = Date.now()
  const open = executions.filter(({ execution }) => needsDecision(executionState(execution, now)))
  return {
    columns: ['conversation', 'when', 'state'],
    rows: open.map(({ key, title, at, execution }) => ({
      key,
      cells: { conversation: title, state: executionState(execution, now).name },
      at: { when: at },
      url: `/automation/${bot.id}/execution/${key}`,
    })),
  }
}

const DemoRow = z.object({ id: z.string(), name: z.string(), company: z.string(), url: z.string(), at: z.string() })

/** For a demo bot: what visitors and members tried with it, by text, in a chat or in its form. */
const demo: Draw = async ({ app, bot }) => {
  if (!bot.demoMode) return undefined
  // All bots of the public demo fill one form; its records are those of `demo_requests`.
  const ownForm = bot.form === demoForm ? '' : (bot.form ?? '')
  const found = await rows(
    app.storage.db,
    DemoRow,
    sql`select id, name, company, url, to_json(at) #>> '{}' as at from (
          select id, name, company, ${`/frontend/automation/${bot.id}/execution/`} || execution as url, time as at
            from demo_requests where automation = ${bot.id} and execution is not null
          union all
          select id, coalesce(model ->> 'name', mobile), coalesce(model ->> 'vendor', ''), ${`/automation/${bot.id}/execution/`} || id, created_at
            from executions where automation = ${bot.id}
          union all
          select path, coalesce(model ->> 'title', ''), coalesce(model ->> 'company', ''), '/frontend/' || path, coalesce(corrected_at, created_at)
            from records where parent = ${`forms/${ownForm}`} and not deleted) x
        order by x.at desc limit 500`,
  )
  return {
    columns: ['name', 'company', 'when'],
    rows: found.map(({ id, name, company, url, at }) => ({
      key: id,
      cells: { name, company },
      at: { when: new Date(at).toISOString() },
      url,
    })),
  }
}

/** Records of its form with photos, documents or signatures. */
const evidenceReview: Draw = async ({ app, question, bot, word }) => {
  if (bot.form === undefined) return undefined
  const page = await arrivedPage(app, { ...question, rest: [bot.form] }, { withFiles: true })
  return { ...page, componentConfig: { ...page.componentConfig, title: word('evidenceReview', { bot: bot.title }) } }
}

const personUrl = (bot: BotRow, name: string, company?: string) =>
  `/automation/${bot.id}/person?name=${encodeURIComponent(name)}${company ? `&company=${encodeURIComponent(company)}` : ''}`

/** All people that the site gate knows. */
const people: Draw = async ({ app, me, bot }) => {
  if (bot.class !== attendanceClass) return undefined
  const roster = await rosterOf(app, bot.id, me)
  return {
    columns: ['name', 'company', 'seen', 'inducted'],
    rows: roster.people.slice(0, 5000).map(({ name, company, person, seen, inducted }, index) => ({
      key: person ?? `${index} ${name}`,
      cells: defined({ name, company }),
      at: defined({ seen: seen === undefined ? undefined : iso(seen), inducted: inducted && iso(inducted.at) }),
      url: personUrl(bot, name, company),
    })),
  }
}

const RecordRow = z.object({
  path: z.string(),
  name: z.nullable(z.string()),
  company: z.nullable(z.string()),
  at: z.string(),
})

/** People who have signed in here or completed the orientation, latest first. */
const registrations: Draw = async ({ app, me, bot, word }) => {
  if (bot.class === attendanceClass) {
    const { people: all } = await rosterOf(app, bot.id, me)
    const seen = all.filter((one) => one.seen !== undefined).sort((a, b) => (b.seen ?? 0) - (a.seen ?? 0))
    return {
      columns: ['name', 'company', 'seen'],
      rows: seen.slice(0, 5000).map(({ name, company, seen: at }, index) => ({
        key: `${index} ${name}`,
        cells: defined({ name, company }),
        at: { seen: iso(at ?? 0) },
        url: personUrl(bot, name, company),
      })),
    }
  }
  if ((bot.class !== orientationClass && bot.class !== 'enrolment') || bot.form === undefined) return undefined
  const found = await rows(
    app.storage.db,
    RecordRow,
    sql`select path, model ->> 'name' as name, model ->> 'company' as company, to_json(coalesce(corrected_at, created_at)) #>> '{}' as at
        from records where parent = ${`forms/${bot.form}`} and not deleted order by n desc limit 5000`,
  )
  return {
    columns: ['name', 'company', 'when'],
    rows: found.map(({ path, name, company, at }) => ({
      key: path,
      cells: defined({ name: name ?? word('people_'), company: company ?? undefined }),
      at: { when: new Date(at).toISOString() },
      url: `/frontend/${path}`,
    })),
  }
}

async function eventsAt({ app, me, bot }: Asked) {
  const gate = await gateFor(app, bot.id, me)
  const sites = await sitesOfTeam(app, gate.team)
  const { events } = await recentEvents(app, [gate], sites)
  return { events, timezones: timezonesOf(sites), same: await samePeople(app, gate.team) }
}

/** Recent events of one person at this gate: `?name=`, and `&company=` for one of two people with the same name. */
const person: Draw = async (asked) => {
  const { bot, question, word } = asked
  const name = question.search.get('name')?.trim()
  const company = question.search.get('company')?.trim().toLowerCase()
  if (bot.class !== attendanceClass || !name) return undefined
  const { events } = await eventsAt(asked)
  const own = events
    .filter((event) => event.name.toLowerCase() === name.toLowerCase())
    .filter((event) => company === undefined || (event.company ?? company).toLowerCase() === company)
    .sort((a, b) => b.at - a.at)
  return {
    title: name,
    lead: word('last48'),
    columns: ['when', 'direction', 'company'],
    rows: own.map(({ id, at, direction, company: from }) => ({
      key: id,
      cells: defined({ direction: word(direction), company: from }),
      at: { when: iso(at) },
      ...(bot.form !== undefined && { url: `/frontend/forms/${bot.form}/${id}` }),
    })),
  }
}

/** Time on site per person, people on site first. */
const manageTime: Draw = async (asked) => {
  const { bot, word } = asked
  if (bot.class !== attendanceClass) return undefined
  const { events, timezones, same } = await eventsAt(asked)
  const now = Date.now()
  const { onSite, forgotten, left } = presenceOf({ events, now, timezones, same })
  const row =
    (state: PageWord) =>
    (stay: Stay | Departure): BotTableRow => {
      const until = 'until' in stay ? stay.until : undefined
      const hours = durationText(((until ?? now) - stay.since) / 60_000)
      return {
        key: `${state} ${stay.key}`,
        cells: defined({
          name: stay.name,
          company: stay.company,
          state: word(state),
          hours: state === 'forgotten' ? undefined : hours,
        }),
        at: defined({ since: iso(stay.since), until: until === undefined || state === 'forgotten' ? undefined : iso(until) }),
        url: personUrl(bot, stay.name, stay.company),
      }
    }
  return {
    lead: word('last48'),
    columns: ['name', 'company', 'state', 'since', 'until', ['hours', 'end']],
    rows: [...onSite.map(row('onSite')), ...forgotten.map(row('forgotten')), ...left.map(row('left'))],
  }
}

const CompanyRow = z.object({ company: z.string(), days: z.number(), workers: z.number(), hours: z.number() })

/** People per company at a gate, or the reports of each vendor. */
const companies: Draw = async ({ app, me, bot, word }) => {
  if (bot.class === attendanceClass) {
    const { people: all } = await rosterOf(app, bot.id, me)
    const by = new Map<string, { count: number; seen: number }>()
    for (const { company, seen = 0 } of all) {
      if (!company) continue
      const known = by.get(company) ?? { count: 0, seen: 0 }
      by.set(company, { count: known.count + 1, seen: Math.max(known.seen, seen) })
    }
    return {
      columns: ['company', ['people_', 'end'], 'seen'],
      rows: [...by]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([company, { count, seen }]) => ({
          key: company,
          cells: { company, people_: String(count) },
          ...(seen > 0 && { at: { seen: iso(seen) } }),
        })),
    }
  }
  if (bot.class !== 'manpower') return undefined
  const found = await rows(
    app.storage.db,
    CompanyRow,
    sql`with answers as (
          select e.day, v.value ->> 'vendor' as vendor, v.value as one
          from executions e, jsonb_each(coalesce(nullif(e.model -> 'finishedModels', '{}'::jsonb),
            jsonb_build_object('one', coalesce(e.model -> 'model', '{}'::jsonb) || jsonb_build_object('vendor', e.model -> 'vendor')))) as v(key, value)
          where e.automation = ${bot.id} and e.day > current_date - 30)
        select vendor as company, count(distinct day)::int as days, coalesce(sum((one ->> 'worker_count')::float8), 0)::float8 as workers,
          coalesce(sum((one ->> 'hours')::float8), 0)::float8 as hours
        from answers where vendor is not null and (one ->> 'worker_count') is not null group by vendor order by vendor limit 2000`,
  )
  return {
    lead: word('last30'),
    columns: ['company', ['days', 'end'], ['workers', 'end'], ['hours', 'end']],
    rows: found.map(({ company, days, workers, hours }) => ({
      key: company,
      cells: { company, days: String(days), workers: String(workers), hours: hoursText(hours) },
    })),
  }
}

const AnswerRow = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  vendor: z.nullable(z.string()),
  text: z.string(),
  at: z.string(),
})

/** The last opening text of a bot to each contact. */
const leadin: Draw = async ({ app, bot }) => {
  if (!isTalking(bot.class)) return undefined
  const found = await rows(
    app.storage.db,
    AnswerRow,
    sql`select distinct on (e.mobile) e.id, e.model ->> 'name' as name, e.model ->> 'vendor' as vendor, m.text, to_json(m.at) #>> '{}' as at
        from executions e join execution_messages m on m.execution = e.id and m.way = 'out'
        where e.automation = ${bot.id} order by e.mobile, e.day desc, m.n limit 2000`,
  )
  return {
    columns: ['contact', 'company', 'firstText', 'lastAsked'],
    rows: found.map(({ id, name, vendor, text, at }) => ({
      key: id,
      cells: defined({ contact: name ?? undefined, company: vendor ?? undefined, firstText: text }),
      at: { lastAsked: new Date(at).toISOString() },
      url: `/automation/${bot.id}/execution/${id}`,
    })),
  }
}

/** The questions of its form, by section. */
const topics: Draw = async ({ app, question, bot }) => {
  const form = bot.form === undefined ? undefined : await publishedForm(app, bot.form)
  if (!form) return undefined
  const found: BotTableRow[] = []
  const walk = (nodes: readonly NodeSetting[], part: string) => {
    for (const node of nodes) {
      const label = 'label' in node && typeof node.label === 'string' ? node.label : ''
      const children = 'children' in node && Array.isArray(node.children) ? (node.children as NodeSetting[]) : undefined
      if (label !== '' && !children) found.push({ key: `${found.length}`, cells: { part, topic: label } })
      if (children) walk(children, label || part)
    }
  }
  walk(form.in(question.lang).children, '')
  return { columns: ['part', 'topic'], rows: found }
}

const draw: Readonly<Record<BotPageName, Draw>> = {
  review,
  demo,
  evidenceReview,
  registrations,
  people,
  person,
  companies,
  leadin,
  manageTime,
  topics,
}
