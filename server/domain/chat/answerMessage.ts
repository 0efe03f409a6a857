import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type ChatMessage, chatOpenHours, type ChatReply, type Thought } from '../../../contract/endpoints/chat.ts'
import { Refused } from '../../../contract/Refused.ts'
import { baseLanguage, type Language, isLanguage, supportedLanguage } from '../../../contract/reference/languages.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { clockAt } from '../../../contract/rules/talks/clockAt.ts'
import type { Talk, TalkContext, Turn } from '../../../contract/rules/talks/talk.ts'
import { talkOfClass } from '../../../contract/rules/talks/talkOfClass.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import { addJob } from '../../storage/addJob.ts'
import { sqlState } from '../../storage/sqlState.ts'
import { inEveryLanguage } from '../../i18n/inEveryLanguage.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import type { App } from '../app.ts'
import { type Bot, formTeamOf } from '../bots/bot.ts'
import { countAgainst, type Limit } from '../limits/limits.ts'
import { notFound } from '../access/refusals.ts'
import { changeOnce } from '../records/changeRecord.ts'
import { refuseResting } from '../records/policies.ts'
import { newId } from '../newId.ts'
import { projectZone } from '../holidays/projectZone.ts'
import type { Person } from '../sign-in/person.ts'
import { chatBotFor, refuseFullDemo } from './chatBotsOf.ts'
import { hazardIdeas } from './hazardIdeas.ts'
import { libraryTalks } from './libraryTalks.ts'

const perPerson: Limit = { name: 'chat', most: 240, withinSeconds: 600 }

export const ChatRow = z.object({
  id: z.string(),
  automation: z.string(),
  uid: z.string(),
  lang: z.custom<Language>(isLanguage),
  state: z.unknown(),
  /** null while the chat is open, '' after the person has left it. */
  record: z.nullable(z.string()),
  redirect: z.nullable(z.string()),
  rev: z.number(),
})
type ChatRow = z.infer<typeof ChatRow>

export const chatColumns = sql`id, automation, uid, lang, state, record, redirect, rev`

export interface Said {
  readonly chat: string
  readonly message: string
  /** Id of the message; generated if the sender gives none. */
  readonly id?: string | undefined
  readonly bot?: string | undefined
  readonly lang?: string | undefined
  readonly seen?: number | undefined
  readonly led?: boolean | undefined
}

const thoughts = new WeakMap<App, Map<string, string>>()

function thoughtsOf(app: App): Map<string, string> {
  const known = thoughts.get(app) ?? new Map<string, string>()
  thoughts.set(app, known)
  return known
}

export const jsonOf = <T>(value: unknown): T => fromJson(value as T | string)

/**
 * Answers a message of a chat; the first message starts it. Idempotent by message id. A message that was
 * written before the latest question arrived is refused (`conflict`). The last answer creates the record, and
 * a job makes its file.
 */
export async function answerMessage(app: App, me: Person, said: Said): Promise<ChatReply> {
  await countAgainst(app, perPerson, me.uid)
  const known = await chatRow(app.storage.db, said.chat)
  if (known && known.uid !== me.uid) throw notFound()
  const botId = known?.automation ?? said.bot
  if (botId === undefined) throw new Refused(400, 'INVALID', text('The first message of a conversation names its bot.'))
  const bot = await chatBotFor(app, botId, me)
  if (!known) await refuseFullDemo(app, bot)
  const language = known?.lang ?? supportedLanguage(said.lang ?? me.lang)
  const context = await contextOf(app, { bot, me, language })
  const talk = talkOf(bot)
  const id = said.id ?? newId()
  const first = talk.answer((known ? jsonOf(known.state) : talk.begin()) as never, said.message, context)
  const withIdeas = said.led ? context : await addIdeas(app, said.chat, context, first.wants)
  return answerWithRetries(app, { said: { ...said, id }, me, bot, language, context: withIdeas })
}

/**
 * Adds the hazards of a task that a language model suggests, if the bot wants them. The chat shows what the
 * model is doing meanwhile.
 */
