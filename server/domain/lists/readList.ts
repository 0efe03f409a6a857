import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import {
  entriesPerPage,
  EntrySource,
  type exportList,
  type ListEntry,
  mostEntriesShown,
  type readList as endpoint,
} from '../../../contract/endpoints/lists/projectLists.ts'
import { sourceNames } from '../../../contract/endpoints/projects.ts'
import { listColumns, lookupOfList, type ProjectListName } from '../../../contract/reference/projectLists.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { sameDecisions } from '../attendance/sameDecisions.ts'
import { projectOr404, type ProjectRow } from '../projects/listProjects.ts'
import { mayEditList } from '../projects/mayEditList.ts'
import type { Person } from '../sign-in/person.ts'
import { isFilledBySystem } from './refreshFromSystem.ts'

export interface ListOf {
  readonly team: string
  readonly list: ProjectListName
}

const Row = z.object({
  key: z.string(),
  name: z.string(),
  attributes: z.record(z.string(), z.unknown()),
  source: EntrySource,
  disabled: z.boolean(),
})

/** Only people who edit the list see numbers and addresses. */
const personal = new Set(['email', 'mobile', 'externalId'])

function entryOf(list: ProjectListName, isEditor: boolean) {
  const columns = listColumns[list].filter((column) => isEditor || !personal.has(column))
  return ({ attributes, ...row }: z.infer<typeof Row>): ListEntry => ({
    ...row,
    values: Object.fromEntries(
      columns.flatMap((column) => {
        const value = attributes[column]
        return typeof value === 'string' && value !== '' ? [[column, value]] : []
      }),
    ),
  })
}

const select = (team: string, list: ProjectListName, where: SQL, limit: number) =>
  sql`select id as key, label as name, attributes, source, disabled from lookup_items
      where team = ${team} and lookup = ${lookupOfList[list]} and merged_into is null and ${where}
      order by lower(label), id limit ${limit}`

const CountRow = z.object({ n: z.number() })

/** Returns the entries of a list by name, at most `mostEntriesShown`. Throws Refused. */
export async function readList(
  app: App,
  me: Person,
  { team, list, search = '' }: ListOf & { search?: string | undefined },
): Promise<AnswerOf<typeof endpoint>> {
  const { db } = app.storage
  const project = await projectOr404(db, me, team)
  const mayEdit = mayEditList(project, list)
  const contacts = mayEdit ? sql` || ' ' || coalesce(attributes ->> 'email', '') || ' ' || coalesce(attributes ->> 'mobile', '')` : sql``
  const where =
    search.trim() === ''
      ? sql`true`
      : sql`strpos(lower(label || ' ' || coalesce(attributes ->> 'number', '') || ' ' || coalesce(attributes ->> 'company', '') ${contacts}),
              lower(${search.trim().slice(0, 200)})) > 0`
  const found = await rows(db, Row, select(team, list, where, mostEntriesShown))
  const [count] =
    found.length < mostEntriesShown
      ? [{ n: found.length }]
      : await rows(
          db,
          CountRow,
          sql`select count(*)::int as n from lookup_items
              where team = ${team} and lookup = ${lookupOfList[list]} and merged_into is null and ${where}`,
        )
  return {
    entries: found.map(entryOf(list, mayEdit)),
    total: count?.n ?? 0,
    mayEdit: mayEdit && !project.archived,
    ...(mayEdit && list === 'people' && mayDecideSame(me, team) && { same: await sameDecisions(app, team) }),
    project: project.name,
    ...systemOf(project, list),
  }
}

/** As in the policy of these decisions. */
const mayDecideSame = (me: Person, team: string) => may(me.teams.find(({ id }) => id === team)?.role, 'record.update')

const systemOf = (project: ProjectRow, list: ProjectListName) =>
  isFilledBySystem(project, list) ? { system: sourceNames[project.source] } : {}

/** Returns one page of a list for an export: the entries behind the key `after`, in the order of keys. */
export async function listPage(
  app: App,
  me: Person,
  { team, list, after = '' }: ListOf & { after?: string | undefined },
): Promise<AnswerOf<typeof exportList>> {
  const project = await projectOr404(app.storage.db, me, team)
  const found = await rows(
    app.storage.db,
    Row,
    sql`select id as key, label as name, attributes, source, disabled from lookup_items
        where team = ${team} and lookup = ${lookupOfList[list]} and merged_into is null and id > ${after} order by id limit ${entriesPerPage}`,
  )
  const last = found.length === entriesPerPage ? found.at(-1)?.key : undefined
  return { entries: found.map(entryOf(list, mayEditList(project, list))), ...(last !== undefined && { next: last }) }
}
