import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type BotColumn, type BotRow, botColumns } from '../../../contract/endpoints/bots.ts'
import { Refused } from '../../../contract/Refused.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { type SearchedColumn, searchedText, sorted, wordsOf } from '../../../contract/rules/rows/searchedText.ts'
import { privateTeam, sourceOfSystem } from '../../../contract/endpoints/projects.ts'
import { TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { type Database, inList, rows, type Transaction } from '../../storage/database.ts'
import type { Person } from '../sign-in/person.ts'
import { text } from '../../i18n/text.ts'

type Db = Database | Transaction

/** Maximum number of bots in a list. */
const mostBots = 10_000

const Row = z.object({
  id: z.string(),
  team: z.string(),
  project: z.nullable(z.string()),
  teamArchived: z.nullable(z.boolean()),
  owner: z.string(),
  ownerName: z.nullable(z.string()),
  class: z.string(),
  title: z.string(),
  form: z.nullable(z.string()),
  site: z.nullable(z.string()),
  parent: z.nullable(z.string()),
  parentTitle: z.nullable(z.string()),
  parentClass: z.nullable(z.string()),
  demo: z.boolean(),
  disabled: z.boolean(),
  archived: z.boolean(),
  rev: z.number(),
  role: z.nullable(TeamRole),
  badge: z.number(),
  triggers: z.nullable(z.array(z.object({ id: z.string(), title: z.string() }))),
})
type Row = z.infer<typeof Row>

/** Members see the bots of their projects, and owners their private bots. Workers see none. */
const seenBy = (uid: string): SQL => sql`(case when a.team = ${privateTeam} then a.owner = ${uid}
  else m.role in ('Owner', 'Administrator', 'Member') and t.id is not null and not t.deleted end)`

/**
 * Bots of a template are visible to all people of its billing account, who may copy them (decision OQ-159).
 */
const ofTemplate = (uid: string): SQL => sql`(t.is_template and not t.deleted and exists (
  select 1 from billing_members bm where bm.billing = t.billing and bm.uid = ${uid}))`

/** Lets the database find the bots by their project: it can't see from seenBy alone that it needs none of other companies. */
const inProjectsOf = (uid: string): SQL => sql`(a.team = any (array(select mine.team from members mine where mine.uid = ${uid}))
  or (a.team = ${privateTeam} and a.owner = ${uid}))`

const ownerName = sql`coalesce(nullif(p.name, '-'), p.email)`

/** The bots, with what their order and their names need. */
const from = (
  uid: string,
): SQL => sql`from automations a left join teams t on t.id = a.team left join members m on m.team = a.team and m.uid = ${uid}
  left join people p on p.uid = a.owner left join sites s on s.id = a.site and s.team = a.team`

const usualOrder = sql`order by lower(coalesce(t.name, '')), lower(a.title), a.id`

/** Returns all rows as one JSON value: otherwise the database driver reads thousands of rows cell by cell. */
const query = (uid: string, where: SQL, seen = seenBy(uid), most = mostBots): SQL => sql`
  with own as materialized (
    select a.id, a.team, t.name as project, t.archived as "teamArchived", a.owner, ${ownerName} as "ownerName", a.class,
        a.title, a.form, s.name as site, a.parent, a.demo,
        a.disabled or coalesce(a.model ->> 'active', 'true') = 'false' as disabled, a.archived, a.rev, m.role
      ${from(uid)}
      where not a.deleted and ${seen} and ${where}
      ${usualOrder} limit ${most}),
  -- Conversations that wait for a decision.
  undecided as (select e.automation as id, count(*)::int as n from own join executions e on e.automation = own.id and e.phase in ('decide', 'waiting') group by 1),
  -- Late saves of its form that nobody has looked at.
  late as (select own.id, count(*)::int as n from own join record_edits e on e.parent = 'forms/' || own.form and e.late is not null and e.looked_at is null group by 1),
  started as (select own.id, json_agg(json_build_object('id', c.id, 'title', c.title) order by lower(c.title), c.id) as triggers
    from own join automations c on c.parent = own.id and c.team = own.team and not c.deleted and not c.archived group by 1)
  select coalesce(json_agg(x order by lower(coalesce(x.project, '')), lower(x.title), x.id), '[]'::json) as bots from (
    select own.*, up.title as "parentTitle", up.class as "parentClass", coalesce(undecided.n, 0) + coalesce(late.n, 0) as badge, started.triggers
      from own left join automations up on up.id = own.parent and not up.deleted left join undecided on undecided.id = own.id
        left join late on late.id = own.id left join started on started.id = own.id) x`

const BotListRow = z.object({ bots: z.array(Row) })

const botsBy = async (db: Db, statement: SQL): Promise<readonly Row[]> => (await rows(db, BotListRow, statement))[0]?.bots ?? []

const botRow =
  (me: Person) =>
  (row: Row): BotRow => {
    const own = row.team === privateTeam && row.owner === me.uid
    const role = row.role ?? undefined
    const rests = row.teamArchived === true
    return {
      id: row.id,
      key: row.id,
      name: row.title,
      title: row.title,
      ...(row.project !== null && { project: row.project }),
      team: row.team,
      owner: row.owner,
      ownerName: row.ownerName ?? '',
      class: row.class,
      type: row.class,
      path: `/automations/${row.id}`,
      demoMode: row.demo,
      disabled: row.disabled,
      archived: row.archived,
      teamArchived: rests,
      ...(row.site !== null && { site: row.site }),
      ...(row.form !== null && { form: row.form }),
      ...(row.parent !== null &&
        row.parentTitle !== null && { triggeredBy: { type: row.parentClass ?? '', id: row.parent, title: row.parentTitle } }),
      triggers: row.triggers ?? [],
      statistics: { badge: row.badge },
      rev: row.rev,
      may: { update: !rests && (own || may(role, 'bot.create')), manage: !rests && (own || may(role, 'bot.manage')) },
    }
  }

interface Wanted {
  readonly team?: string | undefined
  readonly archived?: boolean
  /** The project of a partner's system, and that system. */
  readonly reference?: string | undefined
  readonly system?: string | undefined
}

const whereOf = ({ team, archived = false, reference, system }: Wanted): SQL => sql`a.archived = ${archived}
  ${team === undefined ? sql`` : sql`and a.team = ${team}`}
  ${reference === undefined ? sql`` : sql`and t.model ->> 'sourceProjectReference' = ${reference}`}
  ${system === undefined ? sql`` : sql`and t.source = ${sourceOfSystem(system) ?? system}`}`

/** The bots of all projects of a person, and their private ones. */
const ownBots = (uid: string, wanted: Wanted): SQL => sql`${inProjectsOf(uid)} and ${whereOf(wanted)}`

/** Returns the bots of one project, or all that the person may see: by project, then title, ignoring case. */
export async function listBots(db: Db, me: Person, wanted: Wanted): Promise<BotRow[]> {
  const { uid } = me
  const inProject = () => query(uid, whereOf(wanted), sql`(${seenBy(uid)} or ${ofTemplate(uid)})`)
  return (await botsBy(db, wanted.team === undefined ? query(uid, ownBots(uid, wanted)) : inProject())).map(botRow(me))
}

/** What a person searches for in a list of bots, and its order; see the endpoint listBots. */
export interface BotSearch {
  readonly limit: number
  readonly search?: string | undefined
  readonly columns?: string | undefined
  readonly sort?: BotColumn | undefined
  readonly down?: boolean
  readonly lang?: string | undefined
  readonly none?: string | undefined
}

interface BotPage {
  readonly bots: BotRow[]
  readonly all: number
  readonly found: number
}

/** Returns the first bots that a search finds among those that the person may see, as a device with all of them finds them. */
export async function findBots(db: Db, me: Person, wanted: Wanted, asked: BotSearch): Promise<BotPage> {
  const where = ownBots(me.uid, wanted)
  const most = Math.min(asked.limit, mostBots)
  if (wordsOf(asked.search ?? '').length === 0 && asked.sort === undefined) {
    const [all, first] = await Promise.all([countBots(db, me.uid, where), botsBy(db, query(me.uid, where, seenBy(me.uid), most))])
    return { bots: first.map(botRow(me)), all, found: all }
  }
  const named = await namesOf(db, me.uid, where)
  const found = foundAmong(named, asked)
  const ids = found.slice(0, most).map(({ id }) => id)
  const byId = new Map((await botsBy(db, query(me.uid, sql`${where} and a.id = ${inList(ids)}`))).map((row) => [row.id, row]))
  const bots = ids.flatMap((id) => byId.get(id) ?? []).map(botRow(me))
  return { bots, all: named.length, found: found.length }
}

const CountRow = z.object({ all: z.number() })

async function countBots(db: Db, uid: string, where: SQL): Promise<number> {
  const [row] = await rows(
    db,
    CountRow,
    sql`select least(count(*), ${mostBots})::int as all from automations a left join teams t on t.id = a.team
      left join members m on m.team = a.team and m.uid = ${uid} where not a.deleted and ${seenBy(uid)} and ${where}`,
  )
  return row?.all ?? 0
}

const NamedBot = z.object({
  id: z.string(),
  title: z.string(),
  project: z.nullable(z.string()),
  site: z.nullable(z.string()),
  owner: z.nullable(z.string()),
})
type NamedBot = z.infer<typeof NamedBot>
const NamedRow = z.object({ bots: z.nullable(z.array(NamedBot)) })

/** The texts of the columns of all bots, in their usual order. */
async function namesOf(db: Db, uid: string, where: SQL): Promise<readonly NamedBot[]> {
  const [row] = await rows(
    db,
    NamedRow,
    sql`select json_agg(x) as bots from (
      select a.id, a.title, t.name as project, s.name as site, ${ownerName} as owner ${from(uid)}
        where not a.deleted and ${seenBy(uid)} and ${where} ${usualOrder} limit ${mostBots}) x`,
  )
  return row?.bots ?? []
}

function foundAmong(bots: readonly NamedBot[], { search = '', columns, sort, down = false, lang = 'en', none = '' }: BotSearch) {
  const textOf = (bot: NamedBot, key: BotColumn) => bot[key] ?? (key === 'project' ? none : '')
  const all = botColumns.map((key): SearchedColumn<NamedBot> => ({ key, text: (bot) => textOf(bot, key) }))
  const chosen = columns?.split(',')
  const searched = all.filter(({ key }) => chosen?.includes(key) ?? true)
  const words = wordsOf(search)
  const isFound = (bot: NamedBot) => {
    const text = searchedText(bot, searched)
    return words.every((word) => text.includes(word))
  }
  const found = words.length === 0 ? bots : bots.filter(isFound)
  return sorted(
    found,
    all.find(({ key }) => key === sort),
    down,
    lang,
  )
}

/** Throws Refused if the bot does not exist or the person may not see it. */
export async function botRowOf(db: Db, me: Person, id: string): Promise<BotRow> {
  const [row] = await botsBy(db, query(me.uid, sql`a.id = ${id}`))
  if (!row) throw new Refused(404, 'NOT_FOUND', text('This bot does not exist.'))
  return botRow(me)(row)
}
