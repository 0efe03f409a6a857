import { type QueryOptions, type Results, TransactionAbortedError } from '@electric-sql/pglite'
import { currentBudget, interrupted, limitOf, type QueryBudget, type QueryBudgets, stopped } from '../queryBudget.ts'
import { parseAnswer, parsersOf } from './parseAnswer.ts'
import { errorOf, type RunningWorker, startWorker, type WorkerNews } from './startWorker.ts'
import type { EmbeddedClient, WorkerStart, WorkerStatement } from './ToWorker.ts'

export interface WorkerClientOptions extends Pick<WorkerStart, 'folder' | 'snapshot'> {
  readonly budgets: QueryBudgets
  /**
   * The disk refused a write, or the database could not be opened again: no call is answered from then on.
   */
  readonly onBroken: (error: Error) => void
  /** A statement exceeded its budget, or the thread ended by itself: the database is opened again. */
  readonly onReopen: (why: ReopenReason) => void
  /** For tests: replaces how a thread is started. */
  readonly start?: typeof startWorker | undefined
}

export type ReopenReason = 'budget' | 'crash'

export interface WorkerClient extends EmbeddedClient {
  /** Bytes written to the log since the start. */
  readonly logBytes: number
  /** Runs `work` without statements of other callers in between; does not begin a transaction. */
  alone<T>(work: (exec: EmbeddedClient['exec']) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface Statement extends Omit<WorkerStatement, 'id'> {
  id: number
  readonly budget: QueryBudget
  readonly lease: Lease | undefined
  /** Commit or rollback: other callers get the database when it has run, before it is on disk. */
  readonly ends: boolean
  readonly resolve: (answer: Uint8Array) => void
  readonly reject: (error: Error) => void
}

/** Exclusive use of the database by one caller, for the duration of a transaction. */
interface Lease {
  readonly budget: QueryBudget
  readonly grant: () => void
  /** The transaction has begun, or the caller needs none. */
  begun: boolean
  /** At least one of its statements ran: if the thread ends, the transaction can't start again. */
  answered: boolean
  /** All further statements of this lease fail with this error. */
  ended: Error | undefined
  /** Number of unanswered statements of this lease. */
  pending: number
  idleSince: number
}

const isLease = (one: Statement | Lease): one is Lease => 'grant' in one

/** How often the client checks a running statement, ms. */
const watchEvery = 250

/**
 * The embedded database in its own thread. Statements are sent in the order of the calls and run one after
 * the other; a transaction is a lease, and all other callers wait for it. A statement that exceeds its
 * budget ends the thread: the client opens the folder again and continues with the statements that had not
 * begun. A caller gets an answer only when the data behind it is on disk. If the thread ends between an
 * answer and its flush, the caller gets the answer after the folder is open again: recovery has flushed the
 * data then.
 */
export async function openWorkerClient({
  folder,
  snapshot,
  budgets,
  onBroken,
  onReopen,
  start = startWorker,
}: WorkerClientOptions): Promise<WorkerClient> {
  let worker: RunningWorker | undefined
  /** Requested but not sent, in order. */
  const waiting: (Statement | Lease)[] = []
  /** Sent first when the database is open again. */
  let again: Statement[] = []
  /** Sent but not answered, in order: the first one is running. */
  let sent: Statement[] = []
  /** Answered, but not on disk. */
  let unflushed: { readonly statement: Statement; readonly answer: Uint8Array }[] = []
  let outgoing: Statement[] = []
  let lease: Lease | undefined
  let lastId = 0
  let runningSince = 0
  let watch: NodeJS.Timeout | undefined
  let broken: Error | undefined
  let closing: Promise<void> | undefined
  let parsers = parsersOf([])
  const log = { before: 0, now: 0 }

  async function open() {
    let over = false
    const started = await start(
      { folder, snapshot },
      {
        onNews: hear,
        onEnd: () => {
          over = true
          if (worker === started) void reopen('crash')
        },
      },
    )
    if (over) throw new Error('the thread of the database ended as soon as it was open')
    parsers = parsersOf(started.arrays)
    worker = started
    keepAlive()
  }

  function hear(news: WorkerNews) {
    if ('flushed' in news) settleFlushed(news.flushed)
    else if ('broken' in news) breakDown(errorOf(news.broken))
    else hearAnswer(news)
    keepAlive()
  }

  function hearAnswer(news: Extract<WorkerNews, { id: number }>) {
    const statement = sent[0]
    if (statement?.id !== news.id) return
    sent.shift()
    runningSince = performance.now()
    const own = statement.lease
    if (own) {
      own.answered = true
      own.pending--
      own.idleSince = runningSince
      if (statement.ends) release(own)
    }
    if ('trouble' in news) return statement.reject(errorOf(news.trouble))
    log.now = log.before + news.logBytes
    if (news.unflushed) unflushed.push({ statement, answer: news.answer })
    else statement.resolve(news.answer)
  }

  function settleFlushed(id: number) {
    const count = unflushed.findIndex(({ statement }) => statement.id > id)
    for (const { statement, answer } of unflushed.splice(0, count < 0 ? unflushed.length : count)) statement.resolve(answer)
  }

  /** Like a connection to a database server, only pending work keeps the process alive. */
  function keepAlive() {
    worker?.keepAlive(sent.length > 0 || unflushed.length > 0)
  }

  /** Sends the statements that may run now. */
  function pump() {
    while (worker && !lease && waiting.length > 0) {
      const next = waiting.shift() as Statement | Lease
      if (isLease(next)) {
        lease = next
        next.idleSince = performance.now()
        next.grant()
      } else send(next)
    }
    if (lease) startWatch()
  }

  function send(statement: Statement) {
    if (sent.length === 0) runningSince = performance.now()
    lastId++
    statement.id = lastId
    sent.push(statement)
    outgoing.push(statement)
    if (outgoing.length === 1) queueMicrotask(post)
    startWatch()
  }

  /** All statements of one turn of the event loop are sent as one message. */
  function post() {
    const batch = outgoing
    outgoing = []
    const to = worker
    if (!to) return
    const run = batch.map(({ id, text, values, begins, inside }) => ({ id, text, values, begins, inside }))
    try {
      to.post({ run })
    } catch {
      // A value of one statement can't be cloned to another thread: only that statement fails.
      for (const [n, statement] of batch.entries())
        try {
          to.post({ run: run.slice(n, n + 1) })
        } catch (error) {
          sent = sent.filter((one) => one !== statement)
          if (statement.lease) {
            statement.lease.pending--
            if (statement.begins) statement.lease.begun = false
          }
          statement.reject(error as Error)
        }
    }
    keepAlive()
  }

  function startWatch() {
    watch ??= setInterval(look, Math.max(5, Math.min(watchEvery, budgets.request / 4, budgets.job / 4))).unref()
  }

  function look() {
    if (sent.length === 0 && !lease) {
      clearInterval(watch)
      watch = undefined
    } else if (isOverBudget() || isIdle())
      // This thread may have been the slow one: process the messages that have already arrived first.
      setImmediate(() => {
        if (isOverBudget()) void reopen('budget')
        else if (isIdle()) takeBack()
      })
  }

  function isOverBudget(): boolean {
    const [running] = sent
    return worker !== undefined && running !== undefined && performance.now() - runningSince > limitOf(budgets, running.budget)
  }

  function isIdle(): boolean {
    return worker !== undefined && lease?.pending === 0 && performance.now() - lease.idleSince > limitOf(budgets, lease.budget)
  }

  /** Ends a transaction that has been idle for too long. */
  function takeBack() {
    const own = lease
    if (!own) return
    const nobody = () => {}
    if (own.begun) send(statementOf('rollback', [], undefined, nobody, nobody))
    own.ended = stopped('25P03')
    release(own)
  }

  function release(own: Lease) {
    own.ended ??= new Error('the transaction is closed')
    if (lease !== own) return
    lease = undefined
    pump()
  }

  /** Ends the thread, opens the folder again, and continues with the statements that had not begun. */
  async function reopen(why: ReopenReason) {
    const old = worker
    if (!old || broken) return
    worker = undefined
    const [overBudget] = sent
    await old.end()
    // The disk refused to store while the thread ended.
    if (broken) return
    // The first unanswered statement may have begun; the ones after it have not.
    const [running, ...rest] = sent
    sent = []
    outgoing = []
    if (running) {
      const refusal = why === 'budget' && running === overBudget ? stopped('57014') : interrupted()
      if (running.lease) running.lease.ended = refusal
      running.reject(refusal)
    }
    if (lease?.answered) lease.ended ??= interrupted()
    // While the thread ended, the lease may have asked for more.
    again = [...rest, ...again].filter((statement) => {
      const ended = statement.lease?.ended
      if (ended) statement.reject(ended)
      return !ended
    })
    if (lease?.ended) lease = undefined
    log.before = log.now
    onReopen(why)
    try {
      await open()
    } catch (error) {
      breakDown(error as Error)
      return
    }
    // Recovery replayed and flushed the log, and with it the writes of these statements.
    settleFlushed(Number.POSITIVE_INFINITY)
    for (const statement of again.splice(0)) send(statement)
    pump()
  }

  /**
   * Permanent: the kernel drops pages that it could not write, so a later successful flush proves nothing.
   */
  function breakDown(error: Error) {
    if (broken) return
    broken = error
    const left = [...unflushed.map(({ statement }) => statement), ...sent, ...again, ...waiting]
    unflushed = []
    sent = []
    again = []
    waiting.length = 0
    if (lease) lease.ended = error
    for (const one of left)
      if (isLease(one)) {
        one.ended = error
        one.grant()
      } else one.reject(error)
    onBroken(error)
  }

  function statementOf(
    text: string,
    values: readonly unknown[] | undefined,
    own: Lease | undefined,
    resolve: (answer: Uint8Array) => void,
    reject: (error: Error) => void,
    ends = false,
  ): Statement {
    const begins = own !== undefined && !own.begun
    return { id: 0, text, values, begins, inside: own !== undefined && !ends, ends, lease: own, budget: currentBudget(), resolve, reject }
  }

  async function ask(
    text: string,
    values: readonly unknown[] | undefined,
    own?: Lease,
    { ends = false, options }: { ends?: boolean; options?: QueryOptions | undefined } = {},
  ): Promise<Results[]> {
    const answer = await new Promise<Uint8Array>((resolve, reject) => {
      const refused = own?.ended ?? broken ?? (closing && !own ? new Error('the database is closed') : undefined)
      if (refused) return reject(refused)
      const statement = statementOf(text, values, own, resolve, reject, ends)
      if (own) {
        own.begun = true
        own.pending++
        if (worker) send(statement)
        else again.push(statement)
      } else {
        waiting.push(statement)
        pump()
      }
    })
    return parseAnswer(answer, text, parsers, options)
  }

  function takeLease(begun: boolean): Promise<Lease> {
    return new Promise((resolve, reject) => {
      if (broken) return reject(broken)
      const own: Lease = {
        budget: currentBudget(),
        grant: () => resolve(own),
        begun,
        answered: false,
        ended: undefined,
        pending: 0,
        idleSince: 0,
      }
      waiting.push(own)
      pump()
    })
  }

  const clientOf = (own?: Lease) => ({
    async query<Row>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<Row>> {
      const [result] = await ask(text, values, own, { options })
      return result as Results<Row>
    },
    exec: (text: string, options?: QueryOptions): Promise<Results[]> => ask(text, undefined, own, { options }),
  })

  async function transaction<T>(work: (tx: never) => Promise<T>): Promise<T> {
    if (closing) throw new Error('the database is closed')
    const own = await takeLease(false)
    let committing = false
    try {
      const result = await work(clientOf(own) as never)
      if (own.begun || own.ended) {
        committing = true
        const [done] = await ask('commit', [], own, { ends: true })
        if (done?.command === 'ROLLBACK') throw new TransactionAbortedError()
      }
      return result
    } catch (error) {
      if (own.begun && !own.ended && !committing) await ask('rollback', [], own, { ends: true }).catch(() => {})
      throw error
    } finally {
      release(own)
    }
  }

  async function close() {
    const own = await takeLease(true)
    // When this is answered, all earlier statements are answered and on disk.
    await ask('select 1', undefined, own)
    const last = worker
    worker = undefined
    clearInterval(watch)
    last?.keepAlive(true)
    last?.post({ close: true })
    await last?.over
    for (const { statement } of unflushed.splice(0)) statement.reject(interrupted())
    for (const one of waiting.splice(0)) {
      if (isLease(one)) {
        one.ended = new Error('the database is closed')
        one.grant()
      } else one.reject(new Error('the database is closed'))
    }
  }

  await open()
  return {
    ...clientOf(),
    transaction,
    get logBytes() {
      return log.now
    },
    async alone(work) {
      const own = await takeLease(true)
      try {
        return await work((text) => ask(text, undefined, own))
      } finally {
        release(own)
      }
    },
    close: () => (closing ??= broken ? Promise.resolve() : close()),
  } as WorkerClient
}
