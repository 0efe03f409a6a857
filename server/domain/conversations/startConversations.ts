import { addMinutes } from 'date-fns/addMinutes'
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { daysLater } from '../../../contract/rules/daysLater.ts'
import {
  type BotContact,
  BotContact as ContactShape,
  ConversationSettings,
  isTalking,
  talkingClasses,
} from '../../../contract/endpoints/conversations.ts'
import { mostConversations } from '../../../contract/endpoints/demoRequests.ts'
import type { AttentionCode, Execution } from '../../../contract/endpoints/executions.ts'
import { Mobile } from '../../../contract/endpoints/sign-in.ts'
import { baseLanguage, type Language } from '../../../contract/reference/languages.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { addJob } from '../../storage/addJob.ts'
import type { App } from '../app.ts'
import { botsPause } from '../billing/takeMessage.ts'
import type { ExecutionModel } from '../executions/executionRow.ts'
import { addNotice } from '../push/addNotice.ts'
import { addLine } from '../executions/addLine.ts'
import { projectZone } from '../holidays/projectZone.ts'
import { newId } from '../newId.ts'
import { replyTemplates } from './replyTemplates.ts'
import { lockManpower, reportedVendors, unreported } from './reportedVendors.ts'
import { byNumber, minutes, standardStopAfter } from '../bots/isDue.ts'
import { localTime } from '../bots/localTime.ts'
import type { Talk } from './step.ts'

/** The columns of a bot that conversations need. */
export const TalkingBot = z.object({
  id: z.string(),
  team: z.string(),
  owner: z.string(),
  class: z.string(),
  title: z.string(),
  demo: z.boolean(),
  model: z.record(z.string(), z.unknown()),
  project: z.nullable(z.string()),
  timezone: z.nullable(z.string()),
  billing: z.nullable(z.string()),
})
export type TalkingBot = Readonly<z.infer<typeof TalkingBot>>

export const botColumns = sql`a.id, a.team, a.owner, a.class, a.title, a.demo, a.model, t.name as project, t.billing,
  coalesce(s.timezone, ${projectZone}) as timezone
  from automations a left join teams t on t.id = a.team left join sites s on s.id = a.site and s.team = a.team`
/** The bot and its project are active. */
export const inUse = sql`not a.deleted and not a.disabled and not a.archived and t.id is not null and not t.deleted and not t.archived`

/**
 * Returns the settings of a bot without the invalid ones: one mistake in the editor must not silence the
 * whole bot. Contacts without a vendor report for the company of the bot.
 */
export function settingsOf({
  model,
  timezone,
}: Pick<TalkingBot, 'model' | 'timezone'>): ConversationSettings & { contacts: BotContact[]; timezone: string } {
  const settings: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries(ConversationSettings.shape)) {
    const value = model[name]
    if (name === 'contacts' || value === undefined || value === null) continue
    const read = z.safeParse(shape, value)
    if (read.success) settings[name] = read.data
  }
  const company = typeof model['company'] === 'string' ? model['company'] : ''
  const contacts = (Array.isArray(model['contacts']) ? model['contacts'] : []).flatMap((entry: unknown) => {
    const bare =
      typeof entry === 'object' && entry !== null ? Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)) : entry
    const read = z.safeParse(ContactShape, bare)
    if (!read.success) return []
    return [{ ...read.data, ...(!read.data.vendor && company && { vendor: company }) }]
  })
  const own = settings as ConversationSettings
  return { ...own, contacts, timezone: own.timezone ?? timezone ?? 'UTC' }
}

/** The same vendor always has the same key. */
export const vendorKey = (vendor: string): string => createHash('sha256').update(vendor).digest('hex').slice(0, 12)

/**
 * Starts the conversations of this day that do not exist yet. Returns the number started. Idempotent: each
 * number gets one conversation per day.
 */
export async function startConversations(app: App, bot: TalkingBot, now: Date): Promise<number> {
  if (!isTalking(bot.class)) return 0
  const settings = settingsOf(bot)
  const { day } = localTime(settings.timezone, now)
  const groups = byNumber(settings.contacts, day)
  if (groups.size === 0 || (!bot.demo && (await botsPause(app.storage.db, bot.team)))) return 0
  const asked = await askedAlready(app, bot.id, day)
  const left = [...groups].filter(([mobile]) => !asked.has(mobile))
  if (left.length === 0) return 0
  const vendors = await vendorsOf(app, bot.team)
  let begun = 0
  for (const [mobile, contacts] of left) {
    const made = await app.storage.transaction((tx) => begin(tx, { bot, settings, mobile, contacts, day, vendors, now }))
    if (made) begun++
  }
  if (begun > 0) app.storage.jobSignal.notify()
  return begun
}

const MobileRow = z.object({ mobile: z.string() })

/**
 * Returns the numbers that already have a conversation on this day: the scheduler polls repeatedly while a
 * bot is due.
 */
