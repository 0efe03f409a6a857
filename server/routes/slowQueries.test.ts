import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Device, newId, useServer, worker } from '../../tests/harness/testServer.ts'
import { rows } from '../storage/database.ts'

const server = useServer({ budgets: { request: 4_000, job: 120_000 } })
const form = 'hazard-report'
let device: Device

beforeAll(async () => {
  device = await server.person(worker)
  // A statement that never ends, for a save with the word "stuck".
  await server.running.storage.db.execute(sql`
    create function never_ends() returns trigger language plpgsql as $$ begin loop null; end loop; end $$`)
  await server.running.storage.db.execute(sql`
    create trigger stuck before insert on records for each row when (new.model ->> 'description' = 'stuck') execute function never_ends()`)
})

const save = (id: string, opId: string, seq: number, description: string) =>
  device.save<{ error?: { code: string; message: string } }>(
    `forms/${form}/${id}`,
    { payload: { description }, base: null },
    { 'idempotency-key': opId, 'x-seq': String(seq) },
  )

it('keeps every answered save when the database is ended in the middle of 200, and takes the others again exactly once', async () => {
  const saves = Array.from({ length: 200 }, (_, n) => ({ id: newId(), opId: newId(), seq: 1000 + n }))
  const answered = new Set<string>()
  const send = async ({ id, opId, seq }: (typeof saves)[number]) => {
    const { status } = await save(id, opId, seq, 'Seen near the stair')
    expect([200, 503]).toContain(status)
    if (status === 200) answered.add(opId)
  }
  const first = saves.slice(0, 120).map(send)
  const stuck = save(newId(), newId(), 2000, 'stuck')
  const second = saves.slice(120).map(send)

  const refused = await stuck
  expect({ status: refused.status, code: refused.body.error?.code }).toEqual({ status: 503, code: 'UNAVAILABLE' })
  expect(refused.body.error?.message).toContain('demorou demais')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(server.log.some((line) => line.includes('the database was ended and opened again'))).toBe(true)
  await Promise.all([...first, ...second])

  const kept = new Set(
    (await rows(server.running.storage.db, z.object({ op: z.string() }), sql`select op_id as op from receipts`)).map(({ op }) => op),
  )
  expect([...answered].filter((op) => !kept.has(op))).toEqual([])

  // A device sends an unanswered save again until it gets an answer; here, all of them.
  for (const one of saves) {
    answered.delete(one.opId)
    while (!answered.has(one.opId)) await send(one)
  }
  const [counted] = await rows(
    server.running.storage.db,
    z.record(z.string(), z.number()),
    sql`with mine as (select jsonb_array_elements_text(${JSON.stringify(saves.map(({ opId }) => opId))}::jsonb) as op)
        select count(*)::int as receipts, count(distinct p.path)::int as records, max(r.rev)::int as rev,
          (select count(*)::int from changes c join receipts q on q.path = c.path join mine on mine.op = q.op_id) as changes
        from mine join receipts p on p.op_id = mine.op join records r on r.path = p.path`,
  )
  expect(counted).toEqual({ receipts: 200, records: 200, rev: 1, changes: 200 })
}, 240_000)

it('answers health checks while a statement of another person runs', async () => {
  let stopped = false
  const stuck = save(newId(), newId(), 3000, 'stuck').finally(() => {
    stopped = true
  })
  let checks = 0
  while (!stopped && checks < 20) if ((await device.get('/healthz')).status === 200) checks++
  expect(checks).toBe(20)
  expect((await stuck).status).toBe(503)
}, 240_000)
