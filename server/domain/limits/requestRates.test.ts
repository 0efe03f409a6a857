import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { onEachStorage } from '../../../tests/harness/storages.ts'
import type { Storage } from '../../storage/storage.ts'
import { requestRates } from './requestRates.ts'

describe('requests of one address', () => {
  onEachStorage((use) => {
    const process = (now: { ms: number }, storage: Storage = use.storage, every = 3_600_000) =>
      requestRates(
        { storage, pepper: Buffer.from('pepper'), log: { info: () => {}, warn: () => {}, error: () => {} } },
        { clock: () => now.ms, every },
      )
    const rate = { name: 'read:address', who: '192.0.2.1', most: 100 }
    const ask = (rates: ReturnType<typeof process>, times: number, of = rate) =>
      Array.from({ length: times }, () => rates.count(of)).filter((wait) => wait === 0).length

    it('are counted by several servers together', async () => {
      await use.storage.db.execute(sql`delete from limits`)
      const now = { ms: 60_000 * 1000 }
      const [one, other] = [process(now), process(now)]
      expect(ask(one, 60)).toBe(60)
      expect(ask(other, 30)).toBe(30)
      await one.synchronise()
      await other.synchronise()
      // The second process has read the 90; the first learns of the 30 at its next synchronization.
      expect(ask(other, 30)).toBe(10)
      await other.synchronise()
      expect(one.count(rate)).toBe(0)
      await one.synchronise()
      expect(one.count(rate)).toBe(60)
      one.stop()
      other.stop()
    })

    it('are counted per minute, and the refusal says how long to wait', async () => {
      const now = { ms: 60_000 * 2000 + 15_000 }
      const rates = process(now)
      expect(ask(rates, 150)).toBe(100)
      expect(rates.count(rate)).toBe(45)
      expect(rates.count({ ...rate, who: '192.0.2.2' })).toBe(0)
      now.ms += 45_000
      expect(ask(rates, 150)).toBe(100)
      rates.stop()
    })

    it('are shared outside of the request at which it is time', async () => {
      const running = new AsyncLocalStorage<string>()
      const during: (string | undefined)[] = []
      const { db } = use.storage
      const watched = {
        db: new Proxy(db, {
          get: (target, name) => {
            during.push(running.getStore())
            return Reflect.get(target, name) as unknown
          },
        }),
      } as Storage
      const rates = process({ ms: 60_000 * 4000 }, watched, 1)
      running.run('a request', () => ask(rates, 60))
      await expect.poll(() => during.length).toBeGreaterThan(0)
      expect(during).not.toContain('a request')
      rates.stop()
    })

    it('ask nothing of the database while they are few', async () => {
      let asked = 0
      const { db } = use.storage
      const counting = {
        db: new Proxy(db, {
          get: (target, name) => {
            asked += 1
            return Reflect.get(target, name) as unknown
          },
        }),
      } as Storage
      const rates = process({ ms: 60_000 * 3000 }, counting)
      ask(rates, 4)
      await rates.synchronise()
      expect(asked).toBe(0)
      ask(rates, 1)
      await rates.synchronise()
      expect(asked).toBeGreaterThan(0)
      rates.stop()
    })

    it('go on being counted where the database does not answer', async () => {
      const now = { ms: 60_000 * 4000 }
      const broken = { db: { execute: () => Promise.reject(new Error('no connection')) } } as unknown as Storage
      const rates = process(now, broken)
      expect(ask(rates, 60)).toBe(60)
      await expect(rates.synchronise()).rejects.toThrow()
      expect(ask(rates, 60)).toBe(40)
      rates.stop()
    })

    it('are shared after the database answers again, also those of a client that asks no more', async () => {
      await use.storage.db.execute(sql`delete from limits`)
      const now = { ms: 60_000 * 4500 }
      const { db } = use.storage
      let answers = false
      const storage = {
        db: {
          execute: (query: Parameters<typeof db.execute>[0]) => (answers ? db.execute(query) : Promise.reject(new Error('no connection'))),
        },
      } as unknown as Storage
      const [one, other] = [process(now, storage), process(now)]
      expect(ask(one, 60)).toBe(60)
      await expect(one.synchronise()).rejects.toThrow('no connection')
      answers = true
      await one.synchronise()
      expect(ask(other, 20)).toBe(20)
      await other.synchronise()
      expect(ask(other, 30)).toBe(20)
      one.stop()
      other.stop()
    })

    it('take bounded memory, however many addresses there are', () => {
      const rates = process({ ms: 60_000 * 5000 })
      for (let n = 0; n < 100_500; n++) rates.count({ ...rate, who: `2001:db8:${n.toString(16)}:0` })
      expect(rates.size).toBe(100_000)
      rates.stop()
    })
  })
})
