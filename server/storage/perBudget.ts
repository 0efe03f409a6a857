import { currentBudget, type QueryBudget } from './queryBudget.ts'
import type { Storage } from './storage.ts'

/** Returns a function that makes a value once for each database and budget of its caller, so that budgets do not wait for each other. */
export function perBudget<T extends object>(make: (storage: Storage, budget: QueryBudget) => T): (storage: Storage) => T {
  const made = new WeakMap<Storage, Map<QueryBudget, T>>()
  return (storage) => {
    const byBudget = made.get(storage) ?? new Map<QueryBudget, T>()
    made.set(storage, byBudget)
    const budget = currentBudget()
    const value = byBudget.get(budget) ?? make(storage, budget)
    byBudget.set(budget, value)
    return value
  }
}
