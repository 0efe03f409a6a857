import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { bringTalk as endpoint } from '../../../contract/endpoints/chat.ts'
import type { AnswerOf, BodyOf } from '../../../contract/endpoint.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { Refused } from '../../../contract/Refused.ts'
import { baseLanguage, type Language, supportedLanguage } from '../../../contract/reference/languages.ts'
import { same } from '../../../contract/rules/merge.ts'
import type { TalkContext } from '../../../contract/rules/talks/talk.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { addJob } from '../../storage/addJob.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { notFound } from '../access/refusals.ts'
import type { App } from '../app.ts'
import { type Bot, formTeamOf } from '../bots/bot.ts'
import { callOnce } from '../records/callOnce.ts'
import { changeOnce } from '../records/changeRecord.ts'
import { storable } from '../records/model.ts'
import type { WriteHeaders } from '../records/writeHeaders.ts'
import type { Person } from '../sign-in/person.ts'
import { chatColumns, ChatRow, contextOf, talkOf, wordsFor } from './answerMessage.ts'
import { signedBotFor } from './chatBotsOf.ts'

type Body = BodyOf<typeof endpoint>

interface Brought {
  readonly path: string
  readonly body: Body
  readonly me: Person
  readonly headers: WriteHeaders
}

/**
 * Takes a talk that a device has led, once per key: stores its messages and its record, and a job makes its file.
 * A conversation that was begun on this server goes on; one that has gone another way meanwhile stays as it is, and
 * the talk of the device becomes one of its own. Throws Refused.
 */
export async function bringTalk(app: App, { path, body: given, me, headers }: Brought) {
  const body = storable(given)
  const bot = await signedBotFor(app, body.bot, me)
  const [, form, chat = ''] = path.split('/')
  if (form !== bot.form || path !== `forms/${form}/${chat}`) throw new Refused(400, 'INVALID', text('This talk belongs to another form.'))
  const { clientAt, skewMs, ...asks } = body
  const { talks } = await contextOf(app, { bot, me, language: supportedLanguage(body.lang) })
  const once = { headers, person: me, path, asks: { talk: path, ...asks }, numbered: true, clientAt, skewMs }
  const done = await callOnce(app.storage, once, (tx) => store(tx, { chat, bot, me, body, talks, opId: headers.opId }))
  if (!done.replayed) app.storage.jobSignal.notify()
  return { body: done.body as AnswerOf<typeof endpoint>, replayed: done.replayed }
}

interface Talked {
  /** Id of the conversation as the device knows it. */
  readonly chat: string
  readonly bot: Bot & { readonly form: string }
  readonly me: Person
  readonly body: Body
  /** The talks of the libraries now. */
  readonly talks: TalkContext['talks']
  readonly opId: string
}

const RevRow = z.object({ rev: z.number() })
const IdRow = z.object({ id: z.string() })

async function store(tx: Transaction, talked: Talked): Promise<Model> {
  const { me, bot, body } = talked
  const language = supportedLanguage(body.lang)
  const begun = await beginChat(tx, talked, language)
  if (begun.record !== undefined) {
    const [row] = await rows(tx, RevRow, sql`select rev from records where path = ${begun.record}`)
    return { rev: row?.rev ?? 0 }
  }
  const { state, notice } = replay(talked, language)
  const record = `forms/${bot.form}/${begun.chat}`
  await addMessages(tx, begun.chat, body.messages, begun.known)
  await tx.execute(
    sql`update chats set state = ${JSON.stringify(state)}::jsonb, record = ${record}, rev = rev + 1, updated_at = now() where id = ${begun.chat}`,
  )
  const rev = await changeOnce(tx, {
    key: `chat:${begun.chat}`,
    path: record,
    tenant: formTeamOf(bot),
    actor: me.uid,
    change: () => ({ ...body.signed, made_by: me.name, automation: bot.id, ...(bot.site && { site: bot.site }) }),
  })
  await addJob(tx, { kind: 'chat', key: `chat:${begun.chat}`, payload: { chat: begun.chat } })
  return { rev: rev ?? 0, ...(notice && { notification: translate(language, notice) }) }
}

const changed = text('This talk has changed since your device loaded it. It is saved exactly as you signed it.')
const newer = text(
  'The document of this talk has changed since your device loaded it. Your record is saved. Hold the new one with the crew.',
)

/**
 * Returns the conversation that goes on, locked, with the number of messages that the server has; or the record, if it
 * has all of them.
 */
async function beginChat(
  tx: Transaction,
  { chat: id, bot, me, body, opId }: Talked,
  language: Language,
): Promise<{ chat: string; known: number; record?: string }> {
  for (const chat of [id, opId]) {
    await tx.execute(
      sql`insert into chats (id, automation, uid, lang, state)
          values (${chat}, ${bot.id}, ${me.uid}, ${language}, ${JSON.stringify(talkOf(bot).begin())}::jsonb) on conflict do nothing`,
    )
    const [row] = await rows(tx, ChatRow, sql`select ${chatColumns} from chats where id = ${chat} for update`)
    if (row?.uid !== me.uid || row.automation !== bot.id) throw notFound()
    const stored = await rows(tx, IdRow, sql`select id from chat_messages where chat = ${chat} and sender = 'user' order by n`)
    const goesOn = stored.every((message, at) => message.id === body.messages[at]?.id)
    if (goesOn && !row.record) return { chat, known: stored.length }
    if (goesOn && row.record && stored.length === body.messages.length) return { chat, known: stored.length, record: row.record }
  }
  throw notFound()
}

/** Stores the messages that the server does not have, with the replies that the person saw. */
async function addMessages(tx: Transaction, chat: string, messages: Body['messages'], known: number): Promise<void> {
  for (const [at, { id, message, reply }] of messages.entries())
    if (at >= known)
      await tx.execute(
        sql`insert into chat_messages (chat, n, id, sender, text)
            values (${chat}, ${2 * at + 1}, ${id}, 'user', ${message}), (${chat}, ${2 * at + 2}, ${id}, 'ai', ${reply})`,
      )
}

/**
 * Goes through the messages with the function that the device has used, and with what the device knew. `notice`: what is
 * different now.
 */
function replay({ bot, body, talks = [] }: Talked, language: Language): { state: unknown; notice?: Text } {
  const talk = talkOf(bot)
  const context: TalkContext = { ...body.context, ...wordsFor(baseLanguage(language)) }
  let state: unknown = talk.begin()
  let finished: Model | undefined
  for (const { message } of body.messages) ({ state, finished } = talk.answer(state as never, message, context))
  if (!same(finished, body.signed)) return { state, notice: changed }
  const held = body.context.talks?.find(({ name }) => name === body.signed.topic)
  return { state, ...(held && !talks.some((one) => same(one, held)) && { notice: newer }) }
}
