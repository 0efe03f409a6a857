import { daysLater } from '../../../contract/rules/daysLater.ts'
import type { Database } from '../../storage/database.ts'
import type { Sums } from './figuresOf.ts'
import { type DayCounts, type FormSource, keepDays, type KeptDay, type KeptDays, newestKept, readKeptDays } from './keepDays.ts'
import { type Event, type EventSource, type Period, readConversations, readRecords, type SourceInPeriod } from './readRecords.ts'

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

  /** Adds the records of a day that were counted before. A record is complete. */
  addDay({ counts, attention }: KeptDay): void {
    const sums = this.#sums
    sums.started += counts.started
    sums.completed += counts.started
    if (this.#of.group === null) return
    sums.attention += attention
    for (const name of ['messages', 'workers', 'hours', 'signIns', 'signOuts'] as const) sums[name] += counts[name]
    for (const person of counts.people) this.#people.add(person)
    for (const visitor of counts.visitors) this.#visitors.add(visitor)
    for (const company of counts.companies) this.#companies.add(company)
  }

  /** The counts of one day, to keep. */
  day(): DayCounts {
    const { started, messages, workers, hours, signIns, signOuts } = this.#sums
    const sums = { started, messages, workers, hours, signIns, signOuts }
    return { ...sums, people: [...this.#people], visitors: [...this.#visitors], companies: [...this.#companies] }
  }

  done(): Count {
    const { workers, hours, ...sums } = this.#sums
    return {
      ...this.#of,
      ...sums,
      // The sum of kept days and that of single records differ in their last digits.
      hours: Math.round(hours * 1e6) / 1e6,
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

/** A form with fewer records in the period is counted each time. */
const worthKeeping = 100

/** The days of one form in a period: those that were kept, and those that are counted now. */
class FormDays {
  readonly #bot: Counted & FormSource
  /** Those of the period, in order. */
  readonly #days: readonly string[]
  readonly #kept: ReadonlyMap<string, KeptDay>
  readonly #counters = new Map<string, Counter>()
  readonly #counted: ReadonlySet<string>
  #events = 0

  constructor(bot: Counted & FormSource, days: readonly string[], kept: readonly KeptDay[]) {
    this.#bot = bot
    this.#days = days
    this.#kept = new Map(kept.map((one) => [one.day, one]))
    this.#counted = new Set(days.filter((day) => !this.#kept.has(day)))
  }

  get kept(): Iterable<KeptDay> {
    return this.#kept.values()
  }

  /**
   * The days of which the records have to be read, as periods in order. Between two of them are at least two kept days:
   * the records of the time before a period are then of no other.
   */
  get missing(): readonly Period[] {
    const found: { start: string; end: string; last: number }[] = []
    for (const [n, day] of this.#days.entries()) {
      const one = found.at(-1)
      if (!this.#counted.has(day)) continue
      if (one && n <= one.last + 2) Object.assign(one, { end: day, last: n })
      else found.push({ start: day, end: day, last: n })
    }
    return found
  }

  counts(day: string): boolean {
    return this.#counted.has(day)
  }

  add(event: Event, hours: number): void {
    this.#events += 1
    const counter = this.#counters.get(event.day) ?? new Counter({ class: this.#bot.class, group: this.#bot.group, day: event.day })
    this.#counters.set(event.day, counter)
    counter.add(event, hours)
  }

  /** Keeps the days that are over, also those without a record. */
  async keep(db: Database, known: KeptDays): Promise<void> {
    if (this.#kept.size === 0 && this.#events < worthKeeping) return
    const newest = newestKept(this.#bot.tz)
    const over = [...this.#counted].filter((day) => day <= newest)
    const days = new Map(over.map((day) => [day, (this.#counters.get(day) ?? new Counter({ class: '', group: '', day })).day()]))
    if (days.size > 0) await keepDays(db, this.#bot, { known, days })
  }
}

interface Databases {
  /** Answers from here, a replica perhaps. */
  readonly reads: Database
  /** Keeps the days that were counted. */
  readonly keeps: Database
}

const hasForm = (bot: Counted): bot is Counted & FormSource => bot.form !== null

/**
 * Returns counts of conversations and records from `start` to `end` (days), by class and group, and by class
 * and day. A record counts on the day when the device saved it, in the time zone of the site; a conversation
 * on the day it asks about. A worker who passes a gate twice counts once.
 *
 * Reads page by page, so that no statement takes long: others save meanwhile, also with the embedded database. Days of
 * forms with many records are kept, so that the next report does not read them again.
 */
export async function countEvents({ reads, keeps }: Databases, bots: readonly Counted[], period: Period): Promise<readonly Count[]> {
  const counters = new Map<string, Counter>()
  const counterOf = (of: Pick<Count, 'class' | 'group' | 'day'>): Counter => {
    const key = JSON.stringify([of.class, of.group, of.day])
    const counter = counters.get(key) ?? new Counter(of)
    counters.set(key, counter)
    return counter
  }
  const eachOf = ({ class: kind, group }: Counted, day: string, add: (counter: Counter) => void) => {
    add(counterOf({ class: kind, group, day: null }))
    add(counterOf({ class: kind, group: null, day }))
  }
  await addRecords({ reads, keeps }, bots.filter(hasForm), { period, eachOf })
  const known = new Map(bots.map((bot) => [bot.id, bot]))
  for await (const page of readConversations(reads, bots, period))
    for (const event of page) {
      const bot = known.get(event.bot)
      if (bot) eachOf(bot, event.day, (counter) => counter.add(event, event.hours ?? 0))
    }
  return [...counters.values()].map((counter) => counter.done())
}

interface RecordsAsk {
  readonly period: Period
  /** Calls `add` with each sum that a record of this bot and day belongs to. */
  eachOf(bot: Counted, day: string, add: (counter: Counter) => void): void
}

interface FormToCount {
  readonly bot: Counted & FormSource
  readonly days: FormDays
}

/** A period of which the records of a form are read. */
interface Reading extends SourceInPeriod {
  readonly of: FormToCount
  readonly staysOf: ReturnType<typeof stays>
}

const readingsOf = (forms: readonly FormToCount[]): Reading[] =>
  forms.flatMap((of, n) =>
    of.days.missing.map(({ start, end }) => ({
      id: `${n} ${start}`,
      form: of.bot.form,
      tz: of.bot.tz,
      start,
      end,
      of,
      staysOf: stays(),
    })),
  )

function daysOf({ start, end }: Period): string[] {
  const days: string[] = []
  for (let day = start; day <= end; day = daysLater(day, 1)) days.push(day)
  return days
}

/** Adds the records of forms: their kept days, and the records of the others. */
async function addRecords({ reads, keeps }: Databases, bots: readonly (Counted & FormSource)[], { period, eachOf }: RecordsAsk) {
  const known = await readKeptDays(reads, bots, period, reads === keeps ? 'primary' : 'replica')
  const all = daysOf(period)
  const forms = bots.map((bot) => ({ bot, days: new FormDays(bot, all, known.daysOf(bot)) }))
  for (const { bot, days } of forms)
    for (const one of days.kept) if (one.counts.started > 0) eachOf(bot, one.day, (counter) => counter.addDay(one))
  const readings = new Map(readingsOf(forms).map((one) => [one.id, one]))
  for await (const page of readRecords(reads, [...readings.values()]))
    for (const event of page) {
      const reading = readings.get(event.bot)
      if (!reading) continue
      const { bot, days } = reading.of
      const hours = reading.staysOf(event) ?? event.hours ?? 0
      if (event.day < reading.start || !days.counts(event.day)) continue
      eachOf(bot, event.day, (counter) => counter.add(event, hours))
      days.add(event, hours)
    }
  for (const { days } of forms) await days.keep(keeps, known)
}
