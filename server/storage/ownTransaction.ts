import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose transaction the running code is in. A mark rather than a flag, so that work that outlives its transaction is free again. */
const inside = new AsyncLocalStorage<{ open: boolean }>()

/** Runs `work` as the inside of a transaction. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const mark = { open: true }
  try {
    return await inside.run(mark, work)
  } finally {
    mark.open = false
  }
}

/**
 * Throws when the running code is inside a transaction. The embedded database has one connection, so a query beside one's own
 * transaction would wait for it for ever; on PostgreSQL it would not see what the transaction wrote.
 */
export function refuseInsideTransaction(): void {
  if (inside.getStore()?.open) throw new Error('this code runs inside a transaction: use its tx, not the database beside it')
}

/** The client, refusing to be used beside one's own transaction. `methods` are those that talk to the database. */
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
