import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rows, type Transaction } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'
import { newId } from '../newId.ts'
import type { Directory } from './directoryByToken.ts'
import { changedMeanwhile, type Expected, iso, type Page, writeDirectory } from './DirectoryUser.ts'
import { type Columns, filterSql } from './filterSql.ts'
import { type Filter, parsePath } from './parseFilter.ts'
import type { Operation } from './patchUser.ts'
import { ScimError } from './ScimError.ts'
import { addMembers, dropMembers } from './addMembers.ts'
import { readText } from './UserDocument.ts'

export interface DirectoryGroup {
  readonly id: string
  readonly name: string
  readonly externalId: string | null
  readonly rev: number
  readonly createdAt: string
  readonly updatedAt: string
  /** Absent if they were not asked for. */
  readonly members?: readonly { readonly value: string; readonly display: string }[]
}

export interface GroupDocument {
  readonly displayName: string
  readonly externalId: string | undefined
  /** Absent: none were named. */
  readonly members: readonly string[] | undefined
}

export const mostMembers = 10_000

const Member = z.object({ value: z.string(), display: z.string() })
const GroupRow = z.object({
  id: z.string(),
  name: z.string(),
  externalId: z.nullable(z.string()),
  rev: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  members: z.nullable(z.union([z.array(Member), z.string()])),
})

const groupColumns = (withMembers: boolean): SQL => sql`g.id, g.name, g.external_id as "externalId", g.rev,
  ${iso('g.created_at')} as "createdAt", ${iso('g.updated_at')} as "updatedAt",
  case when ${withMembers}::boolean then coalesce((
    select json_agg(json_build_object('value', d.uid, 'display', d.user_name) order by lower(d.user_name))
    from directory_group_members gm join directory_people d on d.billing = g.billing and d.uid = gm.uid and not d.deleted
    where gm.grp = g.id), '[]'::json) end as members`

const groupOf = ({ members, ...row }: z.infer<typeof GroupRow>): DirectoryGroup => ({
  ...row,
  ...(members !== null && { members: fromJson<{ value: string; display: string }[]>(members) }),
})

const hasMember = (uid: string) => sql`exists (select 1 from directory_group_members m where m.grp = g.id and m.uid = ${uid})`

const columns: Columns = {
  id: { kind: 'exact', column: sql`g.id` },
  displayname: { kind: 'text', column: sql`g.name` },
  externalid: { kind: 'exact', column: sql`g.external_id` },
  members: { kind: 'has', column: sql`true`, has: hasMember },
  'members.value': { kind: 'has', column: sql`true`, has: hasMember },
  'meta.lastmodified': { kind: 'time', column: sql`g.updated_at` },
}

const CountRow = z.object({ total: z.number() })

/** Returns a page of the groups of this directory, in the order in which they came. */
export async function listGroups(
  app: App,
  { billing }: Directory,
  { filter, startIndex, count, withMembers }: Page & { readonly withMembers: boolean },
): Promise<{ total: number; groups: DirectoryGroup[] }> {
  const from = sql`from directory_groups g where g.billing = ${billing} and ${filterSql(filter, columns)}`
  const [counted] = await rows(app.storage.db, CountRow, sql`select count(*)::int as total ${from}`)
  const found =
    count === 0
      ? []
      : await rows(
          app.storage.db,
          GroupRow,
          sql`select ${groupColumns(withMembers)} ${from} order by g.created_at, g.id limit ${count} offset ${startIndex - 1}`,
        )
  return { total: counted?.total ?? 0, groups: found.map(groupOf) }
}

const noSuchGroup = () => new ScimError(404, 'This directory has no such group.')

/** @throws ScimError 404 */
export async function readGroup(
  db: Transaction | App['storage']['db'],
  { billing }: Directory,
  id: string,
  withMembers: boolean,
): Promise<DirectoryGroup> {
  const [found] = await rows(
    db,
    GroupRow,
    sql`select ${groupColumns(withMembers)} from directory_groups g where g.billing = ${billing} and g.id = ${id}`,
  )
  if (!found) throw noSuchGroup()
  return groupOf(found)
}

const wrongMember = () => new ScimError(400, 'A member has the id of a user of this directory as its value.', 'invalidValue')

/** The ids of a list of members: `[{ "value": "…" }]`. @throws ScimError invalidValue */
function memberIds(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  if (list.length > mostMembers) throw new ScimError(400, `A group has at most ${mostMembers} members.`, 'tooMany')
  const ids = list.map((one: unknown) => (typeof one === 'string' ? one : (one as { value?: unknown } | null)?.value))
  if (!ids.every((one) => typeof one === 'string')) throw wrongMember()
  return [...new Set(ids as string[])]
}

