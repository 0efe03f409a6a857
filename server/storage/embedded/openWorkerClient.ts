import { type QueryOptions, type Results, TransactionAbortedError } from '@electric-sql/pglite'
import { currentBudget, interrupted, limitOf, type QueryBudget, type QueryBudgets, stopped, withQueryBudget } from '../queryBudget.ts'
import { parseAnswer, parsersOf } from './parseAnswer.ts'
import { StatementQueue } from './StatementQueue.ts'
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
  readonly askedAt: number
  readonly lease: Lease | undefined
  /** Commit or rollback: other callers get the database when it has run, before it is on disk. */
  readonly ends: boolean
  readonly resolve: (answer: Uint8Array) => void
  readonly reject: (error: Error) => void
}

/** Exclusive use of the database by one caller, for the duration of a transaction. */
interface Lease {
  readonly budget: QueryBudget
  readonly askedAt: number
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

class EmbeddedWorkerClient implements WorkerClient {
  readonly #options: WorkerClientOptions
  #worker: RunningWorker | undefined
  /** Requested but not sent. */
  readonly #waiting = new StatementQueue<Statement | Lease>()
  #nextTurn: NodeJS.Timeout | undefined
  /** Sent first when the database is open again. */
  #again: Statement[] = []
  /** Sent but not answered, in order: the first one is running. */
  #sent: Statement[] = []
  /** Answered, but not on disk. */
  #unflushed: { readonly statement: Statement; readonly answer: Uint8Array }[] = []
  #outgoing: Statement[] = []
  #lease: Lease | undefined
  #lastId = 0
  #runningSince = 0
  #watch: NodeJS.Timeout | undefined
  #broken: Error | undefined
  #closing: Promise<void> | undefined
  #parsers = parsersOf([])
  readonly #log = { before: 0, now: 0 }
  readonly query: EmbeddedClient['query']
  readonly exec: EmbeddedClient['exec']

  constructor(options: WorkerClientOptions) {
    this.#options = options
    const { query, exec } = this.#clientOf()
    this.query = query
    this.exec = exec
  }

  get logBytes(): number {
    return this.#log.now
  }

  async open() {
    let over = false
    const { folder, snapshot, start = startWorker } = this.#options
    const started = await start(
      { folder, snapshot },
      {
        onNews: (news) => this.#hear(news),
        onEnd: () => {
          over = true
          if (this.#worker === started) void this.#reopen('crash')
        },
      },
    )
    if (over) throw new Error('the thread of the database ended as soon as it was open')
    this.#parsers = parsersOf(started.arrays)
    this.#worker = started
    this.#keepAlive()
  }

  #hear(news: WorkerNews) {
    if ('flushed' in news) this.#settleFlushed(news.flushed)
    else if ('broken' in news) this.#breakDown(errorOf(news.broken))
    else this.#hearAnswer(news)
    this.#keepAlive()
  }

  #hearAnswer(news: Extract<WorkerNews, { id: number }>) {
    const statement = this.#sent[0]
    if (statement?.id !== news.id) return
    this.#sent.shift()
    const now = performance.now()
    this.#waiting.noteAnswer(statement, now, now - this.#runningSince)
    this.#runningSince = now
    const own = statement.lease
    if (own) {
      own.answered = true
      own.pending--
      own.idleSince = this.#runningSince
      if (statement.ends) this.#release(own)
    }
    this.#pump()
    if ('trouble' in news) return statement.reject(errorOf(news.trouble))
    this.#log.now = this.#log.before + news.logBytes
    if (news.unflushed) this.#unflushed.push({ statement, answer: news.answer })
    else statement.resolve(news.answer)
  }

  #settleFlushed(id: number) {
    const count = this.#unflushed.findIndex(({ statement }) => statement.id > id)
    for (const { statement, answer } of this.#unflushed.splice(0, count < 0 ? this.#unflushed.length : count)) statement.resolve(answer)
  }

