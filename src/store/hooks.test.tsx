import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listRecords, patchRecord, saveRecord } from '../../contract/endpoints/records.ts'
import { getMe } from '../../contract/endpoints/sign-in.ts'
import { useClockAhead } from './db/useClockAhead.ts'
import { useFileUrl } from './files/addBlob.ts'
import { useCached } from './queries/cached.ts'
import { claim, settle } from './outbox/claim.ts'
import { MusterDb, SpillDb } from './db/MusterDb.ts'
import { noteLastError, setFetcher, type RefreshResult } from './db/emitStoreEvent.ts'
import { forgetOwner } from './identity/getOwner.ts'
import { queue, useDelivery, useOutbox, useOutboxCounts, useReceipts } from './outbox/queue.ts'
import { setOwner } from './identity/useOwner.ts'
import { pendingModel } from './outbox/pending.ts'
import { usePreference } from './preferences/preferences.ts'
import { useSession } from './session/session.ts'
import { getStore, openStore, setStore } from './db/store.ts'

let unmount: () => void = () => undefined

beforeEach(async () => {
  localStorage.clear()
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  setStore(openStore({ db: new MusterDb(options), spill: new SpillDb(options) }))
  await setOwner('u:ana')
})
afterEach(() => {
  unmount()
  setFetcher(undefined)
  setStore(undefined)
  forgetOwner()
})

/** Renders a hook; `when` resolves with its value once the value matches. */
async function live<T>(useIt: () => T) {
  let latest: T | undefined
  const renders: T[] = []
  function Probe(): ReactNode {
    latest = useIt()
    renders.push(latest)
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Probe />))
  unmount = () => act(() => root.unmount())
  return {
    renders,
    async when(fits: (value: T) => boolean): Promise<T> {
      for (let turn = 0; turn < 500; turn++) {
        if (latest !== undefined && fits(latest)) return latest
        await act(async () => {
          await new Promise((resolve) => setImmediate(resolve))
        })
      }
      throw new Error(`It says ${JSON.stringify(latest)}`)
    },
  }
}

const save = (n: number, path = 'forms/a/1') => queue(saveRecord, { '*': path }, { payload: { n } }, { title: `Number ${n}` })
const first = async () => {
  const { claims } = await claim(getStore(), 'u:ana', { worker: 'w', limit: 1, busy: new Set() })
  return claims[0] as NonNullable<(typeof claims)[0]>
}

