import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { BillingRole } from '../../../contract/endpoints/billing/billing.ts'
import { mostMembers, type Project, type ProjectMember } from '../../../contract/endpoints/projects.ts'
import type { TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { Refused } from '../../../contract/Refused.ts'
import { may, mayBilling } from '../../../contract/rules/permissions.ts'
import { text } from '../../i18n/text.ts'
import { type Database, inList, rows, type Transaction } from '../../storage/database.ts'
import { likePattern } from '../../storage/likePattern.ts'
import { wholeNumber } from '../records/listRecords.ts'

/** The row of a project, for its members. */
interface OfProject {
  readonly id: string
  readonly role: TeamRole | null
  readonly billingRole: BillingRole | null
}

interface MembersQuestion {
  readonly membersLimit?: string | undefined
  readonly membersAfter?: string | undefined
  readonly membersNamed?: string | undefined
  readonly membersBut?: string | undefined
  readonly removedMembers?: string | undefined
}

type Members = Pick<Project, 'members' | 'moreMembers' | 'hasRemoved'>

const MemberRow = z.object({
  team: z.string(),
  key: z.string(),
  uid: z.nullable(z.string()),
  name: z.string(),
  email: z.nullable(z.string()),
  status: z.string(),
  role: z.nullable(z.string()),
  place: z.number(),
  rank: z.number(),
  sorted: z.string(),
})
type MemberRow = z.infer<typeof MemberRow>

/** One JSON value with all rows: otherwise the driver returns thousands of rows cell by cell. */
const MembersRow = z.object({ all: z.nullable(z.array(MemberRow)), removed: z.boolean() })

/** PostgreSQL has no text with a zero in it. */
const Stored = z.string().check(z.refine((value) => !value.includes('\0')))
/** Place, rank, name and key of the last one on a page. */
const Cursor = z.tuple([z.int(), z.int().check(z.gte(0), z.lte(3)), Stored, Stored])

/** Further words of a search are ignored. */
const mostWords = 10

const manages = ({ role, billingRole }: OfProject) =>
  may(role ?? undefined, 'team.manage') || mayBilling(billingRole ?? undefined, 'billing.manage')

/**
 * Returns members by name. Only managers see Workers, invited people and removed people, who come last. With a limit: one
 * page of one project.
 */
export async function membersOf(
  db: Database | Transaction,
  found: readonly OfProject[],
  question: MembersQuestion,
): Promise<ReadonlyMap<string, Members>> {
  const [only] = found
  const isPage = only !== undefined && found.length === 1 && question.membersLimit !== undefined
  const limit = isPage ? Math.min(mostMembers, wholeNumber(question.membersLimit ?? '', 'membersLimit')) : undefined
  const ids = inList(found.map(({ id }) => id))
  const [answer] = await rows(
    db,
    MembersRow,
    sql`select (select json_agg(x) from (select * from (${sql.join(
      limit === undefined ? lists.map(({ of }) => of(ids)) : pageOf(only as OfProject, question, limit),
      sql` union all `,
    )}) one order by place, rank, sorted, key ${limit === undefined ? sql`` : sql`limit ${limit + 1}`}) x) as all,
        exists (select 1 from deleted_members d where d.team = ${ids}) as removed`,
  )
  const byTeam = new Map<string, MemberRow[]>()
  for (const row of answer?.all ?? []) {
    const list = byTeam.get(row.team)
    if (list) list.push(row)
    else byTeam.set(row.team, [row])
  }
  return new Map(
    found.map((project) => {
      const list = byTeam.get(project.id) ?? []
      const last = limit !== undefined && list.length > limit ? list[limit - 1] : undefined
      const seen = list.slice(0, limit).filter(({ status }) => manages(project) || isSeenByAll(status))
      return [
        project.id,
        {
          members: seen.map(told),
          ...(last && { moreMembers: JSON.stringify([last.place, last.rank, last.sorted, last.key]) }),
          ...(isPage && manages(project) && answer?.removed === true && { hasRemoved: true }),
        },
      ]
    }),
  )
}

const isSeenByAll = (status: string) => status !== 'Worker' && status !== 'Invited' && status !== 'Deleted'

const told = ({ key, uid, name, email, status, role }: MemberRow): ProjectMember => ({
  key,
  ...(uid !== null && { uid }),
  name,
  ...(email !== null && { email }),
  status: status as ProjectMember['status'],
  ...(role !== null && { role }),
})

/** One of the three lists that follow each other. */
interface List {
  readonly place: number
  /** SQL for its people in the projects with these ids. */
  of(ids: SQL): SQL
}

/** SQL for the order of roles; the index members_by_name has the same text (0132-members-by-name.sql). */
const rank = sql`case m.role when 'Owner' then 0 when 'Administrator' then 1 when 'Member' then 2 else 3 end`

const lists: readonly List[] = [
  {
    place: 0,
    of: (
      ids,
    ) => sql`select m.team, m.uid as key, m.uid, p.name, p.email, m.role as status, null as role, 0 as place, ${rank} as rank, m.sorted
      from members m join people p on p.uid = m.uid where m.team = ${ids}`,
  },
  {
    place: 1,
    of: (ids) => sql`select i.team, coalesce(nullif(i.email, ''), i.id) as key, null as uid,
        coalesce(i.name, nullif(i.email, ''), i.mobile, '') as name, nullif(i.email, '') as email, 'Invited' as status, i.role, 1 as place, 3 as rank,
        lower(coalesce(i.name, nullif(i.email, ''), i.mobile, '')) as sorted
      from invites i where i.team = ${ids} and i.accepted_at is null`,
  },
  {
    place: 2,
    of: (
      ids,
    ) => sql`select d.team, d.key, d.uid, d.name, d.email, 'Deleted' as status, null as role, 2 as place, 3 as rank, lower(d.name) as sorted
      from deleted_members d where d.team = ${ids}`,
  },
]

/** The places on a page, by `removedMembers`. */
const placesOf: ReadonlyMap<string, readonly number[]> = new Map([
  ['true', [0, 1, 2]],
  ['only', [2]],
])

/**
 * SQL for the first people of each list after the cursor: each list is read in its order as far as the page goes. Throws
 * Refused.
 */
function pageOf(
  project: OfProject,
  { membersAfter, membersNamed = '', membersBut, removedMembers }: MembersQuestion,
  limit: number,
): SQL[] {
  const isManager = manages(project)
  // A person whose invitation is open has the rank of a worker.
  const hidesWorkers = !isManager || membersBut === 'workers'
  const words = membersNamed.trim().split(/\s+/).filter(Boolean).slice(0, mostWords)
  const after = membersAfter === undefined ? undefined : readCursor(membersAfter)
  const places = placesOf.get(removedMembers ?? '') ?? [0, 1]
  const shown = lists.filter(({ place }) => places.includes(place) && place >= (after?.place ?? 0) && (isManager || place === 0))
  const ofProject = sql`${project.id}`
  // A union needs one list: this one has no one in it.
  if (shown.length === 0) return lists.slice(0, 1).map(({ of }) => sql`(select * from (${of(ofProject)}) one where false)`)
  return shown.map(({ place, of }) => {
    const conditions = [
      // Workers come last.
      ...(hidesWorkers && place === 0 ? [sql`rank < 3`] : []),
      ...words.map((word) => sql`(name ilike ${likePattern(word)} or email ilike ${likePattern(word)})`),
      ...(after?.place === place ? [sql`(rank, sorted, key) > (${after.rank}::int, ${after.sorted}::text, ${after.key}::text)`] : []),
    ]
    return sql`(select * from (${of(ofProject)}) one
      ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`} order by rank, sorted, key limit ${limit + 1})`
  })
}

function readCursor(given: string) {
  let value: unknown
  try {
    value = JSON.parse(given)
  } catch {
    value = undefined
  }
  const cursor = Cursor.safeParse(value)
  if (!cursor.success)
    throw new Refused(400, 'INVALID', text('The question is not valid.'), {
      details: [{ path: 'membersAfter', message: 'expected moreMembers of the page before' }],
    })
  const [place, rank, sorted, key] = cursor.data
  return { place, rank, sorted, key }
}
