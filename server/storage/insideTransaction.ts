import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The transaction of the running code. An object instead of a boolean, so that work that outlives its
 * transaction is free again.
 */
const inside = new AsyncLocalStorage<{ open: boolean }>()

/** Runs `work` and marks its code as inside a transaction. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const mark = { open: true }
  try {
    return await inside.run(mark, work)
  } finally {
    mark.open = false
  }
}

/**
 * Throws when the running code is inside a transaction. The embedded database has one connection, so a
 * query outside the current transaction would wait for that transaction forever; on PostgreSQL it would not
 * see the transaction's writes.
 */
export function refuseInsideTransaction(): void {
  if (inside.getStore()?.open) throw new Error('this code runs inside a transaction: use its tx, not the database beside it')
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