describe('notifications to the screens', () => {
  it('counts and lists what waits, as it changes', async () => {
    const counts = await live(() => ({ counts: useOutboxCounts(), list: useOutbox(), sent: useReceipts(5) }))
    await save(1)
    const waiting = await counts.when(({ list }) => list.length === 1)
    expect(waiting.counts).toEqual({ saved: 1, sending: 0, needsYou: 0, percent: 0, otherPeople: 0, otherWaiting: 0 })
    expect(waiting.list[0]).toMatchObject({ title: 'Number 1', state: 'queued', own: true, path: 'forms/a/1' })
    expect(waiting.list[0]?.words).toContain('Saved on this device')
    const op = await first()
    await counts.when(({ counts: { sending } }) => sending === 1)
    await settle(getStore(), op, { kind: 'sent', answer: { opId: op.opId, rev: 1, notification: 'Thanks' } })
    const after = await counts.when(({ sent, counts: now }) => sent.length === 1 && now.saved + now.sending === 0)
    expect(after.sent[0]).toMatchObject({ title: 'Number 1', outcome: 'sent', answer: { notification: 'Thanks' }, told: false })
  })

  it('shows a refusal in the server’s words, and what waits behind it', async () => {
    await save(1)
    await save(2)
    const op = await first()
    await settle(getStore(), op, { kind: 'parked', error: { kind: 'refused', code: 'INVALID', message: 'Hours are missing', at: 0 } })
    const outbox = await live(useOutbox)
    const [head, next] = await outbox.when((list) => list.length === 2)
    expect(head).toMatchObject({ state: 'parked', error: { message: 'Hours are missing' } })
    expect(head?.words).toContain('Hours are missing')
    expect(next?.state).toBe('blocked')
  })

  it('follows one save from the device to its receipt', async () => {
    const { opId } = await save(1)
    const delivery = await live(() => useDelivery(opId) ?? { state: 'none', percent: 0 })
    await delivery.when(({ state }) => state === 'saved')
    const op = await first()
    await delivery.when(({ state }) => state === 'sending')
    await settle(getStore(), op, { kind: 'sent', answer: { opId, rev: 1 } })
    await delivery.when(({ state }) => state === 'sent')
  })

  it('shows another person only how many saves wait, not which', async () => {
    await save(1)
    await setOwner('u:ben')
    const outbox = await live(() => ({ list: useOutbox(), counts: useOutboxCounts() }))
    const { list, counts } = await outbox.when((now) => now.list.length === 1 && now.counts.otherPeople === 1)
    expect(counts).toMatchObject({ saved: 0, needsYou: 0 })
    expect(list[0]).toMatchObject({ own: false, title: undefined, path: '', state: 'authWait' })
  })

  it('says that the person must sign in again, and counts the save among what needs them', async () => {
    await save(1)
    const session = await live(() => ({ session: useSession().state, counts: useOutboxCounts() }))
    await session.when((now) => now.session === 'ok')
    await getStore().db.principals.put({ owner: 'u:ana', session: 'expired', at: 0 })
    const { counts } = await session.when((now) => now.session === 'expired' && now.counts.needsYou === 1)
    expect(counts.saved).toBe(0)
    await setOwner('u:ana')
    await session.when((now) => now.session === 'ok' && now.counts.saved === 1)
  })

  it('reports to this page when another person has signed in in another tab, and still stores its own person’s work', async () => {
    const session = await live(() => useSession().state)
    await getStore().db.meta.put({ key: 'owner', value: 'u:ben' })
    await session.when((state) => state === 'otherPerson')
    await save(1)
    expect(await getStore().db.outbox.toArray()).toMatchObject([{ owner: 'u:ana' }])
  })

  it('shows the screen that the device has at once, then the fresh one, and says when it can’t be fresh', async () => {
    const screens = getStore().db.screens
    const row = { owner: 'u:ana', url: '/api/me', v: 1, data: { uid: 'ana', name: 'Ana' }, version: 1, fetchedAt: 1000 }
    await screens.put(row)
    let answer: (result: RefreshResult) => void = () => undefined
    setFetcher(() => new Promise((resolve) => (answer = resolve)))
    const me = await live(() => useCached(getMe))
    const kept = await me.when(({ state }) => state === 'ready')
    expect(kept).toMatchObject({ stale: false, fetchedAt: 1000, data: { name: 'Ana' } })
    answer('offline')
    expect(await me.when(({ stale }) => stale)).toMatchObject({ state: 'ready', data: { name: 'Ana' } })
    await screens.put({ ...row, fetchedAt: 2000 })
    const touched = await me.when(({ fetchedAt }) => fetchedAt === 2000)
    // Equal content keeps its identity, so React does not render the children again.
    expect(touched.data).toBe(kept.data)
    await screens.put({ ...row, version: 2, data: { uid: 'ana', name: 'Ana Maria' }, fetchedAt: 3000 })
    expect((await me.when(({ fetchedAt }) => fetchedAt === 3000)).data).toMatchObject({ name: 'Ana Maria' })
  })

  it('says why a screen that the device does not have can’t be shown', async () => {
    setFetcher(async () => 'offline')
    const list = await live(() => useCached(listRecords, { '*': 'forms/a' }))
    expect(await list.when(({ state }) => state === 'failed')).toMatchObject({ data: undefined, error: { code: 'UNREACHABLE' } })
    setFetcher(async (url, owner) => {
      noteLastError(url, owner, { code: 'E42', message: 'Restarting' })
      return 'busy'
    })
    void (await list.when(() => true)).refresh()
    expect((await list.when(({ error }) => error?.passing === 'busy')).error).toEqual({
      code: 'E42',
      message: 'Restarting',
      passing: 'busy',
    })
    await getStore().db.screens.put({
      owner: 'u:ana',
      url: '/api/records/forms/a',
      v: 1,
      data: undefined,
      version: 0,
      fetchedAt: 0,
      refused: { code: 'FORBIDDEN', message: 'Not for you' },
    })
    expect((await list.when(({ error }) => error?.code === 'FORBIDDEN')).error?.message).toBe('Not for you')
  })

  it('uses the device’s own bytes of a picture while it has them', async () => {
    const here = await live(() => useFileUrl('none', '/api/files/none') ?? '')
    expect(await here.when((url) => url !== '')).toBe('/api/files/none')
  })

  it('finds a file by its id, in every place that the record names', async () => {
    for (const said of [
      'https://evil.example/a.jpg',
      'javascript:alert(1)',
      '//evil.example',
      '/api/files/BBBBBBBBBBBBBBBBBBBB',
      undefined,
    ]) {
      const found = await live(() => useFileUrl('A2345678901234567890', said) ?? '')
      expect([said, await found.when((url) => url !== '')]).toEqual([said, '/api/files/A2345678901234567890'])
    }
  })

  it('remembers a choice on this device, live everywhere', async () => {
    const theme = await live(() => usePreference('theme'))
    expect((await theme.when(() => true))[0]).toBeUndefined()
    act(() => theme.renders.at(-1)?.[1]('sun'))
    expect((await theme.when(([value]) => value === 'sun'))[0]).toBe('sun')
    expect(localStorage.getItem('muster:preference:theme')).toBe('"sun"')
  })
})

