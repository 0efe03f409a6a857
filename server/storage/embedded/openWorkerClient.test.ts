import { beforeEach, describe, expect, it } from 'vitest'
import { defaultBudgets, refusalOf, withQueryBudget } from '../queryBudget.ts'
import { openWorkerClient, type WorkerClient } from './openWorkerClient.ts'
import type { startWorker, WorkerNews } from './startWorker.ts'
import type { WorkerStatement } from './ToWorker.ts'

/** PostgreSQL's messages for a completed statement without rows. */
const done = (() => {
  const text = Buffer.from('INSERT 0 1\0')
  const complete = Buffer.concat([Buffer.from('C'), Buffer.from([0, 0, 0, 4 + text.length]), text])
  return new Uint8Array(complete)
})()

/** A fake thread that answers as the test says: the disk of a real one can't be broken. */
class FakeWorkers {
  readonly asked: WorkerStatement[][] = []
  opened = 0
  mayOpen = true
  /** How the end of a thread goes on; a test that resolves it later sees what is asked in between. */
  end: () => Promise<void> = async () => {}
  tell: (news: WorkerNews) => void = () => {}
  crash: () => void = () => {}

  readonly start: typeof startWorker = async (_start, { onNews, onEnd }) => {
    if (!this.mayOpen) throw new Error('the folder can’t be opened')
    this.opened++
    this.tell = onNews
    this.crash = onEnd
    return {
      arrays: [],
      post: (message) => {
        if ('run' in message) this.asked.push([...message.run])
      },
      keepAlive: () => {},
      end: () => this.end(),
      over: Promise.resolve(),
    }
  }
}

