import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { appVersionCode, codePath } from '../../../contract/endpoints/devices.ts'
import { account, manager, newId, owner, useServer } from '../../../tests/harness/testServer.ts'

const token = 'a token of the monitoring of thirty-two'
const server = useServer({ metricsToken: token })
const page = async () => (await server.nobody().get('/metrics', { authorization: `Bearer ${token}` })).text
const root = join(import.meta.dirname, '../../..')

/** The value of a metric on the page; undefined if it is not there. */
const valueOf = (text: string, name: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

/** A registered tablet reports unsent saves, the oldest made at this time. */
async function report(oldest: string, count = 3) {
  const admin = await server.person(manager)
  const ticket = await admin.ask<{ url: string }>('POST', '/api/device/ticket', { billing: account })
  const tablet = server.nobody()
  const code = ticket.body.url.split(codePath)[1]
  const joined = await tablet.ask<{ token: string }>('POST', '/api/device/register', { code, name: 'Gate 1' })
  const facts = { app: '1.4.0', forms: [], unsent: { count, oldest }, at: 'kiosk' }
  const now = new Date().toISOString()
  const { token: own } = joined.body
  const body = { token: own, versionCode: appVersionCode, now, locked: false, facts, acks: [] }
  expect((await tablet.ask<{ registered: boolean }>('POST', '/api/device/ping', body)).body.registered).toBe(true)
}

describe('the metrics of a server', () => {
  it('answer a caller with the token, and 404 without it', async () => {
    const answer = await server.nobody().get('/metrics', { authorization: `Bearer ${token}` })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const person = await server.person(owner)
    for (const headers of [{}, { authorization: token }, { authorization: `Bearer ${token}x` }, { authorization: 'Bearer ' }]) {
      expect((await server.nobody().get('/metrics', headers)).status).toBe(404)
      expect((await person.get('/metrics', headers)).status).toBe(404)
    }
  })

  it('count requests by the pattern of the address and never by what a person did', async () => {
    const person = await server.person(owner)
    const path = `forms/visit-${newId()}`
    await person.get(`/api/data/${path}`)
    const text = await page()
    expect(text).toMatch(/^muster_http_request_duration_seconds_count\{method="GET",route="\/api\/data\/\*",status="\d+"\} [1-9]/m)
    expect(text).not.toContain(path)
    expect(text).not.toMatch(/\+1\d{10}/)
    const labels = [...text.matchAll(/(\w+)="/g)].map(([, name]) => name)
    const own = [
      'method',
      'route',
      'status',
      'kind',
      'given_up',
      'outcome',
      'le',
      'space',
      'type',
      'version',
      'major',
      'minor',
      'patch',
      'quantile',
    ]
    expect(labels.filter((name) => !own.includes(name ?? ''))).toEqual([])
  })

  it('count texts, and tell what devices keep', async () => {
    const before = await page()
    expect(valueOf(before, 'muster_devices')).toBe(0)
    // An alert sees the first failure only after a zero.
    expect(valueOf(before, 'muster_texts_total{outcome="failed"}')).toBe(0)
    for (const kind of ['feed', 'broadcast', 'photos'])
      expect(valueOf(before, `muster_job_failures_total{kind="${kind}",given_up="true"}`)).toBe(0)
    const sent = valueOf(before, 'muster_texts_total{outcome="sent"}') ?? 0
    await server.nobody().ask('POST', '/auth/verify', { mobile: owner })
    await server.running.idle()
    await report(new Date(Date.now() - 7_200_000).toISOString())
    const after = await page()
    expect(valueOf(after, 'muster_texts_total{outcome="sent"}')).toBe(sent + 1)
    expect(valueOf(after, 'muster_database_up')).toBe(1)
    expect(valueOf(after, 'muster_devices')).toBe(1)
    expect(valueOf(after, 'muster_devices_silent')).toBe(0)
    expect(valueOf(after, 'muster_devices_unsent_saves')).toBe(3)
    expect(Math.round((valueOf(after, 'muster_devices_oldest_unsent_seconds') ?? 0) / 600)).toBe(12)
    expect(valueOf(after, 'muster_disk_free_bytes')).toBeGreaterThan(0)
    expect(valueOf(after, 'muster_change_stream_clients')).toBe(0)
  })

  it('are there although a device reports a day that does not exist and more saves than there are', async () => {
    await report('2020-02-31T00:00:00Z', Number.MAX_SAFE_INTEGER)
    expect(valueOf(await page(), 'muster_database_up')).toBe(1)
  })

  it('are those that the alert rules and the dashboard ask for', async () => {
    // A server with a replica has them: readReplica.test.ts reads them.
    const withReplica = ['muster_read_replica_up', 'muster_read_replica_lag_seconds', 'muster_read_replica_statements']
    const known = new Set(
      [...(await page()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    )
    for (const file of ['alerts.yaml', 'dashboard.json']) {
      const asked = readFileSync(join(root, 'deploy/monitoring', file), 'utf8').match(/\b(?:muster|nodejs|process)_\w+/g) ?? []
      expect(asked.length).toBeGreaterThan(5)
      expect(
        asked.filter((name) => !known.has(name) && !withReplica.includes(name)),
        file,
      ).toEqual([])
    }
  })

  it('go on without the database, which is then the reason why the server is not ready', async () => {
    expect((await server.nobody().get('/readyz')).body).toEqual({ ready: true })
    await server.running.storage.close()
    const ready = await server.nobody().get<{ ready: boolean; reasons: string[] }>('/readyz')
    expect([ready.status, ready.body]).toEqual([503, { ready: false, reasons: ['database'] }])
    expect(valueOf(await page(), 'muster_database_up')).toBe(0)
    await server.restart()
    expect((await server.nobody().get('/readyz')).status).toBe(200)
  })
})
