import { AsyncLocalStorage } from 'node:async_hooks'
import { Refused } from '../../contract/Refused.ts'
import { causesOf, sqlState } from './sqlState.ts'
import { type Text, text } from '../i18n/text.ts'

/**
 * The caller that waits for a statement: a person (`request`), a listening device (`listen`), a job (`job`), a page of an
 * export or a report (`export`), or only the server (`none`: migrations, vacuum).
 */
export type QueryBudget = 'request' | 'listen' | 'job' | 'export' | 'none'

/** Time limit of one statement, ms. `none` has no limit. */
export interface QueryBudgets {
  readonly request: number
  readonly job: number
}

export const defaultBudgets: QueryBudgets = { request: 10_000, job: 120_000 }

/** What the storage knows of the running code. */
interface RunningWork {
  readonly budget: QueryBudget | undefined
  /** An object instead of a boolean, so that work that outlives its transaction is free again. */
  readonly transaction: { open: boolean } | undefined
}

/** One store for both: Node.js copies each store to every promise. */
export const runningWork = new AsyncLocalStorage<RunningWork>()

/**
 * Runs `work` with this budget for each of its statements. Without it a statement has the budget of a
 * request.
 */
export function withQueryBudget<T>(budget: QueryBudget, work: () => T): T {
  return runningWork.run({ budget, transaction: runningWork.getStore()?.transaction }, work)
}

/** The budget of the running code. */
export const currentBudget = (): QueryBudget => runningWork.getStore()?.budget ?? 'request'

/** The budget of the connections that a statement may use: exports and reports share those of jobs. */
export const poolFor = (budget: QueryBudget): Exclude<QueryBudget, 'export'> => (budget === 'export' ? 'job' : budget)

/** Milliseconds; Infinity for `none`. */
export const limitOf = (budgets: QueryBudgets, budget: QueryBudget): number => {
  if (budget === 'none') return Number.POSITIVE_INFINITY
  return budgets[poolFor(budget) === 'job' ? 'job' : 'request']
}

const away = text('The database cannot be reached at the moment. Please try again in a minute.')

/**
 * Messages by SQLSTATE: a statement exceeded its budget, waited too long for a lock, or left its
 * transaction open; the database stops, starts, has no connection left, or the connection broke.
 */
const reasons: Readonly<Record<string, Text>> = {
  '57014': text('This took the database too long and was stopped. Please try again with less data.'),
  '55P03': text('Another person is changing the same thing. Please try again in a moment.'),
  '25P03': text('This took too long and was undone. Please try again.'),
  '08006': away,
  '53300': away,
  '57P01': away,
  '57P02': away,
  '57P03': away,
}

/** The error of a database that stops slow work. `code` is PostgreSQL's SQLSTATE for it. */
export const stopped = (code: keyof typeof reasons): Refused => new Refused(503, 'UNAVAILABLE', reasons[code] ?? away)

/** The database was lost during a transaction or a statement; whether the writes were stored is unknown. */
export const interrupted = (): Refused =>
  new Refused(503, 'UNAVAILABLE', text('The database had to be opened again and this was not finished. Please try again.'))

/** The 503 response for a database error, also if a library wrapped it; undefined for other errors. */
export function refusalOf(error: unknown): Refused | undefined {
  const refused = causesOf(error).find((at) => at instanceof Refused)
  if (refused) return refused
  const state = sqlState(error)
  return state !== undefined && state in reasons ? stopped(state) : undefined
}
