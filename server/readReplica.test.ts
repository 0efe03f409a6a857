import { addDays } from 'date-fns/addDays'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Statistics } from '../contract/endpoints/reporting.ts'
import { type PostgresReplica, startReplica } from '../tests/harness/postgres.ts'
import { type Device, idOf, manager, newId, owner, tower, useServer } from '../tests/harness/testServer.ts'
import { traceCollector } from '../tests/harness/traceCollector.ts'
import { configFrom, startServer } from './main.ts'

const server = useServer({ metricsToken: 'the monitoring of these tests reads it' }, 'postgres')
let replica: PostgresReplica
const collector = await traceCollector()
afterAll(() => collector.close())

const address = `/api/automation/${idOf('bot Hazards & Near Misses')}/export.csv`
const exportOf = async (device: Device, headers = {}) => (await device.get(address, headers)).text
const failing = async () => (await server.nobody().get<{ ready: boolean; failing?: string[] }>('/readyz')).body
const metrics = async () => {
  const { text } = await server.nobody().get('/metrics', { authorization: 'Bearer the monitoring of these tests reads it' })
  const of = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
  return {
    up: of('muster_read_replica_up'),
    lag: of('muster_read_replica_lag_seconds'),
    fromReplica: of('muster_read_replica_statements{server="replica"}'),
  }
}
const save = async (device: Device, title: string) => {
  const saved = await device.save(`forms/hazard-report/${newId()}`, { payload: { title } })
  expect(saved.status).toBe(200)
  return saved
}
/** Waits until the replica has what was saved. */
const untilShown = (device: Device, title: string) => expect.poll(() => exportOf(device), { timeout: 20_000 }).toContain(title)

beforeAll(async () => {
  if (!server.postgres) throw new Error('these tests need PostgreSQL')
  replica = await startReplica(server.postgres)
  const { traces } = configFrom({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  await server.restart({ databaseReadUrl: replica.url(), traces })
})
afterAll(async () => await replica.stop())

describe('a replica for lists, exports and reports', () => {
  it('a person sees their own save at once, on each of their devices, and other people see it when the replica has it', async () => {
    await expect.poll(failing, { timeout: 20_000 }).toEqual({ ready: true })
    const [mine, other, boss] = [await server.person(manager), await server.person(manager), await server.person(owner)]
    await save(mine, 'Ladder before the pause')
    await untilShown(boss, 'Ladder before the pause')
    const before = (await metrics()).fromReplica
    await replica.pauseReplay()
    const saved = await save(mine, 'Ladder after the pause')
    for (const own of [mine, other]) expect(await exportOf(own)).toContain('Ladder after the pause')
    const trace = 'ab'.repeat(16)
    const old = await exportOf(boss, { traceparent: `00-${trace}-00f067aa0ba902b7-01` })
    expect(old).toContain('Ladder before the pause')
    expect(old).not.toContain('Ladder after the pause')
    expect((await metrics()).fromReplica).toBeGreaterThan(before)
    // A statement at the replica is a span like those at the database.
    const traced = () => collector.spans.filter(({ traceId }) => traceId === trace).map(({ name }) => name)
    await expect.poll(traced, { timeout: 20_000 }).toContain('select records')

    // The day of the project may be another one than that of UTC.
    const [yesterday = '', tomorrow = ''] = [-1, 1].map((days) => addDays(new Date(), days).toISOString().slice(0, 10))
    const started = async (device: Device) => {
      const body = { start: yesterday, end: tomorrow, projects: [tower], group: 'bot' }
      const { classes } = (await device.ask<Statistics>('POST', '/api/statistics', body)).body
      return classes.flatMap((one) => one.rows).reduce((sum, row) => sum + Number(row.values['started'] ?? 0), 0)
    }
    expect((await started(mine)) - (await started(boss))).toBe(1)

    // The cookie tells another server what this browser has written.
    const position = /muster_position=[^;]+/.exec(saved.headers.get('set-cookie') ?? '')?.[0] ?? ''
    const second = await startServer({
      port: 0,
      host: '127.0.0.1',
      dataDir: server.dataDir,
      databaseUrl: server.postgres?.url(),
      databaseReadUrl: replica.url(),
      log: () => undefined,
      say: () => undefined,
    })
    const atSecond = async (cookie: string) => (await fetch(second.url + address, { headers: { cookie, 'x-actor': mine.uid } })).text()
    expect(await atSecond(`${mine.cookie}; ${position}`)).toContain('Ladder after the pause')
    await second.close()

    await replica.resumeReplay()
    await untilShown(boss, 'Ladder after the pause')
  })

  it('while the replica is away the database answers, the server stays ready and says so', async () => {
    const boss = await server.person(owner)
    expect(await metrics()).toMatchObject({ up: 1 })
    await replica.stop()
    await save(await server.person(manager), 'Ladder without a replica')
    expect(await exportOf(boss)).toContain('Ladder without a replica')
    await expect.poll(failing, { timeout: 20_000 }).toEqual({ ready: true, failing: ['read-replica'] })
    expect(await metrics()).toMatchObject({ up: 0 })
    expect(server.log.some((line) => line.includes('the read replica is not used'))).toBe(true)
  })
})
