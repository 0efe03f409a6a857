import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { type BotOrder, bring, type Outside, type Report, startOutside, startTalker, type Talker } from './talk.ts'

export interface TalkCrashOptions {
  readonly kills: number
  /** Conversations started per round. */
  readonly conversations: number
  readonly storage: 'embedded' | 'postgres'
  readonly onRound?: ((text: string) => void) | undefined
}

export interface TalkCrashResult {
  readonly kills: number
  /** Texts of bots, texts of phones, fired timers, entries of daily logs. */
  readonly counted: Readonly<Record<'sent' | 'heard' | 'timers' | 'entries', number>>
  /** Texts for which the server asked the provider, because a kill had lost the response. */
  readonly seconds: number
  /** Description of each lost or duplicated item; empty if there are none. */
  readonly faults: readonly string[]
}

const hour = 3_600_000
/**
 * Maximum time until all jobs have finished after the last kill, in ms: a claim without a response waits 20 s
 * plus the back-off of its job.
 */
const patience = 180_000
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const numberOf = (n: number) => `+1202556${String(n).padStart(4, '0')}`
/** Each phone answers with another count, so that entries cannot be confused. */
const countOf = (mobile: string) => (Number(mobile.slice(-4)) % 89) + 1

/**
 * Three bots: one with its own log, one with a log in the construction system, and one with contacts who
 * never answer.
 */
function botsOf(round: number, conversations: number): BotOrder[] {
  const each = Math.ceil(conversations / 3)
  return (['own', 'site', 'silent'] as const).map((name, nth) => ({
    id: `${name}-${round}`,
    construction: name === 'site',
    // Half of the hour has passed for the contacts who never answer, so the reminder is due at once.
    at: Date.now() - (name === 'silent' ? hour / 2 : 0),
    contacts: Array.from({ length: each }, (_, n) => {
      const mobile = numberOf(round * 100 + nth * 30 + n)
      return { name: `Contact ${mobile.slice(-4)}`, mobile, vendor: `Vendor ${mobile.slice(-4)}` }
    }),
  }))
}

/**
 * Runs conversations with a server that is killed repeatedly. At the end every item must exist exactly once.
 */
export async function talkAndKill({ kills, conversations, storage, onRound }: TalkCrashOptions): Promise<TalkCrashResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'muster-talk-'))
  const postgres = storage === 'postgres' ? await startPostgres({ durable: true }) : undefined
  const outside = await startOutside()
  const settings = { provider: outside.url, dataDir, ...(postgres && { databaseUrl: postgres.url() }) }
  const bots: BotOrder[] = []
  const began = Date.now()
  let talker: Talker | undefined
  const silent = new Set<string>()
  /** Number of answers of each phone: first its count, then yes. */
  const said = new Map<string, number>()

  outside.onText = ({ to }) => {
    if (silent.has(to)) return
    const turn = said.get(to) ?? 0
    said.set(to, turn + 1)
    if (turn > 1) return
    const text = outside.write(to, turn === 0 ? `${countOf(to)} for 8 hours` : 'yes')
    // Every second text is delivered only once, as most providers do: if the kill loses it, the server must
    // fetch it.
    const times = Number(text.sid.slice(2)) % 2 === 0 ? 1 : 3
    void (async () => {
      await wait(20 + Math.random() * 200)
      for (let n = 0; n < times; n++) {
        if (talker && (await bring(talker.url, text)) && n > 0) return
        await wait(300)
      }
    })()
  }

  try {
    for (let round = 1; round <= kills + 1; round++) {
      const fresh = round <= kills ? botsOf(round, conversations) : []
      bots.push(...fresh)
      for (const { id, contacts } of fresh) if (id.startsWith('silent')) for (const { mobile } of contacts) silent.add(mobile)
      talker = await startTalker(settings)
      const { obey, kill } = talker
      // Continues the work that an earlier kill interrupted. The start time of each bot stays the same.
      const begun = obey({ kind: 'begin', bots: bots.toReversed() })
      if (round > kills) {
        await begun
        break
      }
      begun.catch(() => {})
      const before = outside.taken.length
      const enough = Math.max(4, Math.floor(Math.random() * conversations * 2))
      const until = Date.now() + 8000
      while (outside.taken.length < before + enough && Date.now() < until) await wait(5)
      // The waiting time ends for contacts who never answer, during other work, but not before their
      // reminder.
      if (round > 1) obey({ kind: 'expire', bots: reminded(bots, outside) }).catch(() => {})
      await wait(Math.random() * 120)
      await kill()
      if (postgres && round % 2 === 0) await postgres.killAndRestart()
      onRound?.(
        `kill ${round}: ${outside.taken.length} texts of bots, ${outside.brought.length} of phones, ${outside.entries.length} entries by then`,
      )
    }
    const report = await atRest(talker as Talker, bots, outside)
    return { kills, ...check(report, outside, bots) }
  } finally {
    await talker?.stop()
    outside.close()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
    onRound?.(`took ${Math.round((Date.now() - began) / 1000)} s`)
  }
}

