import { sql } from 'drizzle-orm'
import { talkingClasses } from '../../../contract/endpoints/conversations.ts'
import { mostConversations } from '../../../contract/endpoints/demoRequests.ts'
import { demoLimitReached } from '../demo-requests/beginDemo.ts'
import { Refused } from '../../../contract/Refused.ts'
import { rows } from '../../storage/database.ts'
import { inTurn } from '../../storage/inTurn.ts'
import { runPeriodically } from '../../storage/runPeriodically.ts'
import type { App } from '../app.ts'
import { botsPause } from '../billing/takeMessage.ts'
import { botRowOf } from '../bots/listBots.ts'
import { holidaysOf } from '../holidays/holidaysOf.ts'
import type { Person } from '../sign-in/person.ts'
import { startConversations, botColumns, inUse, isUsedUp, settingsOf, TalkingBot } from './startConversations.ts'
import { isDue } from '../bots/isDue.ts'
import { localTime } from '../bots/localTime.ts'
import { canText, noTexts } from '../texts/canText.ts'
import { text } from '../../i18n/text.ts'

/** Interval for polling the schedules, in ms. */
const every = 20_000

/** Starts the conversations of every bot that is due. Returns the number started. */
export async function startDueConversations(app: App, now = new Date()): Promise<number> {
  if (!canText(app)) return 0
  const classes = JSON.stringify(Object.keys(talkingClasses))
  const bots = await rows(
    app.storage.db,
    TalkingBot,
    sql`select ${botColumns} where ${inUse} and a.class in (select jsonb_array_elements_text(${classes}::jsonb))
          and coalesce(a.model ->> 'active', 'true') <> 'false' and jsonb_typeof(a.model -> 'contacts') = 'array'`,
  )
  let begun = 0
  for (const bot of bots) {
    const settings = settingsOf(bot)
    const local = localTime(settings.timezone, now)
    if (!isDue(settings, local, false)) continue
    const days = settings.askOnHolidays ? [] : await holidaysOf(app.storage.db, { id: bot.team, billing: bot.billing })
    const holiday = days.some(({ date, dateEnd, active }) => active && date <= local.day && local.day <= dateEnd)
    if (isDue(settings, local, holiday)) begun += await startConversations(app, bot, now)
  }
  return begun
}

/** Polls the schedules. Returns a function that stops the polling and waits for a running poll. */
export function runSchedules(app: App): () => Promise<void> {
  return runPeriodically(
    every,
    inTurn(app.storage, { name: 'schedules', ms: every }, () => startDueConversations(app)),
    {
      failed: () => app.log.warn({}, 'looking at the schedules of bots failed; it is tried again'),
    },
  )
}

/** Returns the bot with this id if it is active and has conversations. Throws Refused. */
async function talkingBot(app: App, id: string): Promise<TalkingBot> {
  const [bot] = await rows(app.storage.db, TalkingBot, sql`select ${botColumns} where ${inUse} and a.id = ${id}`)
  if (!bot || !Object.hasOwn(talkingClasses, bot.class))
    throw new Refused(400, 'INVALID', text('This bot has no conversations, or it is switched off.'))
  return bot
}

/**
 * Starts the conversations of a bot now, on request of a person. Returns the number started. Throws Refused.
 */
export async function askNow(app: App, me: Person, id: string): Promise<number> {
  const row = await botRowOf(app.storage.db, me, id)
  if (!row.may.update) throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
  const bot = await talkingBot(app, id)
  if (!canText(app)) throw new Refused(409, 'INVALID', noTexts)
  if (!bot.demo && (await botsPause(app.storage.db, bot.team)))
    throw new Refused(
      409,
      'INVALID',
      text('The messages of this billing cycle are used up, so bots pause. With a larger plan they continue at once.'),
    )
  const begun = await startConversations(app, bot, new Date())
  if (begun === 0 && bot.demo && (await isUsedUp(app.storage.db, bot.id)))
    throw new Refused(409, 'INVALID', demoLimitReached, { values: { mostConversations } })
  return begun
}

/** The same for anonymous visitors of the demo: only bots of its own projects. */
export async function askDemoNow(app: App, id: string): Promise<number> {
  const [demo] = await rows(
    app.storage.db,
    sql`select 1 from automations a join teams t on t.id = a.team where a.id = ${id} and (t.model ->> 'demo')::boolean`,
  )
  if (!demo) throw new Refused(404, 'NOT_FOUND', text('This bot does not exist.'))
  return startConversations(app, await talkingBot(app, id), new Date())
}