/** @throws ScimError */
export function readGroupDocument(body: unknown): GroupDocument {
  if (typeof body !== 'object' || body === null) throw new ScimError(400, 'The body must be a JSON object.', 'invalidSyntax')
  const given = new Map(Object.entries(body).map(([key, value]) => [key.toLowerCase(), value as unknown]))
  const displayName = readText('displayName', given.get('displayname'))
  if (displayName === undefined) throw new ScimError(400, 'displayName is required.', 'invalidValue')
  const members = given.get('members')
  return {
    displayName,
    externalId: readText('externalId', given.get('externalid')),
    members: members === undefined || members === null ? undefined : memberIds(members),
  }
}

const UidRow = z.object({ uid: z.string() })

interface Group {
  readonly id: string
  readonly team: string | null
  /** People who came and who left in this write; settled once, at its end. */
  readonly came: Set<string>
  readonly left: Set<string>
}

async function putMembers(tx: Transaction, { billing }: Directory, group: Group, ids: readonly string[]): Promise<void> {
  const asked = JSON.stringify(ids)
  const [known] = await rows(
    tx,
    CountRow,
    sql`select count(*)::int as total from directory_people where billing = ${billing} and not deleted
        and uid in (select jsonb_array_elements_text(${asked}::jsonb))`,
  )
  if (known?.total !== ids.length) throw wrongMember()
  const came = await rows(
    tx,
    UidRow,
    sql`insert into directory_group_members (grp, uid) select ${group.id}, value from jsonb_array_elements_text(${asked}::jsonb)
        on conflict do nothing returning uid`,
  )
  for (const { uid } of came) group.came.add(uid)
}

async function takeMembers(tx: Transaction, group: Group, where: SQL): Promise<void> {
  const left = await rows(tx, UidRow, sql`delete from directory_group_members where grp = ${group.id} and ${where} returning uid`)
  for (const { uid } of left) group.left.add(uid)
}

const among = (ids: readonly string[]) => sql`uid in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`

async function replaceMembers(tx: Transaction, directory: Directory, group: Group, ids: readonly string[]): Promise<void> {
  await takeMembers(tx, group, sql`not ${among(ids)}`)
  await putMembers(tx, directory, group, ids)
}

/** Gives and takes the memberships of the project that the group is tied to. */
async function settle(app: App, tx: Transaction, directory: Directory, { id, team, came, left }: Group): Promise<void> {
  const [counted] = await rows(tx, CountRow, sql`select count(*)::int as total from directory_group_members where grp = ${id}`)
  if ((counted?.total ?? 0) > mostMembers) throw new ScimError(400, `A group has at most ${mostMembers} members.`, 'tooMany')
  if (team === null) return
  await dropMembers(tx, directory, [...left], [team])
  await addMembers(app, tx, directory, [...came])
}

const groupOfWrite = (id: string, team: string | null): Group => ({ id, team, came: new Set(), left: new Set() })

/** Makes a group. It gives nothing until an Owner of the account ties it to a project. @throws ScimError */
export async function createGroup(app: App, directory: Directory, document: GroupDocument, withMembers: boolean): Promise<DirectoryGroup> {
  const { displayName, externalId, members = [] } = document
  return await writeDirectory(app, directory, async (tx) => {
    const group = groupOfWrite(newId(), null)
    await tx.execute(
      sql`insert into directory_groups (id, billing, name, external_id) values (${group.id}, ${directory.billing}, ${displayName}, ${externalId ?? null})`,
    )
    await putMembers(tx, directory, group, members)
    return readGroup(tx, directory, group.id, withMembers)
  })
}

const HeldRow = z.object({ team: z.nullable(z.string()), rev: z.number() })

async function heldGroup(tx: Transaction, { billing }: Directory, id: string, expected: Expected): Promise<Group> {
  const [held] = await rows(tx, HeldRow, sql`select team, rev from directory_groups where billing = ${billing} and id = ${id} for update`)
  if (!held) throw noSuchGroup()
  if (expected !== undefined && expected !== held.rev) throw changedMeanwhile()
  return groupOfWrite(id, held.team)
}

interface GroupChange {
  readonly id: string
  readonly expected: Expected
  readonly change: (tx: Transaction, group: Group) => Promise<void>
}

async function changeGroup(app: App, directory: Directory, { id, expected, change }: GroupChange): Promise<void> {
  await writeDirectory(app, directory, async (tx) => {
    const group = await heldGroup(tx, directory, id, expected)
    await change(tx, group)
    await tx.execute(sql`update directory_groups set rev = rev + 1, updated_at = now() where id = ${id}`)
    await settle(app, tx, directory, group)
  })
}

