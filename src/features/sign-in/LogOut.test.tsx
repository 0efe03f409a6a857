import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { MusterDb, SpillDb } from '../../store/db/MusterDb.ts'
import { flushLimit, flushOwn } from '../../store/session/leaveBehind.ts'
import { forgetOwner } from '../../store/identity/getOwner.ts'
import { queue } from '../../store/outbox/queue.ts'
import { getOwner, setOwner } from '../../store/identity/useOwner.ts'
import { getPreference } from '../../store/preferences/preferences.ts'
import { setShared, sharedDevice } from '../../store/encryption/sharedDevice.ts'
import { getStore, openStore, setStore } from '../../store/db/store.ts'
import { finishSignOut, takeSessionBack } from '../../sync/finishSignOut.ts'
import { LogOut } from './LogOut.tsx'
import { takeAnswer } from './signedIn.ts'

const asked = vi.hoisted(() => [] as string[])
/** The bodies of the requests. */
const bodies = vi.hoisted(() => [] as unknown[])
/** The server's answer to the requests. */
const server = vi.hoisted(() => ({ answer: () => Promise.resolve<unknown>({ success: true }) }))
vi.mock('../../sync/ask.ts', () => ({
  ask: (endpoint: { path: string }, _: unknown, body: unknown) => {
    asked.push(endpoint.path)
    bodies.push(body)
    return server.answer()
  },
}))

let drawn: DrawnPage
const left = vi.fn<() => Promise<void>>(() => Promise.resolve())
const closed = vi.fn<() => void>()

beforeEach(async () => {
  localStorage.clear()
  asked.length = 0
  bodies.length = 0
  left.mockClear()
  closed.mockClear()
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  setStore(openStore({ db: new MusterDb(options), spill: new SpillDb(options) }))
  await setOwner('u:ana', { grant: 'a-token' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 20 })
})
afterEach(async () => {
  vi.restoreAllMocks()
  server.answer = () => Promise.resolve({ success: true })
  vi.useRealTimers()
  await drawn.remove()
  setStore(undefined)
  forgetOwner()
})

const open = async () => {
  drawn = await drawPage(<LogOut leave={left} onClose={closed} />)
}
const keep = (n: number) => queue(saveRecord, { '*': `forms/hazard/${'A'.repeat(19)}${n}` }, { payload: { n } }, { title: `Hazard ${n}` })
const waiting = () => getStore().db.outbox.count()
const withoutConnection = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

