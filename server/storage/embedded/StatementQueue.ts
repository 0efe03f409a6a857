import type { QueryBudget } from '../queryBudget.ts'

/** Work that waits for the database. `askedAt` is the time of `performance.now()`. */
interface Waiting {
  readonly budget: QueryBudget
  readonly askedAt: number
}

/** After this time jobs let only older requests pass, ms: they go on under constant load, too. */
const patienceMs = 50
/** The next statement of a request usually follows the answer to the last one within this time, ms. */
const pauseOfRequestMs = 3
/** A page of an export lets requests pass for this many times as long as the page before took. */
const restOfExport = 2

const isBulk = ({ budget }: Waiting): boolean => budget === 'job' || budget === 'export'

/**
 * The queue of a database that runs one statement at a time. Statements of jobs and exports take milliseconds each, and
 * their callers ask for the next one at once; so a request of several statements would wait for one of them each time. They let
 * requests go first, and begin only when no statement runs. Under constant load an export has a third of the time: a fixed
 * pause would make it take the longer the smaller its pages are.
 */
export class StatementQueue<One extends Waiting> {
  readonly #requests: One[] = []
  readonly #bulk: One[] = []
  #requestAt = Number.NEGATIVE_INFINITY
  #exportFrom = Number.NEGATIVE_INFINITY

  push(one: One): void {
    if (isBulk(one)) this.#bulk.push(one)
    else this.#requests.push(one)
  }

  /** The database has answered a statement that took it `ranMs`. */
  noteAnswer(of: Waiting, now: number, ranMs: number): void {
    if (!isBulk(of)) this.#requestAt = now
    else if (of.budget === 'export') this.#exportFrom = now + Math.min(ranMs * restOfExport, patienceMs)
  }

  /** Takes what may begin now. `isRunning`: the database has a statement that it has not answered. */
  next(isRunning: boolean, now: number): One | undefined {
    const [request] = this.#requests
    const late = this.#bulk.findIndex((one) => this.#passesAt(one) <= now)
    const bulk = this.#bulk[Math.max(0, late)]
    // After a long transaction both may be late: then the older one is first.
    const isOlder = request !== undefined && bulk !== undefined && request.askedAt <= bulk.askedAt
    if (late >= 0 && !isOlder) return this.#takeBulk(late, now)
    if (request) return this.#requests.shift()
    if (!bulk || isRunning || now - this.#requestAt < pauseOfRequestMs) return undefined
    return this.#takeBulk(0, now)
  }

  /** Time until `next` has to be called again, if no statement is answered before. Undefined if nothing waits. In ms. */
  waitMs(isRunning: boolean, now: number): number | undefined {
    if (this.#bulk.length === 0) return undefined
    const patience = Math.min(...this.#bulk.map((one) => this.#passesAt(one))) - now
    return Math.max(1, isRunning ? patience : Math.min(patience, this.#requestAt + pauseOfRequestMs - now))
  }

  /** Takes everything, in the order of the calls. */
  takeAll(): One[] {
    return [...this.#requests.splice(0), ...this.#bulk.splice(0)].toSorted((a, b) => a.askedAt - b.askedAt)
  }

  #takeBulk(at: number, now: number): One | undefined {
    const [bulk] = this.#bulk.splice(at, 1)
    // The next page is not sent while this one runs, unless it takes longer than this.
    if (bulk?.budget === 'export') this.#exportFrom = now + patienceMs
    return bulk
  }

  /** When a job or an export begins before younger requests. */
  #passesAt({ budget, askedAt }: One): number {
    if (budget === 'job') return askedAt + patienceMs
    return Math.max(this.#exportFrom, askedAt + pauseOfRequestMs)
  }
}