export const replaceGroup = (app: App, directory: Directory, id: string, document: GroupDocument, expected: Expected) =>
  changeGroup(app, directory, {
    id,
    expected,
    change: async (tx, group) => {
      const { displayName, externalId, members = [] } = document
      await tx.execute(sql`update directory_groups set name = ${displayName}, external_id = ${externalId ?? null} where id = ${id}`)
      await replaceMembers(tx, directory, group, members)
    },
  })

export const patchGroup = (app: App, directory: Directory, id: string, operations: readonly Operation[], expected: Expected) =>
  changeGroup(app, directory, {
    id,
    expected,
    change: async (tx, group) => {
      for (const operation of operations) await applyOperation(tx, directory, group, operation)
    },
  })

async function applyOperation(tx: Transaction, directory: Directory, group: Group, { op, path, value }: Operation): Promise<void> {
  if (path !== undefined) return applyTo(tx, directory, group, { op, path, value })
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScimError(400, 'An operation without a path has an object of attributes as its value.', 'invalidValue')
  // Okta renames a group with `{ "id": "…", "displayName": "…" }`.
  for (const [key, given] of Object.entries(value)) await applyTo(tx, directory, group, { op, path: key, value: given })
}

async function applyTo(tx: Transaction, directory: Directory, group: Group, operation: Required<Operation>): Promise<void> {
  const { name, filter } = parsePath(operation.path ?? '')
  if (name !== 'members') return rename(tx, group.id, { ...operation, path: name })
  if (operation.op === 'remove') return removeMembers(tx, group, filter, operation.value)
  if (filter) throw onlyByValue()
  const listed = idsIn(operation.value) ?? []
  await (operation.op === 'add' ? putMembers(tx, directory, group, listed) : replaceMembers(tx, directory, group, listed))
}

const idsIn = (value: unknown) => (value === undefined || value === null ? undefined : memberIds(value))
const onlyByValue = () => new ScimError(400, 'Members are removed with members[value eq "…"].', 'invalidPath')

async function removeMembers(tx: Transaction, group: Group, filter: Filter | undefined, value: unknown): Promise<void> {
  if (filter) {
    if (filter.kind !== 'compare' || filter.operator !== 'eq' || filter.attribute.name !== 'value') throw onlyByValue()
    return takeMembers(tx, group, sql`uid = ${String(filter.value)}`)
  }
  // Entra ID names the removed members in the value.
  const listed = idsIn(value)
  await takeMembers(tx, group, listed ? among(listed) : sql`true`)
}

async function rename(tx: Transaction, id: string, { op, path, value }: Operation): Promise<void> {
  if (path === 'id' || path === 'schemas' || path === 'meta') return
  if (path !== 'displayname' && path !== 'externalid')
    throw new ScimError(400, 'The path names an attribute that does not exist.', 'invalidPath')
  const text = op === 'remove' ? undefined : readText(path, value)
  if (path === 'externalid') await tx.execute(sql`update directory_groups set external_id = ${text ?? null} where id = ${id}`)
  else if (text === undefined) throw new ScimError(400, 'displayName is required.', 'invalidValue')
  else await tx.execute(sql`update directory_groups set name = ${text} where id = ${id}`)
}

/** @throws ScimError 404 */
export async function deleteGroup(app: App, directory: Directory, id: string, expected: Expected): Promise<void> {
  await writeDirectory(app, directory, async (tx) => {
    const group = await heldGroup(tx, directory, id, expected)
    await takeMembers(tx, group, sql`true`)
    await tx.execute(sql`delete from directory_groups where id = ${id}`)
    if (group.team !== null) await dropMembers(tx, directory, [...group.left], [group.team])
  })
}

interface Tie {
  readonly group: string
  /** Absent: the group gives nothing any more. */
  readonly to: { readonly team: string; readonly role: string } | undefined
}

/** Ties a group to a project and a role, for the Owner of the account. The caller checks team and role. @returns false if it is gone */
export async function tieGroup(app: App, tx: Transaction, directory: Directory, { group: id, to }: Tie): Promise<boolean> {
  const [held] = await rows(
    tx,
    HeldRow,
    sql`select team, rev from directory_groups where billing = ${directory.billing} and id = ${id} for update`,
  )
  if (!held) return false
  await tx.execute(
    sql`update directory_groups set team = ${to?.team ?? null}, role = ${to?.role ?? null}, updated_at = now() where id = ${id}`,
  )
  const people = await rows(tx, UidRow, sql`select uid from directory_group_members where grp = ${id}`)
  const uids = people.map(({ uid }) => uid)
  if (held.team !== null) await dropMembers(tx, directory, uids, [held.team])
  await addMembers(app, tx, directory, uids)
  return true
}
