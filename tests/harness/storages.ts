import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { makeSnapshot } from '../../server/storage/embedded/makeSnapshot.ts'
import { migrations } from '../../server/storage/migrations.data.ts'
import { openStorage, type Storage } from '../../server/storage/storage.ts'
import { cache, copyOf } from './copies.ts'
import { type Postgres, startPostgres } from './postgres.ts'

/** A storage for one test file, and functions to open the same data again. */
export interface TestStorage {
  readonly storage: Storage
  /** Closes and reopens it, like a restart. */
  reopen(): Promise<void>
  /** Opens a second server process on the same data; PostgreSQL only. */
  second(): Promise<Storage>
}

/** Runs the tests on the embedded storage in a temporary folder, and again on a real PostgreSQL. */
export function onEachStorage(tests: (use: TestStorage) => void): void {
  describe('embedded', () => {
    let folder = ''
    let storage: Storage | undefined
    beforeAll(async () => {
      folder = await embeddedFolder()
      storage = await openStorage({ dataDir: folder, checkRows: true })
    })
    afterAll(async () => {
      await storage?.close()
      rmSync(folder, { recursive: true, force: true })
    })
    tests({
      get storage() {
        return opened(storage)
      },
      async reopen() {
        await storage?.close()
        storage = await openStorage({ dataDir: folder, checkRows: true })
      },
      second: () => Promise.reject(new Error('the embedded storage serves one process')),
    })
  })

  describe('PostgreSQL', () => {
    let postgres: Postgres | undefined
    let storage: Storage | undefined
    let url = ''
    beforeAll(async () => {
      postgres = await startPostgres()
      url = postgres.url()
      storage = await openStorage({ databaseUrl: url, checkRows: true })
    })
    afterAll(async () => {
      await storage?.close()
      await postgres?.stop()
    })
    tests({
      get storage() {
        return opened(storage)
      },
      async reopen() {
        await storage?.close()
        storage = await openStorage({ databaseUrl: url, checkRows: true })
      },
      second: () => openStorage({ databaseUrl: url, checkRows: true }),
    })
  })
}

function opened(storage: Storage | undefined): Storage {
  if (!storage) throw new Error('the storage is open only while the tests run')
  return storage
}

/**
 * A new temporary data folder with an empty, migrated embedded database. It is a copy, because creating one
 * takes seconds.
 */
export const embeddedFolder = (): Promise<string> =>
  copyOf(`database-${stateOfTheSchema()}`, async (draft) => {
    const storage = await openStorage({ dataDir: draft, snapshot: await testSnapshot() })
    await storage.close()
  })

/** A snapshot of the current schema, created once per schema and PGlite version. */
export async function testSnapshot(): Promise<string> {
  const file = join(cache, `snapshot-${stateOfTheSchema()}.tar.gz`)
  if (!existsSync(file)) await makeSnapshot(file)
  return file
}

function stateOfTheSchema(): string {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(join(dirname(pglite), '../package.json'), 'utf8')) as { version: string }
  return createHash('sha256').update(version).update(JSON.stringify(migrations)).digest('hex').slice(0, 16)
}