async function addIdeas(app: App, chat: string, context: TalkContext, task: string | undefined): Promise<TalkContext> {
  const ideas = task === undefined ? undefined : await hazardIdeas(app, task, context, (text) => thoughtsOf(app).set(chat, text))
  thoughtsOf(app).delete(chat)
  return { ...context, ...(ideas && { ideas }) }
}

/** A message, and all that its answer depends on besides the stored chat. */
interface Question {
  readonly said: Said & { readonly id: string }
  readonly me: Person
  readonly bot: Bot & { form: string }
  readonly language: Language
  readonly context: TalkContext
}

async function answerWithRetries(app: App, question: Question): Promise<ChatReply> {
  for (let attempt = 0; ; attempt++) {
    try {
      const reply = await app.storage.transaction((tx) => answerOnce(tx, question))
      if (reply.completing) app.storage.jobSignal.notify()
      return reply
    } catch (error) {
      // A concurrent write to the record or the chat: retry.
      const state = sqlState(error)
      refuseResting(state)
      if ((state !== 'MU001' && state !== '23505') || attempt === 5) throw error
    }
  }
}

const MessageRow = z.object({ n: z.number(), id: z.string(), sender: z.string(), text: z.string() })
type MessageRow = z.infer<typeof MessageRow>

/** Returns the stored reply to a message that has been answered already, by its id. */
function storedReply({ record, redirect, state }: ChatRow, messages: readonly MessageRow[], message: string): ChatReply | undefined {
  const reply = messages.find(({ id, sender }) => id === message && sender === 'ai')
  if (!reply) return undefined
  const isLast = reply === messages.at(-1)
  return {
    text: reply.text,
    ...(isLast && record && { completing: true }),
    ...(isLast && redirect && { redirect }),
    ...(isLast && !record && { state: jsonOf(state) }),
  }
}

async function answerOnce(tx: Transaction, { said, me, bot, language, context }: Question): Promise<ChatReply> {
  const talk = talkOf(bot)
  await tx.execute(
    sql`insert into chats (id, automation, uid, lang, state)
        values (${said.chat}, ${bot.id}, ${me.uid}, ${language}, ${JSON.stringify(talk.begin())}::jsonb) on conflict do nothing`,
  )
  const [chat] = await rows(tx, ChatRow, sql`select ${chatColumns} from chats where id = ${said.chat} for update`)
  if (!chat || chat.uid !== me.uid) throw notFound()
  const before = await rows(tx, MessageRow, sql`select n, id, sender, text from chat_messages where chat = ${said.chat} order by n`)
  const answered = storedReply(chat, before, said.id)
  if (answered) return answered
  if (chat.record !== null) throw new Refused(409, 'conflict', text('This conversation is over. A new one begins.'))
  if (said.seen !== undefined && said.seen !== before.length)
    throw new Refused(409, 'conflict', text('The conversation continued on another device. Read the newest question, then send again.'))
  const turn: Turn<unknown> = talk.answer(jsonOf(chat.state) as never, said.message, context)
  const record = turn.finished && `forms/${bot.form}/${said.chat}`
  const n = before.length
  await tx.execute(
    sql`insert into chat_messages (chat, n, id, sender, text)
        values (${said.chat}, ${n + 1}, ${said.id}, 'user', ${said.message}), (${said.chat}, ${n + 2}, ${said.id}, 'ai', ${turn.text})`,
  )
  await tx.execute(
    sql`update chats set state = ${JSON.stringify(turn.state)}::jsonb, record = ${record ?? null}, rev = rev + 1, updated_at = now() where id = ${said.chat}`,
  )
  if (turn.finished && record) {
    const { finished } = turn
    await changeOnce(tx, {
      key: `chat:${said.chat}`,
      path: record,
      tenant: formTeamOf(bot),
      actor: me.uid,
      change: () => ({ ...finished, automation: bot.id, ...(bot.site && { site: bot.site }) }),
    })
    await addJob(tx, { kind: 'chat', key: `chat:${said.chat}`, payload: { chat: said.chat } })
  }
  return { text: turn.text, ...(record ? { completing: true } : { state: turn.state }) }
}

/**
 * Returns what the bot is doing, and the redirect when it has finished (`refresh` after it was left). Empty for a chat that has not
 * started.
 */
