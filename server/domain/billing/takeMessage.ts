import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { FreeUsage } from '../../../contract/endpoints/sign-in.ts'
import { freePlan } from '../../../contract/rules/plans.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import type { Person } from '../sign-in/person.ts'

/** A text that a bot will send. */
export interface MeteredText {
  /** The same for every attempt. */
  readonly key: string
  readonly team: string
  readonly automation?: string | undefined
  readonly demo?: boolean | undefined
}

const MeteredRow = z.object({ may: z.boolean() })

/**
 * Takes a message from the quota of the account that pays, once per key. False: the quota is used up, so bots
 * pause.
 */
export async function takeMessage(db: Database | Transaction, { key, team, automation, demo = false }: MeteredText): Promise<boolean> {
  const [row] = await rows(db, MeteredRow, sql`select take_message(${key}, ${team}, ${automation ?? null}, ${demo}) as may`)
  return row?.may !== false
}

/** Returns a message to the quota: a text that the provider rejects permanently does not count. */
export async function giveBackMessage(db: Database | Transaction, key: string): Promise<void> {
  await db.execute(sql`select give_back_message(${key})`)
}

const PauseRow = z.object({ pause: z.boolean() })

/** SQL for the messages that a payer (a row of `payer_of()`) has used in its period. */
const usedOf = (payer: SQL): SQL =>
  sql`(select count(*) from usage_messages u where u.billing = ${payer}.id and not u.held and u.at >= ${payer}.since)::int`

/**
 * Returns whether the bots of this project pause, because the account that pays, or the free plan of its Owner,
 * has used up its quota or is cancelled.
 */
export async function botsPause(db: Database | Transaction, team: string): Promise<boolean> {
  const [row] = await rows(
    db,
    PauseRow,
    sql`select p.status = 'Cancelled' or coalesce(p.quota <= ${usedOf(sql`p`)}, false) as pause from payer_of(${team}) p`,
  )
  return row?.pause === true
}

const PayerRow = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.nullable(z.string()),
  quota: z.nullable(z.number()),
  status: z.string(),
  used: z.number(),
  /** A project without an account whose Owner or Administrator this person is. */
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