async function askedAlready({ storage }: App, bot: string, day: string): Promise<ReadonlySet<string>> {
  const found = await rows(storage.db, MobileRow, sql`select mobile from executions where automation = ${bot} and day = ${day}::date`)
  return new Set(found.map(({ mobile }) => mobile))
}

const NameRow = z.object({ name: z.string() })

/**
 * Returns the names of the companies of a project in lower case, or undefined if the project keeps no such
 * list.
 */
async function vendorsOf({ storage }: App, team: string): Promise<ReadonlySet<string> | undefined> {
  const found = await rows(
    storage.db,
    NameRow,
    sql`select label as name from lookup_items where team = ${team} and lookup = 'vendors' and not disabled and merged_into is null limit 100000`,
  )
  return found.length > 0 ? new Set(found.map(({ name }) => name.trim().toLowerCase())) : undefined
}

interface Beginning {
  readonly bot: TalkingBot
  readonly settings: ReturnType<typeof settingsOf>
  readonly mobile: string
  readonly contacts: readonly BotContact[]
  readonly day: string
  readonly vendors: ReadonlySet<string> | undefined
  readonly now: Date
}

const CountRow = z.object({ n: z.number() })

/** Without the contacts of vendors that have reported by form. */
async function withoutReported(tx: Transaction, beginning: Beginning): Promise<Beginning> {
  const { bot, contacts, day, settings } = beginning
  if (talkingClasses[bot.class as keyof typeof talkingClasses] === 'notes') return beginning
  await lockManpower(tx, bot.team)
  const reported = await reportedVendors(tx, { team: bot.team, bot: bot.id, day: dayAsked(settings, day) })
  return { ...beginning, contacts: unreported(contacts, reported) }
}

/** The day that the bot asks about. */
const dayAsked = ({ about }: ConversationSettings, day: string): string => (about === 'yesterday' ? daysLater(day, -1) : day)

async function begin(tx: Transaction, planned: Beginning): Promise<boolean> {
  const beginning = await withoutReported(tx, planned)
  const { bot, mobile, contacts, day, vendors, now } = beginning
  const [contact] = contacts
  if (!contact) return false
  // Serializes concurrent starts of the same demo bot.
  if (bot.demo) await tx.execute(sql`select 1 from automations where id = ${bot.id} for update`)
  if (bot.demo && (await isUsedUp(tx, bot.id))) return false
  if ((await rows(tx, sql`select 1 from text_refusals where mobile = ${mobile}`)).length > 0) return false
  const opening = openingOf(beginning, contact)
  const { kind, expires } = opening
  const base = modelOf(opening)
  const unknown = unknownVendorsOf(kind, contacts, vendors)
  const code = troubleBefore(unknown, mobile)
  const model: ExecutionModel =
    code === undefined
      ? base
      : { ...base, requiresAttention: true, requiresAttentionCode: code, ...(code === 'INVALID_VENDOR' && { unknownVendors: unknown }) }
  const id = newId()
  const made = await rows(
    tx,
    sql`insert into executions (id, team, automation, owner, kind, mobile, day, phase, demo, model, talk, created_at, updated_at)
        values (${id}, ${bot.team}, ${bot.id}, ${bot.owner}, ${kind}, ${mobile}, ${day}::date, ${code === undefined ? 'asking' : 'decide'}, ${bot.demo},
          ${JSON.stringify(model)}::jsonb, ${JSON.stringify(talkOf(opening))}::jsonb, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)
        on conflict (automation, mobile, day) do nothing returning id`,
  )
  if (made.length === 0) return false
  if (code !== undefined) {
    await addLine(tx, { execution: id, way: 'note', text: troubles[code] ?? code, at: now })
    await addNotice(tx, { kind: 'review', id }, `review:${id}`)
    return true
  }
  await sendReply(tx, id, helloOf(opening), now)
  await addJob(tx, { kind: 'talk.expire', key: `talk.expire:${id}`, payload: { execution: id }, runAt: expires })
  const remind = minutesToReminder(opening)
  if (remind !== undefined)
    await addJob(tx, {
      kind: 'talk.remind',
      key: `talk.remind:${id}`,
      payload: { execution: id },
      runAt: addMinutes(now, remind),
    })
  return true
}

/** Returns whether a demo bot has had all its conversations. */
export async function isUsedUp(db: Database | Transaction, bot: string): Promise<boolean> {
  const [used] = await rows(db, CountRow, sql`select count(*)::int as n from executions where automation = ${bot}`)
  return (used?.n ?? 0) >= mostConversations
}

/** A conversation that is about to start with the contacts of one number. */
interface Opening extends Beginning {
  /** The first contact: the person with the number. */
  readonly contact: BotContact
  /** The contacts with a vendor. */
  readonly firms: readonly BotContact[]
  readonly kind: 'notes' | 'multiVendor' | 'manpower'
  readonly vendor: string
  readonly project: string
  readonly stopAfter: NonNullable<ConversationSettings['stopAfter']>
  readonly expires: Date
  readonly lang: Language
}

