import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveRecord } from '../../../contract/records.ts'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { MusterDb, SpillDb } from '../../store/db.ts'
import { flushLimit } from '../../store/logOut.ts'
import { forgetOwner } from '../../store/identity.ts'
import { queue } from '../../store/outbox.ts'
import { getOwner, setOwner } from '../../store/owner.ts'
import { setShared, sharedDevice } from '../../store/sharedDevice.ts'
import { getStore, openStore, setStore } from '../../store/store.ts'
import { LogOut } from './LogOut.tsx'

const asked = vi.hoisted(() => [] as string[])
vi.mock('../../sync/ask.ts', () => ({
  ask: (endpoint: { path: string }) => {
    asked.push(endpoint.path)
    return Promise.resolve({ success: true })
  },
}))

let drawn: DrawnPage
const left = vi.fn<() => Promise<void>>(() => Promise.resolve())
const closed = vi.fn<() => void>()

beforeEach(async () => {
  localStorage.clear()
  asked.length = 0
  left.mockClear()
  closed.mockClear()
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  setStore(openStore({ db: new MusterDb(options), spill: new SpillDb(options) }))
  await setOwner('u:ana', { grant: 'a-token' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 20 })
})
afterEach(async () => {
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
/** The five seconds that the last saves get. */
const enough = () => vi.advanceTimersByTimeAsync(flushLimit + 100)

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
    await drawn.until(() => getOwner() === 'p:')
    expect(drawn.text()).not.toContain('Do other people')
  })

  it('says that what could not go in five seconds is sent later from this device, and keeps it', async () => {
    setShared(false)
    await keep(1)
    await keep(2)
    await open()
    await drawn.until(() => drawn.text().includes('Sending your last saves'))
    expect(getOwner()).toBe('u:ana')
    await enough()
    await drawn.until(() => drawn.text().includes('2 saves will be sent later from this device'))
    expect(getOwner()).toBe('u:ana')
    await drawn.press(drawn.button('Logout'))
    await drawn.until(() => closed.mock.calls.length > 0)
    expect([getOwner(), await waiting()]).toEqual(['p:', 2])
  })

  it('says that it waits for the person where the device may not send it for them', async () => {
    setShared(false)
    await getStore().db.meta.clear()
    await setOwner('u:ana')
    await keep(1)
    await open()
    await enough()
    await drawn.until(() => drawn.text().includes('1 save waits here until you are back'))
  })

  it('throws away by a typed word alone, and says what', async () => {
    setShared(false)
    await keep(1)
    await open()
    await enough()
    await drawn.until(() => drawn.text().includes('1 save will be sent later'))
    await drawn.press(drawn.button('Discard'))
    await drawn.until(() => drawn.text().includes('Hazard 1'))
    const go = () => drawn.button('Discard and log out')
    expect(go().disabled).toBe(true)
    await drawn.press(drawn.button('Keep them'))
    expect(await waiting()).toBe(1)
    await drawn.press(drawn.button('Discard'))
    await drawn.type(drawn.control('Type DISCARD to go on'), 'discard')
    await drawn.press(go())
    await drawn.until(() => closed.mock.calls.length > 0)
    expect([await waiting(), getOwner()]).toEqual([0, 'p:'])
    expect((await getStore().db.receipts.toArray()).map(({ outcome }) => outcome)).toEqual(['discarded'])
  })
})
