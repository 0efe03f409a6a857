// @vitest-environment node
import { sql } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { attendanceOf, type GateInfo, type onSiteEvents, type SignIn } from '../../contract/endpoints/attendance.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { presenceOf } from '../../contract/rules/presence.ts'
import { rows } from '../../server/storage/database.ts'
import { tapGate } from '../../src/features/gate/tapGate.ts'
import { forgetOwner, setOwner } from '../../src/store/identity/getOwner.ts'
import { ownRecords } from '../../src/store/kiosk/useOwnRecords.ts'
import { drainSpill } from '../../src/store/outbox/saveOp.ts'
import { type Store, setStore } from '../../src/store/db/store.ts'
import { resetPauses } from '../../src/store/outbox/resetPauses.ts'
import type { Send } from '../../src/sync/send.ts'
import { foreman, tower, useServer as ownServer } from '../harness/testServer.ts'
import { Clock, Device } from './device.ts'
import { sendAll } from './site.ts'

// Starting a server takes longer than the default timeouts.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })
const server = ownServer()

afterEach(() => {
  setStore(undefined)
  forgetOwner()
})

it('300 people signed in without a signal, across two restarts of the tablet, are 300 sign-ins on the server and nothing else', async () => {
  const person = await server.person(foreman)
  const { body } = await person.get<{ gates: GateInfo[] }>('/api/gates')
  const gate = body.gates.find(({ team }) => team === tower) as GateInfo
  const owner = `u:${person.uid}`

  const clock = new Clock()
  clock.time = Date.now()
  const device = new Device(clock)
  let store: Store & { alive(): boolean; never: Promise<never> }
  const start = async () => {
    store = device.start(() => 0.5)
    setStore(store)
    await setOwner(owner)
    await drainSpill(store)
  }
  await start()
  /** Answers of the real server; one in `lost` of them never arrives. */
  const wire =
    (lost: number): Send =>
    async ({ method, url, headers, body: sent }) => {
      const alive = store.alive
      const answer = await fetch(server.url + url, {
        method,
        headers: { ...headers, cookie: person.cookie },
        body: (sent as string) ?? null,
      })
      const text = await answer.text()
      requests++
      if (!alive()) return await store.never
      if (lost > 0 && requests % lost === 0) return { kind: 'none', aborted: false }
      return { kind: 'answer', status: answer.status, redirected: false, header: (name) => answer.headers.get(name), text }
    }
  let requests = 0
  let people = 0
  const sign = async (count: number, direction: 'in' | 'out' = 'in') => {
    for (let n = 0; n < count; n++) {
      const who: SignIn['who'] = { name: `Queue ${String(++people).padStart(3, '0')}`, company: 'Morning Shift' }
      clock.advance(12_000)
      await tapGate({ direction, gate, site: 'harbor-point-tower', who, via: 'list' })
    }
  }
  const onTablet = async () => {
    const own = await ownRecords(store, owner, [`forms/${gate.form}/`])
    return own.flatMap(({ path, model, at }) => attendanceOf({ path, model, at }) ?? [])
  }

  await sign(120)
  device.kill()
  await start()
  // The first restart loses nothing; the presence list comes from the tablet alone.
  expect(presenceOf({ events: await onTablet(), now: clock.time }).onSite).toHaveLength(120)
  await sign(100)

  // A weak signal: the tablet crashes after the server has stored a record, before its answer arrives.
  device.crash = { at: 'send.answered', nth: 35 }
  const died = device.nextCrash()
  expect(await Promise.race([sendAll(store!, wire(0)), died])).toBe('crashed')
  await start()
  expect(presenceOf({ events: await onTablet(), now: clock.time }).onSite).toHaveLength(220)
  await sign(80)

  for (let pass = 0; pass < 20 && (await store!.db.outbox.count()) > 0; pass++) {
    clock.advance(301_000)
    await resetPauses(store!)
    await sendAll(store!, wire(pass < 3 ? 11 : 0))
  }
  expect(await store!.db.outbox.count()).toBe(0)

  const arrived = await rows(
    server.running.app.storage.db,
    z.object({ name: z.string(), times: z.number() }),
    sql`select model #>> '{attendance,name}' as name, count(*)::int as times from records
        where parent = ${`forms/${gate.form}`} and model #>> '{attendance,company}' = 'Morning Shift' group by 1 order by 1`,
  )
  expect(arrived).toEqual(Array.from({ length: 300 }, (_, n) => ({ name: `Queue ${String(n + 1).padStart(3, '0')}`, times: 1 })))

  // The tablet's own copies and the server's events are the same people, each once.
  const told = await person.get<AnswerOf<typeof onSiteEvents>>(`/api/onsite/${tower}`)
  const both = presenceOf({ events: [...told.body.events, ...(await onTablet())], now: clock.time })
  expect(both.onSite.filter(({ company }) => company === 'Morning Shift')).toHaveLength(300)
})