function openingOf(beginning: Beginning, contact: BotContact): Opening {
  const { bot, settings, contacts, now } = beginning
  const firms = contacts.filter(({ vendor }) => vendor !== undefined && vendor !== '')
  const stopAfter = settings.stopAfter ?? standardStopAfter
  return {
    ...beginning,
    contact,
    firms,
    kind: kindOf(bot, firms),
    vendor: contact.vendor ?? contact.name,
    project: bot.project ?? '',
    stopAfter,
    expires: addMinutes(now, minutes(stopAfter)),
    lang: baseLanguage(contact.lang),
  }
}

function kindOf(bot: TalkingBot, firms: readonly BotContact[]): Opening['kind'] {
  if (talkingClasses[bot.class as keyof typeof talkingClasses] === 'notes') return 'notes'
  return firms.length > 1 ? 'multiVendor' : 'manpower'
}

function modelOf(opening: Opening): ExecutionModel {
  const { bot, settings, mobile, day, now, contact, firms, kind, vendor, project, stopAfter, expires } = opening
  const label = kind === 'multiVendor' ? `${contact.name}: ${firms.length} vendors` : `${vendor}, ${contact.name}`
  return {
    title: bot.demo ? `DEMO: ${label}` : label,
    name: contact.name,
    vendor,
    project,
    number: mobile,
    configuredNumber: mobile,
    date: dayAsked(settings, day),
    today: day,
    timestamp: now.toISOString(),
    expires: expires.toISOString(),
    stopAfter,
    approvalMode: settings.approvalMode ?? 'Approval',
    collectLocation: settings.collectLocation ?? 'Enabled',
    tags: bot.demo ? [{ label: 'DEMO', color: 'orange' }] : [],
    ...(kind === 'multiVendor'
      ? { executionVendors: firms.map(executionVendor), finishedModels: {} }
      : { model: { project, vendor, ...(contact.location !== undefined && { location: contact.location }) } }),
  }
}

const executionVendor = ({ vendor = '', trade, cost_code }: BotContact) => ({
  key: vendorKey(vendor),
  vendor,
  ...(trade !== undefined && { trade }),
  ...(cost_code !== undefined && { cost_code }),
})

const talkOf = ({ contact, firms, kind, lang }: Opening): Talk & Record<string, unknown> => ({
  lang,
  expects: kind === 'notes' ? 'comment' : 'all',
  tries: 0,
  ...(kind === 'multiVendor' && { current: vendorKey(firms[0]?.vendor ?? '') }),
  ...(contact.location !== undefined && { placed: true }),
  ...(contact.trade !== undefined && { trade: contact.trade }),
  ...(contact.cost_code !== undefined && { cost_code: contact.cost_code }),
})

/** Returns the first text of the bot. */
function helloOf({ bot, settings, contact, firms, kind, vendor, project, lang }: Opening): string {
  const words = replyTemplates(lang)
  const hello = contact.name.split(' ')[0] ?? contact.name
  if (kind === 'notes') return words.helloNotes(hello, bot.title, project)
  return words.hello(hello, bot.title, project, firms[0]?.vendor ?? vendor, settings.about ?? 'today')
}

/** Returns undefined if there is no reminder, or if it would come after the time limit. */
function minutesToReminder({ settings: { remindAfter }, kind, stopAfter }: Opening): number | undefined {
  if (remindAfter === 'Never' || kind === 'notes') return undefined
  const remind = remindAfter ? minutes(remindAfter) : minutes(stopAfter) / 2
  return remind < minutes(stopAfter) ? remind : undefined
}

const troubles: Partial<Record<AttentionCode, string>> = {
  INVALID_VENDOR: 'The vendor is not in the list of this project any more. Nobody was texted.',
  INVALID_NUMBER: 'This is no cell number. Nobody was texted.',
}

/** Returns the reason not to send a text at all, or undefined if there is none. */
function troubleBefore(unknownVendors: readonly string[], mobile: string): 'INVALID_VENDOR' | 'INVALID_NUMBER' | undefined {
  if (!Mobile.safeParse(mobile).success) return 'INVALID_NUMBER'
  return unknownVendors.length > 0 ? 'INVALID_VENDOR' : undefined
}

/** Returns the vendors of these contacts that the list of the project does not have. */
function unknownVendorsOf(kind: Execution['kind'], contacts: readonly BotContact[], vendors: ReadonlySet<string> | undefined): string[] {
  if (kind === 'notes' || !vendors) return []
  return contacts.flatMap(({ vendor }) => (vendor && !vendors.has(vendor.trim().toLowerCase()) ? [vendor] : []))
}

/** Adds a text from the bot to the conversation. A job sends it after the commit. */
export async function sendReply(tx: Transaction, execution: string, text: string, at?: Date): Promise<void> {
  const n = await addLine(tx, { execution, way: 'out', text, ...(at && { at }) })
  if (n !== undefined) await addJob(tx, { kind: 'talk.send', key: `talk.send:${execution}:${n}`, payload: { execution, n } })
}
