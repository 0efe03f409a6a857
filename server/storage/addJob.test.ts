import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { onEachStorage } from '../../tests/harness/storages.ts'
import { rows } from './database.ts'
import { jobs } from './schema.ts'
import { addJob, type Job, type JobHandlers, type JobOptions, type JobRunner, pruneJobs, runJobs, takeBackJobs } from './addJob.ts'

describe('what has to happen after a save', () => {
  onEachStorage((use) => {
    const runners: JobRunner[] = []
    const run = (handlers: JobHandlers, options: JobOptions = {}) => {
      const runner = runJobs(use.storage, handlers, { pollMs: 60_000, ...options })
      runners.push(runner)
      return runner
    }
    const add = (key: string, payload = {}, runAt?: Date) => addJob(use.storage.db, { kind: 'sms', key, payload, runAt })
    const stateOf = (key: string) =>
      rows(
        use.storage.db,
        z.object({ state: z.string(), attempts: z.number(), last_error: z.nullable(z.string()) }),
        sql`select state, attempts, last_error from jobs where key = ${key}`,
      )
    const makeDue = () => use.storage.db.execute(sql`update jobs set run_at = now() - interval '1 second' where state = 'waiting'`)

    beforeEach(() => use.storage.db.execute(sql`delete from jobs`))
    afterEach(async () => {
      await Promise.all(runners.splice(0).map((runner) => runner.stop()))
    })

    it('happens once, with what was left for it', async () => {
      const seen: Job[] = []
      await add('a', { to: 1 })
      await add('a', { to: 2 })
      await run({ sms: async (job) => void seen.push(job) }).idle()
      expect(seen).toEqual([{ id: expect.any(Number), kind: 'sms', key: 'a', payload: { to: 1 }, attempt: 1 }])
      expect(await stateOf('a')).toEqual([{ state: 'done', attempts: 1, last_error: null }])
    })

    it('keeps its key when it is done, so that it never happens again, and not what was left for it', async () => {
      const seen: Job[] = []
      const runner = run({ sms: async (job) => void seen.push(job) })
      await add('a', { text: 'Hi' })
      await runner.idle()
      await add('a', { text: 'Hi' })
      await runner.idle()
      expect(seen).toHaveLength(1)
      expect(await use.storage.db.select({ key: jobs.key, payload: jobs.payload }).from(jobs)).toEqual([{ key: 'a', payload: {} }])
    })

    it('does not happen when its save is taken back', async () => {
      await use.storage
        .transaction(async (tx) => {
          await addJob(tx, { kind: 'sms', key: 'never', payload: {} })
          throw new Error('no')
        })
        .catch(() => {})
      expect(await stateOf('never')).toEqual([])
    })

    it('happens at once when the bell rings', async () => {
      let done = () => {}
      const happened = new Promise<void>((resolve) => {
        done = resolve
      })
      await run({ sms: async () => done() }).idle()
      await add('rung')
      use.storage.jobSignal.notify()
      await happened
    })

    it('waits for its time', async () => {
      const seen: string[] = []
      await add('later', {}, new Date(Date.now() + 3_600_000))
      const runner = run({ sms: async ({ key }) => void seen.push(key) })
      await runner.idle()
      expect(seen).toEqual([])
      await makeDue()
      await runner.idle()
      expect(seen).toEqual(['later'])
    })

    it('is tried again after a failure, later and later, and set aside at last', async () => {
      const failures: unknown[] = []
      await add('bad')
      const runner = run(
        { sms: () => Promise.reject(Object.assign(new TypeError('+1 202 555 0123 is unreachable'), { code: 21211 })) },
        { mostAttempts: 3, onFailure: ({ attempt, dead }) => failures.push([attempt, dead]) },
      )
      await runner.idle()
      expect(await rows(use.storage.db, sql`select run_at > now() as waits from jobs where key = 'bad'`)).toEqual([{ waits: true }])
      await makeDue()
      await runner.idle()
      await makeDue()
      await runner.idle()
      await makeDue()
      await runner.idle()
      expect(failures).toEqual([
        [1, false],
        [2, false],
        [3, true],
      ])
      // The kind of error is stored, the person's number is not.
      expect(await stateOf('bad')).toEqual([{ state: 'dead', attempts: 3, last_error: 'TypeError 21211' }])
    })

    it('is tried again for about a day: a provider may be away for a night', async () => {
      let hours = 0
      let runs = 0
      await add('night')
      const runner = run({
        sms: () => {
          runs++
          return Promise.reject(new Error('no connection'))
        },
      })
      for (let waits = true; waits; ) {
        await runner.idle()
        const [job] = await rows(
          use.storage.db,
          z.object({ state: z.string(), hours: z.number() }),
          sql`select state, extract(epoch from run_at - now())::float8 / 3600 as hours from jobs where key = 'night'`,
        )
        waits = job?.state === 'waiting'
        if (waits) hours += job?.hours ?? 0
        await makeDue()
      }
      expect(runs).toBe(18)
      expect(hours).toBeGreaterThan(20)
      expect(hours).toBeLessThan(28)
    })

    it('comes back when the server that had it was killed', async () => {
      const seen: number[] = []
      await add('leased')
      await use.storage.db.execute(
        sql`update jobs set state = 'running', attempts = 1, locked_until = now() + interval '1 hour' where key = 'leased'`,
      )
      const runner = run({ sms: async ({ attempt }) => void seen.push(attempt) })
      await runner.idle()
      expect(seen).toEqual([])
      await use.storage.db.execute(sql`update jobs set locked_until = now() - interval '1 second' where key = 'leased'`)
      await runner.idle()
      expect(seen).toEqual([2])
    })

    it('goes to another server at once when the one that had it hands it back', async () => {
      await add('slow')
      let end = () => {}
      const begun = new Promise<void>((resolve) => {
        run({ sms: () => new Promise<void>((done) => ((end = done), resolve())) }, { leaseMs: 600_000 })
          .idle()
          .catch(() => {})
      })
      await begun
      const [ending] = runners
      const attempts: number[] = []
      const other = { sms: async ({ attempt }: Job) => void attempts.push(attempt) }
      await run(other, { leaseMs: 600_000 }).idle()
      expect(attempts).toEqual([])
      await ending?.handBack()
      await run(other, { leaseMs: 600_000 }).idle()
      expect(attempts).toEqual([2])
      end()
    })

    it('comes back at once when the killed server was the only one', async () => {
      const seen: number[] = []
      await add('leased')
      await use.storage.db.execute(
        sql`update jobs set state = 'running', attempts = 1, locked_until = now() + interval '1 hour' where key = 'leased'`,
      )
      await takeBackJobs(use.storage)
      await run({ sms: async ({ attempt }) => void seen.push(attempt) }).idle()
      expect(seen).toEqual([2])
    })

    it('is given up when it kills the server every time', async () => {
      let runs = 0
      await add('killer')
      await use.storage.db.execute(
        sql`update jobs set state = 'running', attempts = 18, locked_until = now() - interval '1 second' where key = 'killer'`,
      )
      await run({ sms: async () => void runs++ }).idle()
      expect(runs).toBe(0)
      expect(await stateOf('killer')).toMatchObject([{ state: 'dead' }])
    })

    it('changes nothing when it ends after its lease was given to another', async () => {
      await add('slow')
      const runner = run({
        sms: async ({ key }) => {
          await use.storage.db.execute(sql`update jobs set attempts = 2, locked_until = now() + interval '1 hour' where key = ${key}`)
        },
      })
      await runner.idle()
      expect(await stateOf('slow')).toMatchObject([{ state: 'running', attempts: 2 }])
    })

    it('ends when two of its runs are noted together', async () => {
      await add('twice')
      const runs: number[] = []
      let endFirst = () => {}
      const untilEnd = new Promise<void>((resolve) => {
        endFirst = resolve
      })
      const runner = run(
        {
          sms: async ({ attempt }) => {
            runs.push(attempt)
            if (attempt === 1) {
              await takeBackJobs(use.storage)
              await untilEnd
            } else {
              endFirst()
              await new Promise((resolve) => setImmediate(resolve))
            }
          },
        },
        { pollMs: 20 },
      )
      await runner.idle()
      expect(runs).toEqual([1, 2])
      expect(await stateOf('twice')).toEqual([{ state: 'done', attempts: 2, last_error: null }])
    })

    it('happens once with many jobs and several runners', async () => {
      const seen: string[] = []
      const keys = Array.from({ length: 60 }, (_, n) => `many-${n}`)
      await Promise.all(keys.map((key) => add(key)))
      const handlers = { sms: async ({ key }: Job) => void seen.push(key) }
      await Promise.all([run(handlers), run(handlers), run(handlers)].map((runner) => runner.idle()))
      expect(seen.toSorted()).toEqual(keys.toSorted())
    })

    it('keeps jobs of kinds that have no handler here', async () => {
      await add('foreign')
      await run({ push: async () => {} }).idle()
      await run({}).idle()
      expect(await stateOf('foreign')).toMatchObject([{ state: 'waiting', attempts: 0 }])
    })

    it('is forgotten a month after it was done; what is dead stays', async () => {
      await add('old')
      await add('dead')
      await run({ sms: async () => {} }).idle()
      await use.storage.db.execute(sql`update jobs set finished_at = now() - interval '31 days'`)
      await use.storage.db.execute(sql`update jobs set state = 'dead' where key = 'dead'`)
      expect(await pruneJobs(use.storage)).toBe(1)
      expect(await stateOf('dead')).toHaveLength(1)
    })
  })
})
