import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { appVersionCode } from '../../contract/endpoints/devices.ts'
import { MusterDb, SpillDb } from '../store/db/MusterDb.ts'
import { changeDevice, deviceState, finishCommand, joinAccount } from '../store/session/deviceState.ts'
import { deviceMarkKey } from '../store/session/deviceMark.ts'
import { forgetOwner } from '../store/identity/getOwner.ts'
import { getStore, openStore, setStore } from '../store/db/store.ts'
import { startHeartbeat } from './startHeartbeat.ts'

interface Sent {
  readonly acks: unknown[]
  readonly facts: object
}
const asked = vi.hoisted(() => ({ pings: [] as unknown[], answers: [] as object[] }))
vi.mock('./ask.ts', () => ({
  ask: async (_endpoint: unknown, _params: unknown, body: unknown) => {
    asked.pings.push(body)
    return asked.answers.shift() ?? { registered: true, commands: [] }
  },
}))

const key = 'A'.repeat(20)
const mark = { token: 'secret', name: 'Gate 1', shortId: '7KQ2M9', account: 'Harbor & Pine', verifyKey: 'x', locked: false }
const pings = () => asked.pings as Sent[]
let stop: () => void = () => undefined

beforeEach(() => {
  localStorage.clear()
  Object.assign(asked, { pings: [], answers: [] })
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  setStore(openStore({ db: new MusterDb(options), spill: new SpillDb(options) }))
})
afterEach(() => {
  stop()
  setStore(undefined)
  forgetOwner()
})

describe('the report of a device', () => {
  it('says what the device knows of itself, at most every few minutes, and acknowledges what it got at once', async () => {
    await joinAccount(mark)
    asked.answers = [{ registered: true, name: 'North gate', commands: [{ id: key, kind: 'message', text: 'Hello' }] }]
    stop = startHeartbeat(getStore(), undefined)
    await vi.waitFor(() => expect(pings()).toHaveLength(2), { timeout: 20_000 })
    expect(pings()[0]).toMatchObject({
      token: 'secret',
      versionCode: appVersionCode,
      locked: false,
      acks: [],
      facts: { unsent: { count: 0 }, at: 'app' },
    })
    expect(pings()[1]?.acks).toEqual([{ id: key, state: 'delivered' }])
    await vi.waitFor(
      async () => expect(await deviceState()).toMatchObject({ name: 'North gate', acks: [], open: [{ id: key, text: 'Hello' }] }),
      { timeout: 20_000 },
    )
    globalThis.dispatchEvent(new Event('online'))
    // The acknowledgement is sent at once; the second 'online' event came too early for a report.
    await finishCommand(key)
    await vi.waitFor(async () => expect(await deviceState()).toMatchObject({ open: [], acks: [], done: [key] }), { timeout: 20_000 })
    expect(pings()).toHaveLength(3)
    expect(pings()[2]?.acks).toEqual([{ id: key, state: 'done' }])
  })

  it('has nothing done twice, however often it is asked, and forgets the account that took it out', async () => {
    await joinAccount(mark)
    await changeDevice((device) => ({ ...device, done: [key] }))
    asked.answers = [{ registered: true, commands: [{ id: key, kind: 'restart' }] }]
    stop = startHeartbeat(getStore(), undefined)
    await vi.waitFor(() => expect(pings()[1]?.acks).toEqual([{ id: key, state: 'done' }]), { timeout: 20_000 })
    expect((await deviceState())?.open).toEqual([])
    stop()
    asked.answers = [{ registered: false, commands: [] }]
    await changeDevice((device) => ({ ...device, lastBeat: 0 }))
    stop = startHeartbeat(getStore(), undefined)
    await vi.waitFor(async () => expect(await deviceState()).toBeUndefined(), { timeout: 20_000 })
    expect(localStorage.getItem(deviceMarkKey)).toBeNull()
  })
})