export async function thoughtOf(app: App, me: Person, id: string): Promise<Thought> {
  const chat = await chatRow(app.storage.db, id)
  if (!chat) return {}
  if (chat.uid !== me.uid) throw notFound()
  if (chat.redirect) return { redirect: chat.redirect }
  // The person has left it on another device: this one begins a new conversation.
  if (chat.record === '') return { redirect: 'refresh' }
  if (chat.record) return { thought: translate(chat.lang, text('Saving')) }
  const thought = thoughtsOf(app).get(id)
  return thought === undefined ? {} : { thought }
}

/** Closes a chat. A chat that has become a record stays. Idempotent, and no error for an unknown chat. */
export async function leaveChat(app: App, me: Person, id: string): Promise<void> {
  const chat = await chatRow(app.storage.db, id)
  if (chat && chat.uid !== me.uid) throw notFound()
  await app.storage.db.execute(sql`update chats set record = '', updated_at = now() where id = ${id} and record is null`)
}

const SentMessageRow = z.object({ id: z.string(), sender: z.enum(['ai', 'user']), text: z.string() })

/** Returns the open chat of a person with all messages. */
export async function openChat(
  app: App,
  me: Person,
  bot: string,
): Promise<{ id: string; messages: ChatMessage[]; completing: boolean; state: unknown; lang: Language } | undefined> {
  const [chat] = await rows(
    app.storage.db,
    ChatRow,
    sql`select ${chatColumns} from chats where automation = ${bot} and uid = ${me.uid} and updated_at > now() - make_interval(hours => ${chatOpenHours})
        order by created_at desc, id limit 1`,
  )
  if (!chat || chat.record === '' || chat.redirect !== null) return undefined
  const said = await rows(
    app.storage.db,
    SentMessageRow,
    sql`select id, sender, text from chat_messages where chat = ${chat.id} order by n`,
  )
  return {
    id: chat.id,
    completing: chat.record !== null,
    state: jsonOf(chat.state),
    lang: chat.lang,
    messages: said.map(({ id, sender, text }) => ({ id: sender === 'ai' ? `${id}.` : id, sender, text })),
  }
}

export async function chatRow(db: Database, id: string): Promise<ChatRow | undefined> {
  return (await rows(db, ChatRow, sql`select ${chatColumns} from chats where id = ${id}`))[0]
}

export const talkOf = (bot: Bot): Talk<never> => {
  const found = talkOfClass(bot.class)
  if (!found) throw notFound()
  return found
}

const TimezoneRow = z.object({ timezone: z.nullable(z.string()) })

/** Returns the time zone of the site of a bot, or of its project. */
export async function zoneOf(app: App, { site, team }: Pick<Bot, 'site' | 'team'>): Promise<string | undefined> {
  const [row] = await rows(
    app.storage.db,
    TimezoneRow,
    sql`select coalesce((select s.timezone from sites s where s.id = ${site} and s.team = t.id), ${projectZone}) as timezone
        from teams t where t.id = ${team}`,
  )
  return row?.timezone ?? undefined
}

const ModelRow = z.object({ model: z.unknown() })

/** Returns the data about the person, the site and the day that a chat needs. */
export async function contextOf(
  app: App,
  { bot, me, language }: { bot: Bot & { form: string }; me: Person; language: Language },
): Promise<TalkContext> {
  const { today, now } = clockAt(await zoneOf(app, bot), new Date())
  const [[previous], talks] = await Promise.all([
    rows(
      app.storage.db,
      ModelRow,
      sql`select model from records where parent = ${`forms/${bot.form}`} and created_by = ${me.uid} and not deleted order by n desc limit 1`,
    ),
    bot.class === 'toolbox-talk' ? libraryTalks(app, { team: bot.team, me, today }) : [],
  ])
  return {
    ...wordsFor(baseLanguage(language)),
    name: me.name,
    today,
    now,
    ...(previous && { previous: jsonOf<Model>(previous.model) }),
    ...(talks.length > 0 && { talks }),
  }
}

/** Returns the texts of a talk from the catalogues of the server. */
export const wordsFor = (lang: Language): Pick<TalkContext, 'lang' | 'say' | 'inEveryLanguage'> => ({
  lang,
  say: (words, values) => translate(lang, words, values),
  inEveryLanguage,
})
