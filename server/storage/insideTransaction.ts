import { runningWork } from './queryBudget.ts'

/** Runs `work` and marks its code as inside a transaction. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { open: true }
  try {
    return await runningWork.run({ budget: runningWork.getStore()?.budget, transaction }, work)
  } finally {
    transaction.open = false
  }
}

/**
 * Throws when the running code is inside a transaction. The embedded database has one connection, so a
 * query outside the current transaction would wait for that transaction forever; on PostgreSQL it would not
 * see the transaction's writes.
 */
export function refuseInsideTransaction(): void {
  if (runningWork.getStore()?.transaction?.open)
    throw new Error('this code runs inside a transaction: use its tx, not the database beside it')
}

/**
 * A proxy of the client that refuses calls outside the current transaction. `methods` are the methods that
 * query the database.
 */
export function refusingInsideTransaction<Client extends object>(client: Client, methods: ReadonlySet<string>): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (typeof name !== 'string' || !methods.has(name)) return value.bind(target)
      return (...args: unknown[]) => {
        refuseInsideTransaction()
        return value.apply(target, args)
      }
    },
  })
}
