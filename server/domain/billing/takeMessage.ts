import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { usedOf } from '../access/usageToWatch.ts'

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