/**
 * Returns the bots with silent contacts who have all received question and reminder: an earlier end would
 * skip the reminder.
 */
function reminded(bots: readonly BotOrder[], { taken }: Outside): string[] {
  const texts = tally(taken.map(({ to }) => to))
  const silent = bots.filter(({ id }) => id.startsWith('silent'))
  return silent.filter(({ contacts }) => contacts.every(({ mobile }) => (texts.get(mobile) ?? 0) > 1)).map(({ id }) => id)
}

/** Waits until no work is left, and returns the content of the database. */
async function atRest(talker: Talker, bots: readonly BotOrder[], outside: Outside): Promise<Report> {
  const until = Date.now() + patience
  let quiet = 0
  for (;;) {
    await talker.obey({ kind: 'expire', bots: reminded(bots, outside) })
    const report = await talker.obey<Report>({ kind: 'report' })
    const settled = report.open === 0 && report.phases.every(({ phase }) => phase === 'done' || phase === 'decide')
    quiet = settled ? quiet + 1 : 0
    if (quiet >= 3 || Date.now() > until) return report
    await wait(1000)
  }
}

const tally = (list: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

function check(report: Report, { taken, brought, entries }: Outside, bots: readonly BotOrder[]): Omit<TalkCrashResult, 'kills'> {
  const faults: string[] = []
  const compare = (what: string, expected: readonly string[], found: readonly string[]) => {
    const [want, have] = [tally(expected), tally(found)]
    for (const key of new Set([...want.keys(), ...have.keys()])) {
      const [n, m] = [want.get(key) ?? 0, have.get(key) ?? 0]
      if (n !== m) faults.push(`${what} ${m < n ? 'lost' : 'doubled'} (${m} instead of ${n}): ${key}`)
    }
  }
  const phones = bots.flatMap(({ id, construction, contacts }) =>
    contacts.map(({ mobile }) => ({ mobile, bot: id, construction, silent: id.startsWith('silent') })),
  )
  const lines = (way: string) => report.lines.filter((line) => line.way === way)
  // The provider must have accepted exactly the texts of the bots.
  compare(
    'text of a bot',
    lines('out').map(({ mobile, text }) => `${mobile} ${text}`),
    taken.map(({ to, body }) => `${to} ${body}`),
  )
  // Expected: a greeting, a confirmation question and thanks; or a greeting and a reminder.
  compare(
    'text to',
    phones.flatMap(({ mobile, silent }) => Array.from({ length: silent ? 2 : 3 }, () => mobile)),
    lines('out').map(({ mobile }) => mobile),
  )
  compare(
    'text of a phone',
    brought.map(({ sid }) => `in:${sid}`),
    lines('in').map(({ key }) => key),
  )
  compare(
    'answer of',
    phones.filter(({ silent }) => !silent).flatMap(({ mobile }) => [mobile, mobile]),
    lines('in').map(({ mobile }) => mobile),
  )
  compare(
    'timer of',
    phones.filter(({ silent }) => silent).map(({ mobile }) => mobile),
    lines('note').flatMap(({ mobile, text }) => (text === 'No answer in time.' ? [mobile] : [])),
  )
  const answering = phones.filter(({ silent }) => !silent)
  compare(
    'entry of',
    answering.map(({ mobile }) => `${mobile} ${countOf(mobile)} written`),
    report.entries.map(({ mobile, count, state }) => `${mobile} ${count} ${state}`),
  )
  compare(
    'entry of the construction system of',
    answering.filter(({ construction }) => construction).map(({ bot, mobile }) => `${bot} ${countOf(mobile)}`),
    entries.map(({ project, count }) => `${project} ${count}`),
  )
  if (report.dead > 0) faults.push(`${report.dead} jobs were given up`)
  if (report.open > 0) faults.push(`${report.open} jobs are still to be done`)
  const timers = lines('note').filter(({ text }) => text === 'No answer in time.').length
  return {
    counted: { sent: taken.length, heard: lines('in').length, timers, entries: report.entries.length },
    seconds: report.asked,
    faults,
  }
}