describe('a form that is opened again before its save has arrived', () => {
  it('opens with what the person saved, on top of what the server has', async () => {
    await queue(saveRecord, { '*': 'forms/a/1' }, { base: { hours: 8, place: 'gate' }, payload: { hours: 9, place: 'gate' } })
    expect(await pendingModel('forms/a/1', { hours: 8, place: 'roof' }, 4)).toMatchObject({ model: { hours: 9, place: 'roof' }, rev: 4 })
  })

  it('also between the receipt and the next look at the server', async () => {
    await queue(saveRecord, { '*': 'forms/a/1' }, { base: { hours: 8 }, payload: { hours: 9 } }, { baseRev: 4 })
    const op = await first()
    await settle(getStore(), op, { kind: 'sent', answer: { opId: op.opId, rev: 5 } })
    expect(await pendingModel('forms/a/1', { hours: 8 }, 4)).toEqual({ model: { hours: 9 }, rev: 5, opIds: [] })
    expect(await pendingModel('forms/a/1', { hours: 10 }, 6)).toEqual({ model: { hours: 10 }, rev: 6, opIds: [] })
  })

  it('I7 does not pass for having seen what others changed just before its save arrived', async () => {
    await queue(saveRecord, { '*': 'forms/a/1' }, { base: { hours: 8, n: 1 }, payload: { hours: 9, n: 1 } }, { baseRev: 4 })
    const op = await first()
    await settle(getStore(), op, { kind: 'sent', answer: { opId: op.opId, rev: 6 } })
    // Another user made revision 5: the next save says that it is based on 4.
    expect(await pendingModel('forms/a/1', { hours: 8, n: 1 }, 4)).toEqual({ model: { hours: 9, n: 1 }, rev: 4, opIds: [] })
    expect(await pendingModel('forms/a/1', { hours: 9, n: 2 }, 6)).toEqual({ model: { hours: 9, n: 2 }, rev: 6, opIds: [] })
  })

  it('never takes a few changed attributes for the whole record', async () => {
    await queue(patchRecord, { '*': 'forms/a/1' }, { payload: { deleted: true } })
    const op = await first()
    await settle(getStore(), op, { kind: 'sent', answer: { opId: op.opId, rev: 5 } })
    expect(await pendingModel('forms/a/1', { hours: 8 }, 4)).toEqual({ model: { hours: 8 }, rev: 4, opIds: [] })
  })
})

describe('a device clock that is wrong', () => {
  const hour = 3_600_000
  const clock = { wall: Date.parse('2026-06-01T12:00:00Z'), running: 1000 }
  const start = async (skewMs: number) => {
    const options = { indexedDB: new IDBFactory(), IDBKeyRange }
    setStore(openStore({ db: new MusterDb(options), spill: new SpillDb(options), now: () => clock.wall }))
    vi.spyOn(performance, 'now').mockImplementation(() => clock.running)
    await getStore().db.meta.put({ key: 'clock', value: { skewMs, lastSeenAt: clock.wall } })
    const ahead = await live(useClockAhead)
    await ahead.when((value) => value === -skewMs)
    return ahead
  }
  /** `setBy`: the person sets the clock meanwhile. */
  const pass = async (ms: number, { setBy = 0, sleeps = false } = {}) => {
    clock.wall += ms + setBy
    if (!sleeps) clock.running += ms
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  }
  afterEach(() => void vi.restoreAllMocks())

  it.each([3 * hour, -3 * hour])(
    'is right at once when the person corrects it, without any answer of the server (%i ms)',
    async (ahead) => {
      const shown = await start(-ahead)
      await pass(20_000)
      expect(shown.renders.at(-1)).toBe(ahead)
      await pass(20_000, { setBy: -ahead })
      expect(shown.renders.at(-1)).toBe(0)
    },
  )

  it('stays known while the device sleeps, and is unknown after it was set back by another time', async () => {
    const shown = await start(-3 * hour)
    await pass(8 * hour, { sleeps: true })
    expect(shown.renders.at(-1)).toBe(3 * hour)
    await pass(20_000, { setBy: -10 * hour })
    expect(shown.renders.at(-1)).toBeUndefined()
  })
})
