import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Model } from '../../../../contract/endpoints/records.ts'
import { type Database, inList, rows, type Transaction } from '../../../storage/database.ts'
import type { Bot } from '../bot.ts'
import { traitsOf } from './botTraits.ts'

type Db = Database | Transaction

export type Shown = Pick<Bot, 'id' | 'team' | 'class' | 'title' | 'site' | 'form' | 'model'>

const FormStateRow = z.object({ open: z.boolean(), every: z.nullable(z.string()), by: z.nullable(z.string()) })

/** Returns the attributes that the form stores, because the studio may have changed them. */
async function saidOfForm(db: Db, key: string | null) {
  if (key === null) return {}
  const [form] = await rows(
    db,
    FormStateRow,
    sql`select public as open, settings -> 'due' ->> 'every' as every, settings -> 'due' ->> 'by' as by from forms where key = ${key}`,
  )
  return form ? { open: form.open, every: form.every ?? 'never', ...(form.by !== null && { by: form.by }) } : {}
}

const IdRow = z.object({ id: z.string() })

async function triggersOf(db: Db, { id, team }: Shown, childClasses: readonly string[]): Promise<string[]> {
  const found = await rows(
    db,
    IdRow,
    sql`select id from automations where parent = ${id} and team = ${team} and not deleted and not archived
          and class = ${inList(childClasses)} order by lower(title), id`,
  )
  return found.map((child) => child.id)
}

/** Returns the settings of a bot as its editor shows them. Saves are merged against the same model. */
export async function shownModel(db: Db, bot: Shown, childClasses: readonly string[]): Promise<Model> {
  const [said, triggers] = await Promise.all([saidOfForm(db, bot.form), triggersOf(db, bot, childClasses)])
  return {
    ...(traitsOf(bot.class).talks && { active: true }),
    ...bot.model,
    ...said,
    title: bot.title,
    site: bot.site,
    form: bot.form,
    triggers,
  }
}
