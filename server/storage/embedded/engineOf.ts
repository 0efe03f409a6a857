import { drizzle } from 'drizzle-orm/pglite'
import type { Database, Engine } from '../database.ts'
import { refusingInsideTransaction } from '../insideTransaction.ts'
import * as schema from '../schema.ts'
import type { EmbeddedClient } from './ToWorker.ts'

const talking = new Set(['query', 'exec', 'transaction', 'alone'])

interface EngineClient extends EmbeddedClient {
  /** Runs `work` without statements of other callers in between. Absent if there are no other callers. */
  alone?<T>(work: (exec: EmbeddedClient['exec']) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function engineOf(client: EngineClient, close: () => Promise<void> = () => client.close()): Engine {
  const guarded = refusingInsideTransaction(client, talking)
  return {
    kind: 'embedded',
    // Drizzle calls only query() and transaction().
    db: drizzle({ client: guarded as never, schema }) as unknown as Database,
    ask: async <Row>(text: string, values: readonly unknown[]) => (await guarded.query<Row>(text, [...values])).rows,
    alone: (work) => {
      const run = (exec: EmbeddedClient['exec']) => work(async (text) => (await exec(text)).at(-1)?.rows as never)
      return guarded.alone ? guarded.alone(run) : run((text) => guarded.exec(text))
    },
    close,
  }
}
