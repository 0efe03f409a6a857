import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Execution, type ExecutionRow, executionFeed, executionPath, executionKinds } from '../../../contract/endpoints/executions.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { constructionRoots, privateTeam, Source } from '../../../contract/endpoints/projects.ts'
import { TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { jsonDocument } from '../../storage/jsonDocument.ts'

/**
 * The state of an execution: `asking` a contact, `decide` by a person, `waiting` to be written, `working` on
 * a decision, `done`.
 */
export const Phase = z.enum(['asking', 'decide', 'waiting', 'working', 'done'])
export type Phase = z.infer<typeof Phase>

type Db = Database | Transaction

/** The part of an execution that is stored as one JSON document. The rest is in columns or derived. */
export type ExecutionModel = Omit<Execution, 'kind' | 'path' | 'feed' | 'lookups' | 'procore' | 'decidedBy' | 'decidedAt'>

/** An execution row with the data that rules need. */
export const StoredExecution = z.object({
  id: z.string(),
  team: z.string(),
  automation: z.string(),
  owner: z.string(),
  kind: z.enum(executionKinds),
  mobile: z.string(),
  /** yyyy-MM-dd */
  day: z.string(),
  phase: Phase,
  demo: z.boolean(),
  model: jsonDocument<ExecutionModel>(),
  talk: z.record(z.string(), z.unknown()),
  rev: z.number(),
  botTitle: z.string(),
  botOwner: z.string(),
  /** Null for a private bot. */
  project: z.nullable(z.string()),
  source: z.nullable(Source),
  reference: z.nullable(z.string()),
  teamArchived: z.nullable(z.boolean()),
  decidedBy: z.nullable(z.string()),
  /** ISO 8601. */
  decidedAt: z.nullable(z.string()),
  at: z.string(),
  /** Role of the caller in the project. */
  role: z.nullable(TeamRole),
})
export type StoredExecution = Readonly<z.infer<typeof StoredExecution>>

const iso = (column: SQL): SQL => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const columns = (
  uid: string,
): SQL => sql`e.id, e.team, e.automation, e.owner, e.kind, e.mobile, e.day::text as day, e.phase, e.demo, e.model, e.talk, e.rev,
  a.title as "botTitle", a.owner as "botOwner", t.name as project, t.source, t.model ->> 'sourceProjectReference' as reference, t.archived as "teamArchived",
  coalesce(p.name, e.decided_by) as "decidedBy", ${iso(sql`e.decided_at`)} as "decidedAt", ${iso(sql`e.created_at`)} as at, m.role
  from executions e join automations a on a.id = e.automation left join teams t on t.id = e.team and not t.deleted
    left join members m on m.team = e.team and m.uid = ${uid} left join people p on p.uid = e.decided_by`

/** Members see the executions of their project, owners those of their private bots. */
const seenBy = (uid: string): SQL => sql`(case when e.team = ${privateTeam} then a.owner = ${uid}
  else t.id is not null and (m.role in ('Owner', 'Administrator', 'Member')) end)`

/**
 * Returns one execution without a permission check. `lock` locks its row until the end of the transaction.
 */
export async function findExecution(db: Db, id: string, { uid = '', lock = false } = {}): Promise<StoredExecution | undefined> {
  return (await rows(db, StoredExecution, sql`select ${columns(uid)} where e.id = ${id} ${lock ? sql`for update of e` : sql``}`))[0]
}

/** Returns the executions that match a condition and that the person may see, in the given order. */
export function seenExecutions(db: Db, uid: string, where: SQL, order: SQL): Promise<StoredExecution[]> {
  return rows(db, StoredExecution, sql`select ${columns(uid)} where not a.deleted and ${seenBy(uid)} and ${where} order by ${order}`)
}

export const maySee = (one: StoredExecution, uid: string): boolean =>
  one.team === privateTeam ? one.botOwner === uid : may(one.role ?? undefined, 'record.readAll')

/**
 * The owner of a bot decides its approvals, and so do Owners and Administrators of the project. In an
 * archived project no person may decide.
 */
export const mayDecide = (one: StoredExecution, uid: string): boolean =>
  one.teamArchived !== true && maySee(one, uid) && (one.botOwner === uid || may(one.role ?? undefined, 'execution.decide'))

export const pathOf = ({ owner, automation, id }: Pick<StoredExecution, 'owner' | 'automation' | 'id'>): string =>
  executionPath(owner, automation, id)

type Locations = readonly { readonly id: string; readonly label: string }[]

export function executionOf(one: StoredExecution, locations: Locations = []): Execution {
  const path = pathOf(one)
  return {
    ...one.model,
    kind: one.kind,
    path,
    feed: executionFeed(path),
    ...(one.decidedBy !== null && { decidedBy: one.decidedBy }),
    ...(one.decidedAt !== null && { decidedAt: one.decidedAt }),
    ...(locations.length > 0 && { lookups: { locations: [...locations] } }),
    ...((one.source === 'construction' || one.source === 'construction-sandbox') &&
      one.reference !== null && { procore: { root: constructionRoots[one.source], project: one.reference } }),
  }
}

export function executionRow(one: StoredExecution, uid: string, locations: Locations = []): ExecutionRow {
  return {
    key: one.id,
    title: one.model.title,
    tags: one.model.tags ?? [],
    path: pathOf(one),
    rev: one.rev,
    bot: one.automation,
    botTitle: one.botTitle,
    team: one.team,
    project: one.project ?? '',
    date: one.day,
    at: one.at,
    execution: executionOf(one, locations),
    mayDecide: mayDecide(one, uid),
  }
}
