import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryBudget } from './queryBudget.ts'

/** What the storage knows of the running code. */
export interface RunningWork {
  readonly budget?: QueryBudget | undefined
  /** An object instead of a boolean, so that work that outlives its transaction is free again. */
  readonly transaction?: { open: boolean } | undefined
}

/** One store for both: Node.js copies each store to every promise. */
export const runningWork = new AsyncLocalStorage<RunningWork>()
