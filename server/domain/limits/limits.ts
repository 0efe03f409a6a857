import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { grantDays } from '../../../contract/endpoints/grants.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { text } from '../../i18n/text.ts'

export interface Limit {
  readonly name: string
  readonly most: number
  readonly withinSeconds: number
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * The phones of a site (about a hundred) share one address, so limits per address are high; limits per number
 * protect the number.
 */
export const limits = {
  /** Per number and address, so that a stranger elsewhere cannot use up the PINs of its holder. */
  pinFromAddress: { name: 'pin-number-address', most: 5, withinSeconds: hour },
  pinFromAddressDay: { name: 'pin-number-address-day', most: 8, withinSeconds: day },
  /**
   * From all addresses. 12 PINs a day with 5 tries each, and 15 guesses from elsewhere, are 75 guesses in a
   * million.
   */
  pinPerNumber: { name: 'pin-number', most: 10, withinSeconds: hour },
  pinPerNumberDay: { name: 'pin-number-day', most: 12, withinSeconds: day },
  /** Wrong guesses at a number from browsers that did not request its PIN. */
  pinGuessElsewhere: { name: 'pin-guess-elsewhere', most: 15, withinSeconds: day },
  /** Per number, in a browser where it has signed in before: strangers cannot use these up. */
  pinInKnownBrowser: { name: 'pin-known', most: 5, withinSeconds: hour },
  pinInKnownBrowserDay: { name: 'pin-known-day', most: 15, withinSeconds: day },
  pinPerAddress: { name: 'pin-address', most: 150, withinSeconds: hour },
  guessPerAddress: { name: 'guess-address', most: 300, withinSeconds: 15 * minute },
  /**
   * Wrong PINs from one address: one guess at each of many numbers. A hundred phones of a site make fewer
   * mistakes.
   */
  wrongPins: { name: 'wrong-pin', most: 60, withinSeconds: hour },
  /** Accounts created from one address. */
  accountsPerAddress: { name: 'account-address', most: 60, withinSeconds: hour },
  /** Tries of one-time sign-in links. */
  linksPerAddress: { name: 'link-address', most: 60, withinSeconds: 15 * minute },
  /** One-time sign-in links that one manager makes, and those for one person. */
  linksByPerson: { name: 'link-by', most: 60, withinSeconds: hour },
  linksForPerson: { name: 'link-for', most: 10, withinSeconds: hour },
  logins: { name: 'login', most: 300, withinSeconds: 15 * minute },
  /** Texts to unknown numbers. The limit for the whole server bounds the cost. */
  strangerPerNumber: { name: 'stranger-number', most: 3, withinSeconds: day },
  strangers: { name: 'strangers', most: 60, withinSeconds: hour },
  anonymousWrites: { name: 'anonymous-write', most: 1500, withinSeconds: 10 * minute },
  anonymousWritesDay: { name: 'anonymous-write-day', most: 20_000, withinSeconds: day },
  anonymousActions: { name: 'anonymous-action', most: 600, withinSeconds: 10 * minute },
  /** Texts to the managers of one project, requested by a save or a button. */
  managerTexts: { name: 'manager-texts', most: 60, withinSeconds: hour },
  /** Mails that one person makes the server send. */
  invites: { name: 'invites', most: 100, withinSeconds: hour },
  shortLinks: { name: 'short-links', most: 120, withinSeconds: 10 * minute },
  /** In thousands of characters: an external translator charges by character. */
  translatePerAddress: { name: 'translate', most: 2000, withinSeconds: hour },
  /** Guessing of kiosk codes: requests, misses, and the misses of all addresses together. */
  kioskCodePerAddress: { name: 'kiosk-code-address', most: 200, withinSeconds: 15 * minute },
  kioskMissPerAddress: { name: 'kiosk-miss-address', most: 30, withinSeconds: 15 * minute },
  kioskMisses: { name: 'kiosk-misses', most: 200, withinSeconds: hour },
  /** PINs that pair kiosks, per contact. They are separate from sign-in PINs. */
  kioskPinPerNumber: { name: 'kiosk-pin-number', most: 5, withinSeconds: hour },
  kioskPinPerNumberDay: { name: 'kiosk-pin-number-day', most: 15, withinSeconds: day },
  kioskPinPerBot: { name: 'kiosk-pin-bot', most: 30, withinSeconds: hour },
  kioskGuessPerBot: { name: 'kiosk-guess-bot', most: 60, withinSeconds: 15 * minute },
  /** Operations discarded without an account. Each is a row. */
  anonymousCancels: { name: 'anonymous-cancel', most: 3000, withinSeconds: day },
  anonymousCancelsPerDevice: { name: 'anonymous-cancel-device', most: 500, withinSeconds: day },
  cancelsPerPerson: { name: 'cancel-person', most: 10_000, withinSeconds: day },
  /** Kilobytes of saves without an account; small saves are limited by count. */
  anonymousKilobytes: { name: 'anonymous-kilobytes', most: 2 * 1024 * 1024, withinSeconds: day },
  anonymousUploads: { name: 'anonymous-upload', most: 600, withinSeconds: hour },
  /**
   * Uploads by one grant, in files and kilobytes: a week in a basement is at most 2,000 saves, and a photo has up
   * to 2 MB. The time is that of a grant.
   */
  grantUploads: { name: 'grant-upload', most: 2000, withinSeconds: grantDays * day },
  grantKilobytes: { name: 'grant-kilobytes', most: 4 * 1024 * 1024, withinSeconds: grantDays * day },
} as const satisfies Record<string, Limit>

export class TooManyRequests extends Refused {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super(429, 'TOO_MANY_REQUESTS', text('Too many tries. Please wait a little and try again.'))
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const keyOf = (app: App, limit: Limit, who: string) =>
  `${limit.name}:${createHmac('sha256', app.pepper).update(who).digest('base64url').slice(0, 22)}`

const LimitRow = z.object({ count: z.number(), wait: z.number() })

/**
 * Adds `amount` to the counter of `who` (a number, an address). Returns the seconds to wait if the limit is
 * exceeded, else 0.
 */
export async function overLimit(app: App, limit: Limit, who: string, amount = 1): Promise<number> {
  const key = keyOf(app, limit, who)
  const start = sql`(now() - make_interval(secs => ${limit.withinSeconds}))`
  const [counted] = await rows(
    app.storage.db,
    LimitRow,
    sql`insert into limits (key, window_start, count) values (${key}, now(), ${amount})
        on conflict (key) do update set
          count = case when limits.window_start <= ${start} then excluded.count else least(limits.count::bigint + excluded.count, 2000000000)::int end,
          window_start = case when limits.window_start <= ${start} then now() else limits.window_start end
        returning count::int as count,
          ceil(extract(epoch from limits.window_start - ${start}))::int as wait`,
  )
  return counted && counted.count > limit.most ? Math.max(1, Number(counted.wait)) : 0
}

/** Returns whether `who` has reached the limit. Does not count. */
export const isSpent = async (app: App, limit: Limit, who: string): Promise<boolean> => (await spentFor(app, limit, who)) > 0

/** Does not count. @throws TooManyRequests if `who` has reached the limit. */
export async function refuseSpent(app: App, limit: Limit, who: string): Promise<void> {
  const wait = await spentFor(app, limit, who)
  if (wait > 0) throw new TooManyRequests(wait)
}

const WaitRow = z.object({ wait: z.number() })

/** Returns the seconds until `who` is below the limit again. */
async function spentFor(app: App, limit: Limit, who: string): Promise<number> {
  const [spent] = await rows(
    app.storage.db,
    WaitRow,
    sql`select ceil(extract(epoch from window_start - (now() - make_interval(secs => ${limit.withinSeconds}))))::int as wait
        from limits where key = ${keyOf(app, limit, who)} and count >= ${limit.most}
          and window_start > now() - make_interval(secs => ${limit.withinSeconds})`,
  )
  return spent ? Math.max(1, Number(spent.wait)) : 0
}

/** @throws TooManyRequests */
export async function countAgainst(app: App, limit: Limit, who: string, amount = 1): Promise<void> {
  const wait = await overLimit(app, limit, who, amount)
  if (wait > 0) throw new TooManyRequests(wait)
}

/**
 * Returns the group of an address in canonical form. One IPv6 network has 2^64 addresses, so its /64 prefix
 * counts as one; `bits` makes the group larger.
 */
export function addressGroup(address: string, bits: 56 | 64 = 64): string {
  const known = bits === 64 ? groups.get(address) : undefined
  if (known !== undefined) return known
  const group = groupOf(address, bits)
  if (bits === 64) {
    if (groups.size >= mostGroups) groups.clear()
    groups.set(address, group)
  }
  return group
}

/** Every request asks. */
const groups = new Map<string, string>()
const mostGroups = 1000

function groupOf(address: string, bits: 56 | 64): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64)
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return parsed.parts
    .slice(0, 4)
    .map((part, n) => (n === 3 && bits === 56 ? part & 0xff00 : part).toString(16))
    .join(':')
}
