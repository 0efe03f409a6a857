import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { mostConversations } from '../../../contract/endpoints/demoRequests.ts'
import { Refused } from '../../../contract/Refused.ts'
import { privateTeam } from '../../../contract/endpoints/projects.ts'
import { inList, rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { type Bot, botById, formTeamOf } from '../bots/bot.ts'
import { publishForm } from '../forms/publishForm.ts'
import { forbidden, notFound } from '../access/refusals.ts'
import { mayIn, type Person } from '../sign-in/person.ts'
import planForm from '../bots/forms/pre-task-plan.form.json' with { type: 'json' }
import toolboxForm from '../bots/forms/toolbox-talk.form.json' with { type: 'json' }
import type { Model } from '../../../contract/endpoints/records.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import type { Document } from '../files/documentPdf.ts'
import { planDocument } from './planDocument.ts'
import { toolboxDocument } from './toolboxDocument.ts'
import { text } from '../../i18n/text.ts'

interface ChatClass {
  /** The form of the records that its chats create. */
  readonly form: unknown
  /** Returns the document for the file of the record. */
  readonly document: (model: Model, lang: Language) => Document
}

/** Registry of the bot classes that have chats in the app; their talks are in `contract/rules/talks`. */
const chatClasses: Readonly<Record<string, ChatClass>> = {
  'pre-task-plan': { form: planForm, document: planDocument },
  'toolbox-talk': { form: toolboxForm, document: toolboxDocument },
}

export const chatClassNames: readonly string[] = Object.keys(chatClasses)

export const chatClassOf = (botClass: string): ChatClass | undefined =>
  Object.hasOwn(chatClasses, botClass) ? chatClasses[botClass] : undefined

/** Returns the address at which people use a bot: its chat, or the form that it fills. */
export const addressOfBot = ({ id, class: kind, form }: { id: string; class: string; form: string }): string =>
  chatClassOf(kind) ? `/frontend/chat/${id}` : `/frontend/forms/${form}`

/** Returns a bot that this person may chat with. Throws Refused. */
export async function chatBotFor(app: App, id: string, me: Person): Promise<Bot & { readonly form: string }> {
  const bot = await signedBotFor(app, id, me)
  if (bot.archived) throw new Refused(409, 'INVALID', text('This bot is archived. Ask your site office which one to use.'))
  if (bot.disabled) throw new Refused(409, 'INVALID', text('This bot is switched off. Ask your site office.'))
  return bot
}

/** The same for a talk that is signed already: the bot may have been archived or switched off since. */
export async function signedBotFor(app: App, id: string, me: Person): Promise<Bot & { readonly form: string }> {
  const bot = await botById(app.storage.db, id)
  if (!bot || !chatClassOf(bot.class)) throw notFound()
  if (!mayIn(me, formTeamOf(bot), 'form.fill')) throw forbidden()
  return { ...bot, form: bot.form ?? (await formFor(app, bot)) }
}

const UsedRow = z.object({ n: z.number() })

/** Throws Refused if a demo bot has had all its chats. */
export async function refuseFullDemo(app: App, { id, demo }: Pick<Bot, 'id' | 'demo'>): Promise<void> {
  if (!demo) return
  const [used] = await rows(app.storage.db, UsedRow, sql`select count(*)::int as n from chats where automation = ${id}`)
  if ((used?.n ?? 0) >= mostConversations)
    throw new Refused(
      409,
      'INVALID',
      text('The demo limit is reached: a demo bot has at most {mostConversations} conversations. Create a real bot to continue.'),
      { values: { mostConversations } },
    )
}

/** Creates the form of a bot that was made without one, in its project. */
async function formFor(app: App, bot: Bot): Promise<string> {
  const key = `${bot.class}-${bot.id.toLowerCase()}`
  const published = await publishForm(app, { key, team: formTeamOf(bot), settings: chatClassOf(bot.class)?.form })
  if (!published.ok) throw new Error(`the form of a bot that talks has problems: ${JSON.stringify(published.problems)}`)
  await app.storage.db.execute(sql`update automations set form = ${key} where id = ${bot.id} and form is null`)
  return key
}

const ChatBotRow = z.object({ id: z.string(), title: z.string(), team: z.string(), form: z.nullable(z.string()) })
type ChatBotRow = z.infer<typeof ChatBotRow>

/** Returns the active chat bots of some projects, and the private ones of this person. */
export async function chatBotsOf(app: App, teams: readonly string[], uid: string): Promise<ChatBotRow[]> {
  return rows(
    app.storage.db,
    ChatBotRow,
    // Two lists: with "or", the database compares the project of each bot with all of them.
    sql`select id, title, team, form from (
          select * from automations where team = ${inList(teams)} and not deleted
          union all select * from automations where team = ${privateTeam} and owner = ${uid} and not deleted) a
        where class in ${[...chatClassNames]} and not archived and not disabled order by lower(title), id limit 200`,
  )
}