describe('log-out', () => {
  it('FE-049 ends the session at once where nothing waits, and asks only the first time who else uses the device', async () => {
    await open()
    await drawn.until(() => drawn.text().includes('Do other people use this device too?'))
    await drawn.press(drawn.button('No, only me'))
    await drawn.until(() => closed.mock.calls.length > 0)
    expect([left.mock.calls.length, getOwner(), sharedDevice()]).toEqual([1, 'p:', false])
    expect(asked).toEqual(['/auth/logout'])
    await drawn.remove()
    await setOwner('u:ana')
    await open()
    await drawn.until(() => closed.mock.calls.length > 1)
    expect(getOwner()).toBe('p:')
    expect(drawn.text()).not.toContain('Do other people')
  })

  it('says that what could not go in five seconds is sent later from this device, and keeps it', async () => {
    setShared(false)
    await keep(1)
    await keep(2)
    await open()
    await drawn.until(() => drawn.text().includes('Sending your last saves'))
    expect(getOwner()).toBe('u:ana')
    await drawn.until(async () => {
      await vi.advanceTimersByTimeAsync(flushLimit / 5)
      return drawn.text().includes('2 saves will be sent later from this device')
    })
    expect(getOwner()).toBe('u:ana')
    await drawn.press(drawn.button('Logout'))
    await drawn.until(() => closed.mock.calls.length > 0)
    expect([getOwner(), await waiting()]).toEqual(['p:', 2])
  })

  it('says that it waits for the person where the device may not send it for them', async () => {
    setShared(false)
    await getStore().db.grants.clear()
    await setOwner('u:ana')
    await keep(1)
    withoutConnection()
    await open()
    await drawn.until(() => drawn.text().includes('1 save waits here until you are back'))
  })

  it('without a connection says at once what becomes of what waits, and takes the session back once there is one', async () => {
    setShared(false)
    let comesBack: (answer: unknown) => void = () => undefined
    server.answer = () => new Promise((resolve) => (comesBack = resolve))
    withoutConnection()
    vi.useRealTimers()
    await keep(1)
    const limit = vi.spyOn(globalThis, 'setTimeout')
    await open()
    await drawn.until(() => drawn.text().includes('1 save will be sent later from this device'))
    expect(limit.mock.calls.map(([, ms]) => ms)).not.toContain(flushLimit)
    await drawn.press(drawn.button('Logout'))
    // Logged out on this device, independent of the server's answer.
    await drawn.until(() => getOwner() === 'p:')
    await drawn.until(() => asked.includes('/auth/logout'))
    expect(getPreference('x:sign-out-later')).toBe(true)
    // The next user waits: the answer could clear their cookie.
    expect(document.querySelector('dialog')?.textContent).toBe('Signing out…')
    comesBack({ success: true })
    await drawn.until(() => closed.mock.calls.length > 0)
    expect(getPreference('x:sign-out-later')).toBeUndefined()
  })

  it('ends later the session that it could not end now, by its name: a person who signs in at that moment keeps theirs', async () => {
    setShared(false)
    const answer = { success: true, uid: 'ana', token: { value: 'the-session-of-ana', iv: 'iv' } }
    await takeAnswer(answer)
    server.answer = () => Promise.reject(new Error('no connection'))
    await open()
    await drawn.until(() => closed.mock.calls.length > 0)
    expect(getOwner()).toBe('p:')
    await expect(finishSignOut()).rejects.toThrow('no connection')
    server.answer = () => Promise.resolve({ success: true })
    await finishSignOut()
    await finishSignOut()
    const outs = bodies.filter((_, n) => asked[n] === '/auth/logout')
    expect(outs).toEqual([undefined, { session: answer.token }, { session: answer.token }])
    // A sign-in ends the previous session by itself.
    server.answer = () => Promise.reject(new Error('no connection'))
    await takeSessionBack(1, { isNextWaiting: true })
    await takeAnswer({ ...answer, uid: 'ben' })
    await finishSignOut()
    expect(asked.filter((path) => path === '/auth/logout')).toHaveLength(4)
  })

  it('stops waiting after a try that found no server, or when the session has ended', async () => {
    vi.useRealTimers()
    drawn = await drawPage(null)
    const { db } = getStore()
    const day = 24 * 3_600_000
    await keep(1)
    const tried = flushOwn('u:ana', day)
    const [row] = await db.outbox.toArray()
    await db.outbox.put({ ...row!, nextAt: Date.now() + 5000, lastError: { kind: 'offline', at: Date.now() + 1000 } })
    await tried
    // This failure is older than the flush, so the save may still be sent.
    await db.outbox.put({ ...row!, lastError: { kind: 'offline', at: Date.now() - 1000 } })
    const ended = flushOwn('u:ana', day)
    await db.principals.put({ owner: 'u:ana', session: 'expired', at: 0 })
    await ended
  })

  it('separates what is sent by itself from what needs its person, and counts what is stored beside the database', async () => {
    setShared(false)
    for (const n of [1, 2]) await keep(n)
    const { db, spill } = getStore()
    const [row, refused] = await db.outbox.toArray()
    await db.outbox.put({ ...refused!, state: 'parked', lastError: { kind: 'refused', at: 0 } })
    await db.outbox.delete(row!.seq)
    const { seq: _, ...op } = row!
    await spill.ops.add({ opId: op.opId, owner: op.owner, op, at: 0 })
    withoutConnection()
    await open()
    await drawn.until(() => drawn.text().includes('2 saves have not been sent'))
    expect(drawn.text()).toContain('1 will be sent later from this device.')
    expect(drawn.text()).toContain('1 waits here until you are back.')
    expect(drawn.text()).toContain('Refused saves')
  })

  it('throws away by a typed word alone, and says what', async () => {
    setShared(false)
    await keep(1)
    withoutConnection()
    await open()
    await drawn.until(() => drawn.text().includes('1 save will be sent later'))
    await drawn.press(drawn.button('Discard'))
    await drawn.until(() => drawn.text().includes('Hazard 1'))
    const go = () => drawn.button('Discard and sign out')
    expect(go().disabled).toBe(true)
    await drawn.press(drawn.button('Keep them'))
    expect(await waiting()).toBe(1)
    await drawn.press(drawn.button('Discard'))
    await drawn.type(drawn.control('Type DISCARD to continue'), 'discard')
    await drawn.press(go())
    await drawn.until(() => closed.mock.calls.length > 0)
    expect([await waiting(), getOwner()]).toEqual([0, 'p:'])
    expect((await getStore().db.receipts.toArray()).map(({ outcome }) => outcome)).toEqual(['discarded'])
  })
})
