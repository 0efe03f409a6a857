import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { attendanceClass } from '../../../contract/reference/attendanceClass.ts'
import { Refused } from '../../../contract/Refused.ts'
import { gateAddress, type KioskUrl } from '../../../contract/endpoints/kiosk.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { sqlState } from '../../storage/sqlState.ts'
import type { App } from '../app.ts'
import { type Bot, botById } from '../bots/bot.ts'
import { codeHash, openCode, sealCode } from './codeHash.ts'
import { text } from '../../i18n/text.ts'

const AutomationRow = z.object({ automation: z.string() })

/** Returns the bot of a kiosk code, or undefined if the code is unknown or the bot is archived. */
export async function botByCode(app: App, code: string): Promise<Bot | undefined> {
  const { db } = app.storage
  const [found] = await rows(db, AutomationRow, sql`select automation from kiosk_codes where code = ${codeHash(app, code)}`)
  const bot = found && (await botById(db, found.automation))
  return bot?.archived === false ? bot : undefined
}

const SealedCodeRow = z.object({ sealed: z.nullable(z.string()) })

/** Returns the code of a bot. The caller checks that it is for a manager of the bot or one of its kiosks. */
export async function codeOf(app: App, bot: string): Promise<string | undefined> {
  const [found] = await rows(app.storage.db, SealedCodeRow, sql`select sealed from kiosk_codes where automation = ${bot}`)
  return found?.sealed ? openCode(app, bot, found.sealed) : undefined
}

const uniqueViolation = '23505'

/** Makes an unused code. The previous code becomes invalid. */
export async function newCode(app: App, bot: string, by: string): Promise<string> {
  for (let tries = 0; ; tries++) {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    try {
      await app.storage.db.execute(
        sql`insert into kiosk_codes (automation, code, sealed, made_by) values (${bot}, ${codeHash(app, code)}, ${sealCode(app, bot, code)}, ${by})
            on conflict (automation) do update set code = excluded.code, sealed = excluded.sealed, made_by = excluded.made_by, made_at = now()`,
      )
      return code
    } catch (error) {
      if (sqlState(error) !== uniqueViolation || tries >= 20) throw error
    }
  }
}

const Shown = z.object({ form: z.string(), title: z.string() })
type Shown = Readonly<z.infer<typeof Shown>>

/**
 * Returns the forms that a kiosk of this bot may fill: its own form, then those of the bots that it triggers.
 */
async function shownBy(db: Database | Transaction, bot: Pick<Bot, 'id'>): Promise<readonly Shown[]> {
  return rows(
    db,
    Shown,
    sql`select a.form, a.title from automations a join forms f on f.key = a.form and f.team = a.team
        where (a.id = ${bot.id} or a.parent = ${bot.id}) and a.form is not null and not a.deleted and not a.archived and not a.disabled
        order by a.id <> ${bot.id}, lower(a.title), a.id`,
  )
}

export const offersTasks = ({ model }: Pick<Bot, 'model'>): boolean => model['kioskTasks'] === true

export async function offerTasks(app: App, bot: Bot, on: boolean): Promise<void> {
  await app.storage.db.execute(
    sql`update automations set model = model || ${JSON.stringify({ kioskTasks: on })}::jsonb, rev = rev + 1, updated_at = now() where id = ${bot.id}`,
  )
}

/** Returns whether the bot may show its site gate at a kiosk. */
export const isGate = ({ class: kind, form }: Pick<Bot, 'class' | 'form'>): boolean => kind === attendanceClass && form !== null

export const showsGate = (bot: Pick<Bot, 'class' | 'form' | 'model'>): boolean => isGate(bot) && bot.model['kioskGate'] === true

/** Throws Refused if the bot has no site gate. */
export async function showGate(app: App, bot: Bot, on: boolean): Promise<void> {
  if (!isGate(bot)) throw new Refused(400, 'INVALID', text('Only an attendance bot with a form has a gate to show.'))
  await app.storage.db.execute(
    sql`update automations set model = model || ${JSON.stringify({ kioskGate: on })}::jsonb, rev = rev + 1, updated_at = now() where id = ${bot.id}`,
  )
}

export async function kioskUrl(db: Database, bot: Bot): Promise<KioskUrl> {
  const shown = await shownBy(db, bot)
  const pairs = [
    ...shown.map(({ form, title }) => ({
      label: title,
      url: form === bot.form && showsGate(bot) ? `${gateAddress}${bot.id}` : `/frontend/forms/${form}`,
    })),
    ...(offersTasks(bot) ? [{ label: 'My Tasks', url: '/mytasks' }] : []),
  ]
  return pairs.length === 1 && pairs[0] ? pairs[0].url : pairs
}