describe('the thread of the embedded database', () => {
  let workers: FakeWorkers
  let client: WorkerClient
  const broken: string[] = []
  beforeEach(async () => {
    broken.length = 0
    workers = new FakeWorkers()
    client = await openWorkerClient({
      folder: 'none',
      snapshot: undefined,
      budgets: defaultBudgets,
      onBroken: ({ message }) => broken.push(message),
      onReopen: () => {},
      start: workers.start,
    })
  })

  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'answered',
      (error: unknown) => refusalOf(error)?.code ?? (error as Error).message,
    )
  const turn = () => new Promise(setImmediate)

  it('is answered for only when what it stored is on the disk', async () => {
    let answered = false
    const first = client.query('insert 1').then(() => {
      answered = true
    })
    await turn()
    workers.tell({ id: 1, answer: done, unflushed: true, logBytes: 100 })
    await turn()
    expect(answered).toBe(false)
    workers.tell({ flushed: 1 })
    await first
    expect(client.logBytes).toBe(100)
  })

  it('runs what jobs had asked for, after the saves, before it is closed', async () => {
    const texts = () => workers.asked.flat().map(({ text }) => text)
    const outcomes = [outcome(withQueryBudget('job', () => client.query('page one')))]
    outcomes.push(outcome(withQueryBudget('job', () => client.query('page two'))), outcome(client.query('save')))
    const closed = client.close()
    for (let id = 1; id <= 4; id++) {
      while (texts().length < id) await turn()
      workers.tell({ id, answer: done, unflushed: false, logBytes: 0 })
    }
    await closed
    expect(texts()).toEqual(['page one', 'save', 'page two', 'select 1'])
    expect(await Promise.all(outcomes)).toEqual(['answered', 'answered', 'answered'])
    expect(await outcome(withQueryBudget('job', () => client.query('page three')))).toBe('the database is closed')
  })

  it('never answers again once the disk refused to store, and says so', async () => {
    const outcomes = [client.query('insert 1'), client.query('insert 2'), client.transaction((tx) => tx.query('insert 3'))].map(outcome)
    await turn()
    workers.tell({ id: 1, answer: done, unflushed: true, logBytes: 100 })
    workers.tell({ broken: { message: 'EIO: the disk is gone', code: 'EIO' } })
    expect(await Promise.all(outcomes)).toEqual(['EIO: the disk is gone', 'EIO: the disk is gone', 'EIO: the disk is gone'])
    expect(await outcome(client.query('select 1'))).toBe('EIO: the disk is gone')
    expect(broken).toEqual(['EIO: the disk is gone'])
    workers.crash()
    await turn()
    expect(workers.opened).toBe(1)
  })

  it('that crashes is opened again: what had not begun goes on, what was done is answered, and what was under way is refused', async () => {
    const [kept, underWay, next] = [client.query('insert kept'), client.query('insert under way'), client.query('insert next')].map(outcome)
    await turn()
    workers.tell({ id: 1, answer: done, unflushed: true, logBytes: 100 })
    workers.crash()
    expect(await underWay).toBe('UNAVAILABLE')
    // The recovery of the folder has flushed it.
    expect(await kept).toBe('answered')
    await turn()
    expect(workers.asked.at(-1)?.map(({ text }) => text)).toEqual(['insert next'])
    workers.tell({ id: workers.asked.at(-1)?.[0]?.id ?? 0, answer: done, unflushed: false, logBytes: 10 })
    expect(await next).toBe('answered')
    expect(client.logBytes).toBe(110)
  })

  it('ends a transaction of which something was done, and begins one again of which nothing was', async () => {
    const begun = outcome(
      client.transaction(async (tx) => {
        await tx.query('insert one')
        await tx.query('insert two')
      }),
    )
    const waiting = outcome(client.transaction((tx) => tx.query('insert later')))
    await turn()
    workers.tell({ id: 1, answer: done, unflushed: false, logBytes: 10 })
    await turn()
    workers.crash()
    expect(await begun).toBe('UNAVAILABLE')
    await turn()
    expect(workers.asked.at(-1)?.map(({ text, begins }) => [text, begins])).toEqual([['insert later', true]])
    workers.tell({ id: workers.asked.at(-1)?.[0]?.id ?? 0, answer: done, unflushed: false, logBytes: 10 })
    await turn()
    expect(workers.asked.at(-1)?.map(({ text }) => text)).toEqual(['commit'])
    workers.tell({ id: workers.asked.at(-1)?.[0]?.id ?? 0, answer: done, unflushed: false, logBytes: 10 })
    expect(await waiting).toBe('answered')
  })

  describe('while it is being ended', () => {
    let ended: () => void
    beforeEach(() => {
      workers.end = () =>
        new Promise((resolve) => {
          ended = resolve
        })
    })
    const texts = () => workers.asked.at(-1)?.map(({ text }) => text)
    const answerLast = async () => {
      workers.tell({ id: workers.asked.at(-1)?.at(-1)?.id ?? 0, answer: done, unflushed: false, logBytes: 10 })
      await turn()
    }

    it('refuses the next statement of a transaction of which something was done, and serves the others', async () => {
      const begun = outcome(
        client.transaction(async (tx) => {
          await tx.query('update one')
          await tx.query('update two')
        }),
      )
      await turn()
      workers.crash()
      // The thread had sent this before it ended.
      workers.tell({ id: 1, answer: done, unflushed: false, logBytes: 10 })
      await turn()
      const other = outcome(client.query('select other'))
      ended()
      await turn()
      expect(texts()).toEqual(['select other'])
      expect(await begun).toBe('UNAVAILABLE')
      await answerLast()
      expect(await other).toBe('answered')
    })

    it('is not opened again once its disk refused to store', async () => {
      const underWay = outcome(client.query('insert under way'))
      await turn()
      workers.crash()
      workers.tell({ broken: { message: 'no space left' } })
      ended()
      await turn()
      expect(await underWay).toBe('no space left')
      expect([workers.opened, broken]).toEqual([1, ['no space left']])
      expect(await outcome(client.query('select 1'))).toBe('no space left')
    })

    it('keeps the first statements of a transaction for the next thread, in their order, and serves the others after it', async () => {
      const underWay = outcome(client.query('insert under way'))
      const ahead = outcome(client.query('insert ahead'))
      let goOn = () => {}
      const free = new Promise<void>((resolve) => {
        goOn = resolve
      })
      const inside = outcome(
        client.transaction(async (tx) => {
          await free
          await Promise.all([tx.query('insert one'), tx.query('insert two')])
        }),
      )
      await turn()
      workers.crash()
      goOn()
      const after = outcome(client.query('select after'))
      await turn()
      ended()
      expect(await underWay).toBe('UNAVAILABLE')
      await turn()
      const run = workers.asked.at(-1) ?? []
      expect(run.map(({ text, begins }) => [text, begins])).toEqual([
        ['insert ahead', false],
        ['insert one', true],
        ['insert two', false],
      ])
      for (const { id } of run) workers.tell({ id, answer: done, unflushed: false, logBytes: 10 })
      await turn()
      expect(texts()).toEqual(['commit'])
      await answerLast()
      expect(texts()).toEqual(['select after'])
      await answerLast()
      expect(await Promise.all([ahead, inside, after])).toEqual(['answered', 'answered', 'answered'])
    })
  })

  it('with a folder that cannot be opened again ends the server', async () => {
    const lost = outcome(client.query('select 1'))
    workers.mayOpen = false
    workers.crash()
    expect(await lost).toBe('UNAVAILABLE')
    await turn()
    expect(broken).toEqual(['the folder can’t be opened'])
  })
})
