import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { BytesUnderWay } from './bytesUnderWay.ts'
import type { Person } from '../sign-in/person.ts'
import { text } from '../../i18n/text.ts'

/** Storage quotas in bytes. A day is the last 24 hours. */
export interface StorageQuotas {
  readonly personDay: number
  readonly personTotal: number
  /** A company: the projects that one billing account pays for. */
  readonly companyDay: number
  readonly companyTotal: number
}

const GB = 1024 ** 3

/**
 * A photo has up to 2 MB and a site takes thousands a day. The quotas only stop an account that fills the
 * disk.
 */
export const standardQuotas: StorageQuotas = { personDay: 20 * GB, personTotal: 500 * GB, companyDay: 200 * GB, companyTotal: 5000 * GB }

interface Used {
  readonly readAt: number
  day: number
  total: number
}

/** Maximum age of the sums in ms. Files received by another process appear with this delay. */
const freshFor = 30_000
/** Maximum number of people and companies in the cache. */
const mostKept = 5_000

const kept = new WeakMap<App, Map<string, Used>>()
const underWay = new BytesUnderWay()

/**
 * Checks a new upload of a signed-in person: announced bytes have to fit, and count only once they arrive. Over the
 * quota it is refused with 507; the device keeps the file and retries later. An upload that exists is not checked.
 * The project of a file is known only from its record, so a person is refused when no company of theirs has room.
 * @throws Refused QUOTA_DAY, QUOTA_FULL
 */
export async function checkQuota(app: App, person: Person, { id, size }: { readonly id: string; readonly size: number }): Promise<void> {
  const { reason } = await quotaOf(app, person, size)
  if (reason === undefined) return
  const known = await rows(app.storage.db, sql`select 1 from files where id = ${id}`)
  if (known.length === 0) throw overQuota(reason)
}

/**
 * Checks and counts bytes that a signed-in person is about to send, and returns how to end that once the database
 * knows them.
 * @throws Refused QUOTA_DAY, QUOTA_FULL
 */
export async function takeQuota(app: App, person: Person, bytes: number): Promise<() => void> {
  const { reason, keys } = await quotaOf(app, person, bytes)
  if (reason !== undefined) throw overQuota(reason)
  const end = underWay.add(app, keys, bytes)
  return () => {
    end()
    // Until the sums are read again.
    for (const key of keys) {
      const used = kept.get(app)?.get(key)
      if (!used) continue
      used.day += bytes
      used.total += bytes
    }
  }
}

type Over = 'QUOTA_DAY' | 'QUOTA_FULL'

const overQuota = (reason: Over) =>
  reason === 'QUOTA_DAY'
    ? new Refused(507, reason, text('Too many files were sent in one day. Yours stays on your device and is sent tomorrow by itself.'))
    : new Refused(
        507,
        reason,
        text('There is no room left for files. Yours stays on your device. Ask who runs the project to make room; it is sent then.'),
      )

/** `keys`: the person and the companies that have room for these bytes. */
async function quotaOf(app: App, person: Person, bytes: number): Promise<{ reason: Over | undefined; keys: string[] }> {
  const { quotas } = app
  const ownKey = `person ${person.uid}`
  const mine = sql`created_by = ${person.uid}`
  const own = await usedBy(
    app,
    ownKey,
    sql`select size, created_at from files where ${mine} union all select arrived - size, created_at from files where ${mine} and not complete`,
  )
  const companies = await companiesOf(app, person)
  const reasons = companies.map(({ used }) => reasonOf(used, bytes, { day: quotas.companyDay, total: quotas.companyTotal }))
  const roomy = companies.filter((_, n) => reasons[n] === undefined)
  const reason =
    reasonOf(own, bytes, { day: quotas.personDay, total: quotas.personTotal }) ??
    (companies.length > 0 && roomy.length === 0 ? (reasons.find((one) => one === 'QUOTA_DAY') ?? 'QUOTA_FULL') : undefined)
  return { reason, keys: [ownKey, ...roomy.map(({ key }) => key)] }
}

function reasonOf(
  used: Pick<Used, 'day' | 'total'>,
  size: number,
  most: { readonly day: number; readonly total: number },
): Over | undefined {
  if (used.total + size > most.total) return 'QUOTA_FULL'
  return used.day + size > most.day ? 'QUOTA_DAY' : undefined
}

const BillingRow = z.object({ billing: z.string() })

async function companiesOf(app: App, person: Person): Promise<{ key: string; used: Pick<Used, 'day' | 'total'> }[]> {
  const teams = person.teams.map(({ id }) => id)
  if (teams.length === 0) return []
  const accounts = await rows(
    app.storage.db,
    BillingRow,
    sql`select distinct billing from teams where id in ${teams} and billing is not null order by billing`,
  )
  const found: { key: string; used: Pick<Used, 'day' | 'total'> }[] = []
  for (const { billing } of accounts) {
    const key = `company ${billing}`
    // A file has a tenant from the moment a record names it: all its bytes are here.
    const sizes = sql`select size, created_at from files where tenant in (select id from teams where billing = ${billing})`
    found.push({ key, used: await usedBy(app, key, sizes) })
  }
  return found
}

/** With the bytes that are under way. `sizes` selects `size` and `created_at`. */
async function usedBy(app: App, key: string, sizes: ReturnType<typeof sql>): Promise<Pick<Used, 'day' | 'total'>> {
  const { day, total } = await storedBy(app, key, sizes)
  const arriving = underWay.of(app, key)
  return { day: day + arriving, total: total + arriving }
}

const StoredBytesRow = z.object({ day: z.number(), total: z.number() })

async function storedBy(app: App, key: string, sizes: ReturnType<typeof sql>): Promise<Used> {
  const all = kept.get(app) ?? new Map<string, Used>()
  kept.set(app, all)
  const known = all.get(key)
  if (known && performance.now() - known.readAt < freshFor) return known
  const [sum] = await rows(
    app.storage.db,
    StoredBytesRow,
    sql`select coalesce(sum(size) filter (where created_at > now() - interval '1 day'), 0)::float8 as day, coalesce(sum(size), 0)::float8 as total
        from (${sizes}) as f`,
  )
  const used = { readAt: performance.now(), day: Number(sum?.day), total: Number(sum?.total) }
  if (all.size >= mostKept) all.clear()
  all.set(key, used)
  return used
}
