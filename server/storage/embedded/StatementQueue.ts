import type { QueryBudget } from '../queryBudget.ts'

/** Work that waits for the database. `askedAt` is the time of `performance.now()`. */
interface Waiting {
  readonly budget: QueryBudget
  readonly askedAt: number
}

/** After this time jobs and exports let only older requests pass, ms: they go on under constant load, too. */
const patienceMs = 10
/** The next statement of a request usually follows the answer to the last one within this time, ms. */
const pauseOfRequestMs = 3

const isBulk = ({ budget }: Waiting): boolean => budget === 'job'

/**
 * The queue of a database that runs one statement at a time. Statements of jobs and exports take milliseconds each, and
 * their callers ask for the next one at once; so a request of several statements would wait for one of them each time. They let
 * requests go first, and begin only when no statement runs.
 */
export class StatementQueue<One extends Waiting> {
  readonly #requests: One[] = []
  readonly #bulk: One[] = []
  #requestAt = Number.NEGATIVE_INFINITY

  push(one: One): void {
    if (isBulk(one)) this.#bulk.push(one)
    else this.#requests.push(one)
  }

  /** The database has answered. */
  noteAnswer(of: Waiting, now: number): void {
    if (!isBulk(of)) this.#requestAt = now
  }

  /** Takes what may begin now. `isRunning`: the database has a statement that it has not answered. */
  next(isRunning: boolean, now: number): One | undefined {
    const [bulk] = this.#bulk
    const [request] = this.#requests
    // After a long transaction both may be late: then the older one is first.
    const isOlder = request !== undefined && bulk !== undefined && request.askedAt <= bulk.askedAt
    if (bulk && !isOlder && now - bulk.askedAt >= patienceMs) return this.#bulk.shift()
    if (request) return this.#requests.shift()
    if (!bulk || isRunning || now - this.#requestAt < pauseOfRequestMs) return undefined
    return this.#bulk.shift()
  }

  /** Time until `next` has to be called again, if no statement is answered before. Undefined if nothing waits. In ms. */
  waitMs(isRunning: boolean, now: number): number | undefined {
    const [bulk] = this.#bulk
    if (!bulk) return undefined
    const patience = bulk.askedAt + patienceMs - now
    return Math.max(1, isRunning ? patience : Math.min(patience, this.#requestAt + pauseOfRequestMs - now))
  }

  /** Takes everything, in the order of the calls. */
  takeAll(): One[] {
    return [...this.#requests.splice(0), ...this.#bulk.splice(0)].toSorted((a, b) => a.askedAt - b.askedAt)
  }
}
