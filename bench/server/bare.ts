// The minimum that stores a save: Fastify and one INSERT, on the same driver as the app. Run with tsx; prints
// its address.
import { PGlite } from '@electric-sql/pglite'
import { fastify } from 'fastify'
import { Pool } from 'pg'
import { answeringOnceFlushed, DurableFileSystem } from '../../server/storage/embedded/durableFileSystem.ts'

const { DATABASE_URL, DATA_DIR = '' } = process.env
const table = 'create table if not exists saves (id text primary key, body jsonb not null, at timestamptz not null default now())'
const insert = 'insert into saves (id, body) values ($1, $2)'

async function open(): Promise<(id: string, body: string) => Promise<unknown>> {
  if (DATABASE_URL) {
    const pool = new Pool({ connectionString: DATABASE_URL, max: 10 })
    await pool.query(table)
    return (id, body) => pool.query(insert, [id, body])
  }
  const disk = new DurableFileSystem(DATA_DIR, (error) => {
    throw error
  })
  const startParams = [
    ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
    ...['fsync=on', 'wal_sync_method=fsync', 'max_wal_size=64MB', 'shared_buffers=16MB'].flatMap((setting) => ['-c', setting]),
  ]
  const client = answeringOnceFlushed(await PGlite.create({ fs: disk, startParams }), disk)
  await client.exec(table)
  return (id, body) => client.query(insert, [id, body])
}

const store = await open()
const app = fastify()
app.post<{ Params: { id: string } }>('/save/:id', async ({ params, body }) => {
  await store(params.id, JSON.stringify(body))
  return { ok: true }
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
