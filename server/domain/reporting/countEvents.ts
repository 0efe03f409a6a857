import type { Database, Transaction } from '../../storage/database.ts'
import type { Sums } from './figuresOf.ts'
import { type Event, type EventSource, type Period, readConversations, readRecords } from './readRecords.ts'

/** A bot with the report group that it counts in. */
export interface Counted extends EventSource {
  readonly class: string
  readonly group: string
}

export interface Count extends Sums {
  readonly class: string
  /** null in the sums of one day: these have only `started`, `completed` and `expired`. */
  readonly group: string | null
  readonly day: string | null
}

/** Sums that still grow. People who are counted once are in sets. */
class Counter {
  readonly #of: Pick<Count, 'class' | 'group' | 'day'>
  readonly #sums = { started: 0, completed: 0, expired: 0, attention: 0, messages: 0, workers: 0, hours: 0, signIns: 0, signOuts: 0 }
  readonly #people = new Set<string>()
  readonly #visitors = new Set<string>()
  readonly #companies = new Set<string>()
  readonly #silent = new Set<string>()

  constructor(of: Pick<Count, 'class' | 'group' | 'day'>) {
    this.#of = of
  }

  add(event: Event, hours: number): void {
    const sums = this.#sums
    sums.started += 1
    sums.completed += event.completed
    sums.expired += event.expired
    // A large company has tens of thousands of people on each day.
    if (this.#of.group === null) return
    sums.attention += event.attention
    sums.messages += event.messages
    sums.workers += event.workers ?? 0
    sums.hours += hours
    if (event.company) this.#companies.add(event.company)
    if (event.silent) this.#silent.add(event.silent)
    if (event.direction === 'out') sums.signOuts += 1
    if (event.direction !== 'in') return
    sums.signIns += 1
    if (event.who !== null) (event.visitor ? this.#visitors : this.#people).add(event.who)
  }

  done(): Count {
    const { workers, ...sums } = this.#sums
    return {
      ...this.#of,
      ...sums,
      workers: workers + this.#people.size,
      visitors: this.#visitors.size,
      companies: [...this.#companies].sort(),
      silent: [...this.#silent].sort(),
    }
  }
}

const secondsOfDay = 24 * 60 * 60

/** Returns for each record of a bot, in order, the hours since the same person came in, if this is them leaving within a day. */
function stays(): (event: Event) => number | undefined {
  const last = new Map<string, Pick<Event, 'direction' | 'seconds'>>()
  return ({ direction, who, seconds }) => {
    if (direction === null || who === null) return undefined
    const before = last.get(who)
    last.set(who, { direction, seconds })
    if (direction !== 'out' || before?.direction !== 'in' || seconds - before.seconds >= secondsOfDay) return undefined
    return (seconds - before.seconds) / 3600
  }
}

/**
 * Returns counts of conversations and records from `start` to `end` (days), by class and group, and by class
 * and day. A record counts on the day when the device saved it, in the time zone of the site; a conversation
 * on the day it asks about. A worker who passes a gate twice counts once.
 *
 * Reads page by page, so that no statement takes long: others save meanwhile, also with the embedded database.
 */
export async function countEvents(db: Database | Transaction, bots: readonly Counted[], period: Period): Promise<readonly Count[]> {
  const known = new Map(bots.map((bot) => [bot.id, { bot, hoursOf: stays() }]))
  const counters = new Map<string, Counter>()
  const add = (of: Pick<Count, 'class' | 'group' | 'day'>, event: Event, hours: number) => {
    const key = JSON.stringify([of.class, of.group, of.day])
    const counter = counters.get(key) ?? new Counter(of)
    counters.set(key, counter)
    counter.add(event, hours)
  }
  for (const read of [readRecords, readConversations])
    for await (const page of read(db, bots, period))
      for (const event of page) {
        const from = known.get(event.bot)
        if (!from) continue
        const hours = from.hoursOf(event) ?? event.hours ?? 0
        if (event.day < period.start || event.day > period.end) continue
        add({ class: from.bot.class, group: from.bot.group, day: null }, event, hours)
        add({ class: from.bot.class, group: null, day: event.day }, event, hours)
      }
  return [...counters.values()].map((counter) => counter.done())
}
