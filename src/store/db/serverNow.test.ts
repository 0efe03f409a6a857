// @vitest-environment node
import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { noteServerTime, serverNow, skewOf } from './serverNow.ts'
import { MusterDb, SpillDb } from './MusterDb.ts'
import { openStore } from './store.ts'

const second = 1000
const hour = 3600 * second
let phones = 0

/** A phone with a clock that is `wrong` ms behind the server, and the server answers that it receives. */
function phone(wrong = 0) {
  const name = `clock-${phones++}`
  const real = { at: Date.UTC(2026, 10, 21, 6, 45, 0, 600), wrong }
  const now = () => real.at - real.wrong
  const open = () => openStore({ db: new MusterDb({ name }), spill: new SpillDb({ name: `${name}-spill` }), now })
  const at = { store: open() }
  return {
    get store() {
      return at.store
    },
    /** Opens the page again. */
    again() {
      at.store.db.close()
      at.store = open()
    },
    pass: (ms: number) => (real.at += ms),
    /** A user changes the clock of the phone. */
    set: (ms: number) => (real.wrong += ms),
    /** Receives an answer. The server writes it `to` ms after the request; it arrives `back` ms later. */
    async hears(to = 40, back = 40) {
      const askedAt = now()
      real.at += to
      const header = Math.floor(real.at / second) * second
      real.at += back
      await noteServerTime(at.store, header, askedAt)
    },
    skew: () => skewOf(at.store),
  }
}

it('a phone with a correct clock counts as correct, in every part of the second in which it asks', async () => {
  const it = phone()
  for (let n = 0; n < 12; n++) {
    await it.hears()
    expect(await it.skew()).toBe(0)
    it.pass(7 * second + 110)
  }
})

it('a slow answer says little, and takes nothing back of what quick ones have said', async () => {
  const right = phone()
  await right.hears(20, 12 * second)
  expect(await right.skew()).toBe(0)
  await right.hears(25 * second, 20)
  expect(await right.skew()).toBe(0)

  const behind = phone(3 * hour)
  for (let n = 0; n < 10; n++) {
    await behind.hears()
    behind.pass(330)
  }
  const known = await behind.skew()
  expect(Math.abs(known - 3 * hour)).toBeLessThan(100)
  await behind.hears(20, 28 * second)
  expect(Math.abs((await behind.skew()) - known)).toBeLessThan(10)
})

it('a clock that is wrong is known to a second after one answer, and to a tenth after some', async () => {
  for (const wrong of [-2 * hour, -1700, 1700, 365 * 24 * hour]) {
    const it = phone(wrong)
    await it.hears()
    expect(Math.abs((await it.skew()) - wrong)).toBeLessThan(600)
    for (let n = 0; n < 10; n++) {
      it.pass(330)
      await it.hears()
    }
    expect(Math.abs((await it.skew()) - wrong)).toBeLessThan(100)
    it.again()
    expect(Math.abs((await it.skew()) - wrong)).toBeLessThan(200)
  }
})

it('a clock that is set, forward or back, is known again with the next answer', async () => {
  const it = phone()
  for (const jump of [2 * hour, -3 * hour, 40 * second]) {
    const before = await it.skew()
    await it.hears()
    it.set(jump)
    await it.hears()
    expect(Math.abs((await it.skew()) - before - jump)).toBeLessThan(1200)
  }
  // The user corrects the clock while the page is closed.
  it.set(-(2 - 3) * hour - 40 * second)
  it.again()
  await it.hears()
  expect(await it.skew()).toBe(0)
})

it('an answer during which the clock was set back is ignored; the next one counts', async () => {
  const it = phone()
  const askedAt = it.store.now()
  it.set(hour)
  await noteServerTime(it.store, Math.floor(askedAt / second) * second, askedAt)
  expect(await serverNow(it.store)).toMatchObject({ trusted: false })
  await it.hears()
  expect(Math.abs((await it.skew()) - hour)).toBeLessThan(600)
  expect(await serverNow(it.store)).toMatchObject({ trusted: true })
})

it('a clock that goes wrong slowly is followed', async () => {
  const it = phone(5 * second)
  for (let n = 0; n < 50; n++) {
    await it.hears()
    it.pass(10 * 60 * second + 137)
    // Drift of four seconds a day.
    it.set(28)
  }
  expect(Math.abs((await it.skew()) - 5 * second - 50 * 28)).toBeLessThan(300)
})

it('what an answer without a date says of the time is nothing', async () => {
  const it = phone(hour)
  await noteServerTime(it.store, Number.NaN)
  expect(await it.skew()).toBe(0)
  expect(await serverNow(it.store)).toMatchObject({ trusted: false })
})

it('a tab replaces the stored offset of another tab within a minute, also when the server answers it often', async () => {
  const time = { real: Date.UTC(2026, 5, 1), ahead: 0 }
  const now = () => time.real + time.ahead
  const open = () => openStore({ db: new MusterDb({ name: 'tabs' }), spill: new SpillDb({ name: 'tabs-spill' }), now })
  const [one, other] = [open(), open()]
  const stored = async () => ((await one.db.meta.get('clock'))?.value as { skewMs: number } | undefined)?.skewMs
  await noteServerTime(other, time.real)
  // The clock is wrong while the server answers only the first tab, then it is corrected.
  time.ahead = hour
  await noteServerTime(one, time.real)
  expect(await stored()).toBeLessThan(-hour / 2)
  time.ahead = 0
  for (let n = 0; n < 7; n++) {
    time.real += 10 * second
    await noteServerTime(other, time.real)
  }
  expect(await stored()).toBe(0)
})
