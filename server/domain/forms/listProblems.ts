import type { ListFinding } from '../../../contract/forms/lists/listOfTable.ts'
import { listsFolder } from '../../../contract/forms/lists/listFileName.ts'
import type { App } from '../app.ts'

/** A file beside the forms that is not read as a list, or was not read again. */
export interface ListProblems {
  /** `lists/machines.csv` */
  readonly file: string
  /** Absent when its name is no name of a list. */
  readonly list: string | undefined
  readonly team: string
  readonly findings: readonly ListFinding[]
}

const noted = new WeakMap<App, Map<string, ListProblems>>()

/** Stores the problems of a file beside the forms; without findings they are gone. */
export function noteListProblems(app: App, file: string, problems: Omit<ListProblems, 'file'>): void {
  const all = noted.get(app) ?? new Map<string, ListProblems>()
  noted.set(app, all)
  if (problems.findings.length === 0) all.delete(file)
  else all.set(file, { ...problems, file: `${listsFolder}/${file}` })
}

/** Forgets files that are no longer there. */
export function forgetListFiles(app: App, present: ReadonlySet<string>): void {
  const all = noted.get(app)
  for (const file of all?.keys() ?? []) if (!present.has(file)) all?.delete(file)
}

export const listProblemsOf = (app: App, team: string): readonly ListProblems[] =>
  [...(noted.get(app)?.values() ?? [])].filter((one) => one.team === team)
