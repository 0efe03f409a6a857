import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { isLanguage } from '../../../contract/reference/languages.ts'
import { rows } from '../../storage/database.ts'
import { addressOf, type App } from '../app.ts'
import { botById } from '../bots/bot.ts'
import { addressOfBot } from '../chat/chatBotsOf.ts'
import { mayIn, type Person } from '../sign-in/person.ts'
import type { PosterContent } from './posterPdf.ts'
import { text } from '../../i18n/text.ts'

/** Excludes characters that look alike when typed from paper. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const PosterRow = z.object({ project: z.nullable(z.string()), languages: z.nullable(z.array(z.string())) })

/**
 * Returns the content of the poster of a bot, for people who may create bots in its project. Throws Refused.
 */
export async function contentOfPoster(app: App, { id, me, origin }: { id: string; me: Person; origin: string }): Promise<PosterContent> {
  const bot = await botById(app.storage.db, id)
  if (!bot) throw new Refused(404, 'NOT_FOUND', text('There is no such bot.'))
  if (bot.owner !== me.uid && !mayIn(me, bot.team, 'bot.create'))
    throw new Refused(403, 'FORBIDDEN', text('You do not have access to this bot.'))
  const [form] = await rows(
    app.storage.db,
    PosterRow,
    sql`select t.name as project, (select array_agg(l order by l) from jsonb_object_keys(f.settings -> 'translations') l) as languages
        from forms f left join teams t on t.id = ${bot.team} where f.key = ${bot.form ?? ''}`,
  )
  if (!form || bot.form === null)
    throw new Refused(409, 'INVALID', text('This bot has no form that people could open. Give it one first, then print its poster.'))
  const site = addressOf(app, origin)
  // On a poster, Australian English does not differ from English.
  const languages = ['en', ...(form.languages ?? [])].filter((code) => isLanguage(code)).filter((code) => code !== 'en-au')
  return {
    name: bot.title,
    project: form.project ?? '',
    languages,
    address: `${site}${addressOfBot({ ...bot, form: bot.form })}`,
    short: `${new URL(site).host}/q/${await codeOf(app, id)}`,
  }
}

const CodeRow = z.object({ code: z.string() })

/** Returns the code of a bot. The first poster creates it. */
async function codeOf(app: App, automation: string): Promise<string> {
  for (;;) {
    const code = Array.from({ length: 6 }, () => signs[randomInt(signs.length)]).join('')
    await app.storage.db.execute(sql`insert into bot_codes (code, automation) values (${code}, ${automation}) on conflict do nothing`)
    const [known] = await rows(app.storage.db, CodeRow, sql`select code from bot_codes where automation = ${automation}`)
    if (known) return known.code
  }
}

const BotRow = z.object({ id: z.string(), class: z.string(), form: z.string() })

/** Returns the target of a short address; undefined if the code is unknown or the bot is gone. */
export async function targetOfCode(app: App, code: string): Promise<string | undefined> {
  const [bot] = await rows(
    app.storage.db,
    BotRow,
    sql`select a.id, a.class, a.form from bot_codes c join automations a on a.id = c.automation
        where c.code = ${code.toUpperCase()} and not a.deleted and not a.archived and a.form is not null`,
  )
  return bot && addressOfBot(bot)
}

/** Frees the codes of bots that were archived or deleted three months ago for reuse (spec/3 §9). */
export async function reclaimCodes(app: App): Promise<void> {
  await app.storage.db.execute(
    sql`delete from bot_codes c using automations a where a.id = c.automation and (a.archived or a.deleted) and a.updated_at < now() - interval '3 months'`,
  )
}