  /** Like a connection to a database server, only pending work keeps the process alive. */
  #keepAlive() {
    this.#worker?.keepAlive(this.#sent.length > 0 || this.#unflushed.length > 0)
  }

  /** Sends the statements that may run now. */
  #pump() {
    const now = performance.now()
    while (this.#worker && !this.#lease) {
      const next = this.#waiting.next(this.#sent.length > 0, now)
      if (!next) break
      if (isLease(next)) {
        this.#lease = next
        next.idleSince = now
        next.grant()
      } else this.#send(next)
    }
    if (this.#lease) this.#startWatch()
    else if (this.#worker) this.#pumpLater(this.#waiting.waitMs(this.#sent.length > 0, now))
  }

  #pumpLater(afterMs: number | undefined) {
    clearTimeout(this.#nextTurn)
    this.#nextTurn = afterMs === undefined ? undefined : setTimeout(() => this.#pump(), afterMs)
  }

  #send(statement: Statement) {
    if (this.#sent.length === 0) this.#runningSince = performance.now()
    this.#lastId++
    statement.id = this.#lastId
    this.#sent.push(statement)
    this.#outgoing.push(statement)
    if (this.#outgoing.length === 1) queueMicrotask(() => this.#post())
    this.#startWatch()
  }

  /** All statements of one turn of the event loop are sent as one message. */
  #post() {
    const batch = this.#outgoing
    this.#outgoing = []
    const to = this.#worker
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
          this.#sent = this.#sent.filter((one) => one !== statement)
          if (statement.lease) {
            statement.lease.pending--
            if (statement.begins) statement.lease.begun = false
          }
          statement.reject(error as Error)
        }
    }
    this.#keepAlive()
  }

  #startWatch() {
    this.#watch ??= setInterval(
      () => this.#look(),
      Math.max(5, Math.min(watchEvery, this.#options.budgets.request / 4, this.#options.budgets.job / 4)),
    ).unref()
  }

  #look() {
    if (this.#sent.length === 0 && !this.#lease) {
      clearInterval(this.#watch)
      this.#watch = undefined
    } else if (this.#isOverBudget() || this.#isIdle())
      // This thread may have been the slow one: process the messages that have already arrived first.
      setImmediate(() => {
        if (this.#isOverBudget()) void this.#reopen('budget')
        else if (this.#isIdle()) this.#takeBack()
      })
  }

  #isOverBudget(): boolean {
    const [running] = this.#sent
    return (
      this.#worker !== undefined &&
      running !== undefined &&
      performance.now() - this.#runningSince > limitOf(this.#options.budgets, running.budget)
    )
  }

  #isIdle(): boolean {
    return (
      this.#worker !== undefined &&
      this.#lease?.pending === 0 &&
      performance.now() - this.#lease.idleSince > limitOf(this.#options.budgets, this.#lease.budget)
    )
  }

  /** Ends a transaction that has been idle for too long. */
  #takeBack() {
    const own = this.#lease
    if (!own) return
    const nobody = () => {}
    if (own.begun) this.#send(this.#statementOf('rollback', [], undefined, nobody, nobody))
    own.ended = stopped('25P03')
    this.#release(own)
  }

  #release(own: Lease) {
    own.ended ??= new Error('the this.#transaction is closed')
    if (this.#lease !== own) return
    this.#lease = undefined
    this.#pump()
  }

  /** Ends the thread, opens the folder again, and continues with the statements that had not begun. */
  async #reopen(why: ReopenReason) {
    const old = this.#worker
    if (!old || this.#broken) return
    this.#worker = undefined
    const [overBudget] = this.#sent
    await old.end()
    // The disk refused to store while the thread ended.
    if (this.#broken) return
    // The first unanswered statement may have begun; the ones after it have not.
    const [running, ...rest] = this.#sent
    this.#sent = []
    this.#outgoing = []
    if (running) {
      const refusal = why === 'budget' && running === overBudget ? stopped('57014') : interrupted()
      if (running.lease) running.lease.ended = refusal
      running.reject(refusal)
    }
    if (this.#lease?.answered) this.#lease.ended ??= interrupted()
    // While the thread ended, the lease may have asked for more.
    this.#again = [...rest, ...this.#again].filter((statement) => {
      const ended = statement.lease?.ended
      if (ended) statement.reject(ended)
      return !ended
    })
    if (this.#lease?.ended) this.#lease = undefined
    this.#log.before = this.#log.now
    this.#options.onReopen(why)
    try {
      await this.open()
    } catch (error) {
      this.#breakDown(error as Error)
      return
    }
    // Recovery replayed and flushed the log, and with it the writes of these statements.
    this.#settleFlushed(Number.POSITIVE_INFINITY)
    for (const statement of this.#again.splice(0)) this.#send(statement)
    this.#pump()
  }

  /**
   * Permanent: the kernel drops pages that it could not write, so a later successful flush proves nothing.
   */
  #breakDown(error: Error) {
    if (this.#broken) return
    this.#broken = error
    const left = [...this.#unflushed.map(({ statement }) => statement), ...this.#sent, ...this.#again, ...this.#waiting.takeAll()]
    this.#unflushed = []
    this.#sent = []
    this.#again = []
    clearTimeout(this.#nextTurn)
    if (this.#lease) this.#lease.ended = error
    for (const one of left)
      if (isLease(one)) {
        one.ended = error
        one.grant()
      } else one.reject(error)
    this.#options.onBroken(error)
  }

  #statementOf(
    text: string,
    values: readonly unknown[] | undefined,
    own: Lease | undefined,
    resolve: (answer: Uint8Array) => void,
    reject: (error: Error) => void,
    ends = false,
  ): Statement {
    const begins = own !== undefined && !own.begun
    const inside = own !== undefined && !ends
    return { id: 0, text, values, begins, inside, ends, lease: own, budget: currentBudget(), askedAt: performance.now(), resolve, reject }
  }

  async #ask(
    text: string,
    values: readonly unknown[] | undefined,
    own?: Lease,
    { ends = false, options }: { ends?: boolean; options?: QueryOptions | undefined } = {},
  ): Promise<Results[]> {
    const answer = await new Promise<Uint8Array>((resolve, reject) => {
      const refused = own?.ended ?? this.#broken ?? (this.#closing && !own ? new Error('the database is closed') : undefined)
      if (refused) return reject(refused)
      const statement = this.#statementOf(text, values, own, resolve, reject, ends)
      if (own) {
        own.begun = true
        own.pending++
        if (this.#worker) this.#send(statement)
        else this.#again.push(statement)
      } else {
        this.#waiting.push(statement)
        this.#pump()
      }
    })
    return parseAnswer(answer, text, this.#parsers, options)
  }

  #takeLease(begun: boolean): Promise<Lease> {
    return new Promise((resolve, reject) => {
      if (this.#broken) return reject(this.#broken)
      const own: Lease = {
        budget: currentBudget(),
        askedAt: performance.now(),
        grant: () => resolve(own),
        begun,
        answered: false,
        ended: undefined,
        pending: 0,
        idleSince: 0,
      }
      this.#waiting.push(own)
      this.#pump()
    })
  }

  #clientOf(own?: Lease) {
    return {
      query: async <Row>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<Row>> => {
        const [result] = await this.#ask(text, values, own, { options })
        return result as Results<Row>
      },
      exec: (text: string, options?: QueryOptions): Promise<Results[]> => this.#ask(text, undefined, own, { options }),
    }
  }

  async transaction<T>(work: (tx: never) => Promise<T>): Promise<T> {
    if (this.#closing) throw new Error('the database is closed')
    const own = await this.#takeLease(false)
    let committing = false
    try {
      const result = await work(this.#clientOf(own) as never)
      if (own.begun || own.ended) {
        committing = true
        const [done] = await this.#ask('commit', [], own, { ends: true })
        if (done?.command === 'ROLLBACK') throw new TransactionAbortedError()
      }
      return result
    } catch (error) {
      if (own.begun && !own.ended && !committing) await this.#ask('rollback', [], own, { ends: true }).catch(() => {})
      throw error
    } finally {
      this.#release(own)
    }
  }

  async alone<T>(work: (exec: EmbeddedClient['exec']) => Promise<T>): Promise<T> {
    const own = await this.#takeLease(true)
    try {
      return await work((text) => this.#ask(text, undefined, own))
    } finally {
      this.#release(own)
    }
  }

  close(): Promise<void> {
    // As a job, so that the statements of jobs that were asked before are answered.
    this.#closing ??= this.#broken ? Promise.resolve() : withQueryBudget('job', () => this.#close())
    return this.#closing
  }

  async #close() {
    const own = await this.#takeLease(true)
    // When this is answered, all earlier statements are answered and on disk.
    await this.#ask('select 1', undefined, own)
    const last = this.#worker
    this.#worker = undefined
    clearInterval(this.#watch)
    last?.keepAlive(true)
    last?.post({ close: true })
    await last?.over
    for (const { statement } of this.#unflushed.splice(0)) statement.reject(interrupted())
    clearTimeout(this.#nextTurn)
    for (const one of this.#waiting.takeAll()) {
      if (isLease(one)) {
        one.ended = new Error('the database is closed')
        one.grant()
      } else one.reject(new Error('the database is closed'))
    }
  }
}

/**
 * The embedded database in its own thread. Statements are sent in the order of the calls and run one after
 * the other; a transaction is a lease, and all other callers wait for it. A statement that exceeds its
 * budget ends the thread: the client opens the folder again and continues with the statements that had not
 * begun. A caller gets an answer only when the data behind it is on disk. If the thread ends between an
 * answer and its flush, the caller gets the answer after the folder is open again: recovery has flushed the
 * data then.
 */
export async function openWorkerClient(options: WorkerClientOptions): Promise<WorkerClient> {
  const client = new EmbeddedWorkerClient(options)
  await client.open()
  return client
}
