import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { FreeUsage } from '../../../contract/endpoints/sign-in.ts'
import { freePlan } from '../../../contract/rules/plans.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import type { Person } from '../sign-in/person.ts'

/** SQL for the messages that a payer (a row of `payer_of()`) has used in its period. */
export const usedOf = (payer: SQL): SQL =>
  sql`(select count(*) from usage_messages u where u.billing = ${payer}.id and not u.held and u.at >= ${payer}.since)::int`

const PayerRow = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.nullable(z.string()),
  quota: z.nullable(z.number()),
  status: z.string(),
  used: z.number(),
  /** A project without an account that this person manages. */
  team: z.nullable(z.string()),
})

const pauses = ({ status, quota, used }: z.infer<typeof PayerRow>): boolean => status === 'Cancelled' || (quota !== null && used >= quota)

/**
 * Returns the most urgent usage to watch among the projects where this person is more than a Worker: bots that
 * pause first, then the free plan with the least left. undefined: there is none.
 */
export async function usageToWatch(db: Database | Transaction, { uid }: Pick<Person, 'uid'>): Promise<FreeUsage | undefined> {
  const payers = await rows(
    db,
    PayerRow,
    sql`select p.*, ${usedOf(sql`p`)} as used
        from (select p.id, min(p.name) as name, p.plan, p.quota, p.status, p.since,
                min(t.id) filter (where t.billing is null and m.role in ('Owner', 'Administrator')) as team
              from members m join teams t on t.id = m.team cross join lateral payer_of(t.id) p
              where m.uid = ${uid} and m.role <> 'Worker' and not t.deleted and not t.archived
              group by p.id, p.plan, p.quota, p.status, p.since) p
        where p.status = 'Cancelled' or p.quota is not null`,
  )
  const left = ({ quota, used }: z.infer<typeof PayerRow>) => (quota ? 1 - used / quota : 0)
  const [first] = payers
    .filter((payer) => pauses(payer) || payer.plan === freePlan)
    .sort((a, b) => Number(pauses(b)) - Number(pauses(a)) || left(a) - left(b) || a.name.localeCompare(b.name))
  if (!first) return undefined
  const { name, quota, used, status, team } = first
  return {
    used,
    quota: quota ?? 0,
    paused: pauses(first),
    name,
    ...(status === 'Cancelled' && { cancelled: true }),
    ...(team !== null && { team }),
  }
}
