import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { projectLists } from '../../reference/projectLists.ts'
import { entryProblems } from '../../rules/readEntry.ts'
import { Id } from '../records.ts'
import { StoredSame } from '../site/SameRecord.ts'

/** Where an entry comes from: the people of the project, its members, or a connected system. */
export const EntrySource = z.enum(['own', 'member', 'connection'])
export type EntrySource = z.output<typeof EntrySource>

/** An entry of a list of a project. `values` has the columns of `listColumns` that are not empty. */
export const ListEntry = z.object({
  key: z.string(),
  name: z.string(),
  values: z.record(z.string(), z.string()),
  source: EntrySource,
  disabled: z.boolean(),
})
export type ListEntry = z.output<typeof ListEntry>

/** Maximum number of entries on the screen of a list; search finds the others. */
export const mostEntriesShown = 1000
/** Maximum number of entries of a list. */
export const mostEntries = 100_000
/** Number of entries of one page of an export. */
export const entriesPerPage = 5000

const List = z.object({ id: z.string(), list: z.enum(projectLists) })

/**
 * A list of a project, by name, with its disabled entries: at most `mostEntriesShown`. Changes are saves of
 * `teams/{id}/{list}/{key}`.
 */
export const readList = endpoint({
  method: 'GET',
  path: '/api/teams/:id/lists/:list',
  whenOffline: 'cached',
  access: 'signedIn',
  params: List,
  query: z.object({ search: z.optional(z.string()) }),
  answer: z.object({
    entries: z.array(ListEntry),
    /** Number of entries of the list that the search finds. */
    total: z.number(),
    mayEdit: z.boolean(),
    /** People: what managers have decided about entries that may be one, for those who may decide. */
    same: z.optional(z.array(StoredSame)),
    /** Name of the project, and of the connected system if it has such a list. */
    project: z.string(),
    system: z.optional(z.string()),
  }),
})

/** The entries behind `after` (a key of the answer before), for an export. */
export const exportList = endpoint({
  method: 'GET',
  path: '/api/teams/:id/lists/:list/entries',
  whenOffline: 'refused',
  access: 'signedIn',
  params: List,
  query: z.object({ after: z.optional(z.string()) }),
  answer: z.object({ entries: z.array(ListEntry), next: z.optional(z.string()) }),
})

/** Reads the companies or people of the connected system into the list. */
export const refreshList = endpoint({
  method: 'POST',
  path: '/api/teams/:id/lists/:list/refresh',
  whenOffline: 'refused',
  access: 'signedIn',
  params: List,
  answer: z.object({ added: z.number(), changed: z.number(), removed: z.number() }),
})

/** Rows of one request of an import, and of a whole file. */
export const rowsPerBatch = 1000
export const mostRows = 50_000

/** The shares of an import: what it adds, changes, leaves as it is, and cannot use. */
export const ImportCounts = z.object({ added: z.number(), changed: z.number(), unchanged: z.number(), problem: z.number() })
export type ImportCounts = z.output<typeof ImportCounts>

/**
 * A row that cannot be used. `row` is its number in the file; the first is 1. `other`: the name of the entry that has
 * the value of the column already. `otherRow`: the earlier row for the same entry.
 */
export const RowProblem = z.object({
  row: z.number(),
  column: z.string(),
  problem: z.enum(entryProblems),
  name: z.string(),
  other: z.optional(z.string()),
  otherRow: z.optional(z.number()),
})
export type RowProblem = z.output<typeof RowProblem>

/**
 * `checking`: the rows arrive, the list is unchanged. `applying` and `undoing` go on with the next request;
 * `applied` and `undone` are finished.
 */
export const ImportState = z.enum(['checking', 'applying', 'applied', 'undoing', 'undone'])

export const ListImport = z.object({
  id: z.string(),
  file: z.string(),
  state: ImportState,
  /** Rows of the file, rows that the server has, and rows that are done in this state. */
  total: z.number(),
  arrived: z.number(),
  done: z.number(),
  counts: ImportCounts,
  /** Entries that an undo left alone, because they were changed since. */
  kept: z.number(),
  /** The first problems, at most `mostProblems`. */
  problems: z.array(RowProblem),
})
export type ListImport = z.output<typeof ListImport>

/** Maximum number of problems in an answer. */
export const mostProblems = 500

const OneImport = z.object({ id: z.string(), list: z.enum(projectLists), import: Id })

/**
 * Rows of a file, to check: nothing in the list changes. The same rows again are the same. An open import of
 * the list that was not applied is dropped.
 */
export const sendRows = endpoint({
  method: 'POST',
  path: '/api/teams/:id/lists/:list/imports/:import/rows',
  whenOffline: 'refused',
  access: 'signedIn',
  params: OneImport,
  body: z.object({
    file: z.string().check(z.maxLength(200)),
    total: z.int().check(z.minimum(1), z.maximum(mostRows)),
    rows: z
      .array(
        z.object({
          row: z.int().check(z.minimum(1), z.maximum(10_000_000)),
          cells: z.record(z.string(), z.string().check(z.maxLength(1000))),
        }),
      )
      .check(z.maxLength(rowsPerBatch)),
  }),
  answer: z.object({ arrived: z.number(), counts: ImportCounts }),
})

/** The last import of a list: to go on with it after a reload, or to undo it. Null: there was none. */
export const lastImport = endpoint({
  method: 'GET',
  path: '/api/teams/:id/lists/:list/import',
  whenOffline: 'refused',
  access: 'signedIn',
  params: List,
  answer: z.object({ import: z.nullable(ListImport) }),
})

/** Applies the next rows. The caller repeats it until the state is `applied`; each row is applied once. */
export const applyImport = endpoint({
  method: 'POST',
  path: '/api/teams/:id/lists/:list/imports/:import/apply',
  whenOffline: 'refused',
  access: 'signedIn',
  params: OneImport,
  answer: ListImport,
})

/** Takes the next rows of the last import back. The caller repeats it until the state is `undone`. */
export const undoImport = endpoint({
  method: 'POST',
  path: '/api/teams/:id/lists/:list/imports/:import/undo',
  whenOffline: 'refused',
  access: 'signedIn',
  params: OneImport,
  answer: ListImport,
})
