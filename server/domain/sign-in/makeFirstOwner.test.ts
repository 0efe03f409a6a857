import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { startPostgres } from '../../../tests/harness/postgres.ts'
import { rows } from '../../storage/database.ts'
import { openStorage } from '../../storage/storage.ts'
import type { App } from '../app.ts'
import { makeFirstOwner } from './makeFirstOwner.ts'

it('makes one owner, however many servers start together, and none where there are people', async () => {
  const postgres = await startPostgres()
  const storage = await openStorage({ databaseUrl: postgres.url(), checkRows: true })
  try {
    const make = (n: number) => makeFirstOwner({ storage } as App, { mobile: `+1202555015${n}`, name: `Owner ${n}`, project: 'Pier 7' })
    const made = await Promise.all([1, 2, 3].map(make))
    expect(made.filter((uid) => uid !== undefined)).toHaveLength(1)
    expect(await make(4)).toBeUndefined()
    const names = await rows(storage.db, z.object({ name: z.string() }), sql`select name from people`)
    expect(names).toHaveLength(1)
    await expect(makeFirstOwner({ storage } as App, { mobile: '555', name: 'Ruth', project: 'Pier 7' })).rejects.toThrow('OWNER_MOBILE')
  } finally {
    await storage.close()
    await postgres.stop()
  }
})
