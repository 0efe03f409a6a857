import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
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
import { rows, type Transaction } from '../../storage/database.ts'
import { addJob } from '../../storage/jobs.ts'
import type { App } from '../app.ts'
import { botsPause } from '../billing/meter.ts'
import type { ExecutionModel } from '../executions/executionRows.ts'
import { addLine } from '../executions/messages.ts'
import { newId } from '../sign-in/firstOwner.ts'
import { sayings } from './say.ts'
import { byNumber, dayBefore, localTime, minutes, standardStopAfter } from './schedule.ts'
import type { Talk } from './step.ts'
import type { Tongue } from './words.ts'

/** The columns of a bot that conversations need. */
export interface TalkingBot {
  readonly id: string
  readonly team: string
  readonly owner: string
  readonly class: string
  readonly title: string
  readonly demo: boolean
  readonly model: Readonly<Record<string, unknown>>
  readonly project: string | null
  readonly timezone: string | null
  readonly billing: string | null
}

export const botColumns = sql`a.id, a.team, a.owner, a.class, a.title, a.demo, a.model, t.name as project, t.billing,
  coalesce(s.timezone, t.model ->> 'sourceTimezone') as timezone
  from automations a left join teams t on t.id = a.team left join sites s on s.id = a.site and s.team = a.team`
/** The bot and its project are active. */
export const inUse = sql`not a.deleted and not a.disabled and not a.archived and t.id is not null and not t.deleted and not t.archived`

/**
 * Returns the settings of a bot without the invalid ones: one mistake in the editor must not silence the
 * whole bot.
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
  const contacts = (Array.isArray(model['contacts']) ? model['contacts'] : []).flatMap((entry: unknown) => {
    const bare =
      typeof entry === 'object' && entry !== null ? Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)) : entry
    const read = z.safeParse(ContactShape, bare)
    return read.success ? [read.data] : []
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
export async function beginConversations(app: App, bot: TalkingBot, now: Date): Promise<number> {
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
  if (begun > 0) app.storage.bell.ring()
  return begun
}

/**
 * Returns the numbers that already have a conversation on this day: the scheduler polls repeatedly while a
 * bot is due.
 */
async function askedAlready({ storage }: App, bot: string, day: string): Promise<ReadonlySet<string>> {
  const found = await rows<{ mobile: string }>(
    storage.db,
    sql`select mobile from executions where automation = ${bot} and day = ${day}::date`,
  )
  return new Set(found.map(({ mobile }) => mobile))
}

/**
 * Returns the names of the companies of a project in lower case, or undefined if the project keeps no such
 * list.
 */
async function vendorsOf({ storage }: App, team: string): Promise<ReadonlySet<string> | undefined> {
  const found = await rows<{ name: string }>(
    storage.db,
    sql`select label as name from lookup_items where team = ${team} and lookup = 'vendors' union select name from named_rows where parent = ${team} and list = 'companies'`,
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

async function begin(tx: Transaction, { bot, settings, mobile, contacts, day, vendors, now }: Beginning): Promise<boolean> {
  const [contact] = contacts
  if (!contact) return false
  if (bot.demo) {
    // Serializes concurrent starts of the same demo bot.
    await tx.execute(sql`select 1 from automations where id = ${bot.id} for update`)
    const [used] = await rows<{ n: number }>(tx, sql`select count(*)::int as n from executions where automation = ${bot.id}`)
    if ((used?.n ?? 0) >= mostConversations) return false
  }
  if ((await rows(tx, sql`select 1 from text_refusals where mobile = ${mobile}`)).length > 0) return false
  const asks = talkingClasses[bot.class as keyof typeof talkingClasses]
  const firms = contacts.filter(({ vendor }) => vendor !== undefined && vendor !== '')
  const kind = asks === 'notes' ? 'notes' : firms.length > 1 ? 'multiVendor' : 'manpower'
  const vendor = contact.vendor ?? contact.name
  const stopAfter = settings.stopAfter ?? standardStopAfter
  const expires = new Date(now.getTime() + minutes(stopAfter) * 60_000)
  const project = bot.project ?? ''
  const lang: Tongue = contact.lang === 'es' || contact.lang === 'pt' ? contact.lang : 'en'
  const label = kind === 'multiVendor' ? `${contact.name}: ${firms.length} vendors` : `${vendor}, ${contact.name}`
  const asked = settings.about === 'yesterday' ? dayBefore(day) : day
  const base: ExecutionModel = {
    title: bot.demo ? `DEMO: ${label}` : label,
    name: contact.name,
    vendor,
    project,
    number: mobile,
    configuredNumber: mobile,
    date: asked,
    today: day,
    timestamp: now.toISOString(),
    expires: expires.toISOString(),
    stopAfter,
    approvalMode: settings.approvalMode ?? 'Approval',
    collectLocation: settings.collectLocation ?? 'Enabled',
    tags: bot.demo ? [{ label: 'DEMO', color: 'orange' }] : [],
    ...(kind === 'multiVendor'
      ? {
          executionVendors: firms.map((firm) => ({
            key: vendorKey(firm.vendor ?? ''),
            vendor: firm.vendor ?? '',
            ...(firm.trade !== undefined && { trade: firm.trade }),
            ...(firm.cost_code !== undefined && { cost_code: firm.cost_code }),
          })),
          finishedModels: {},
        }
      : { model: { project, vendor, ...(contact.location !== undefined && { location: contact.location }) } }),
  }
  const code = troubleBefore(kind, contacts, vendors, mobile)
  const model: ExecutionModel = code === undefined ? base : { ...base, requiresAttention: true, requiresAttentionCode: code }
  const talk: Talk & Record<string, unknown> = {
    lang,
    expects: kind === 'notes' ? 'comment' : 'all',
    tries: 0,
    ...(kind === 'multiVendor' && { current: vendorKey(firms[0]?.vendor ?? '') }),
    ...(contact.location !== undefined && { placed: true }),
    ...(contact.trade !== undefined && { trade: contact.trade }),
    ...(contact.cost_code !== undefined && { cost_code: contact.cost_code }),
  }
  const id = newId()
  const made = await rows(
    tx,
    sql`insert into executions (id, team, automation, owner, kind, mobile, day, phase, demo, model, talk, created_at, updated_at)
        values (${id}, ${bot.team}, ${bot.id}, ${bot.owner}, ${kind}, ${mobile}, ${day}::date, ${code === undefined ? 'asking' : 'decide'}, ${bot.demo},
          ${JSON.stringify(model)}::jsonb, ${JSON.stringify(talk)}::jsonb, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)
        on conflict (automation, mobile, day) do nothing returning id`,
  )
  if (made.length === 0) return false
  if (code !== undefined) {
    await addLine(tx, { execution: id, way: 'note', text: troubles[code] ?? code, at: now })
    return true
  }
  const words = sayings[lang]
  const hello = contact.name.split(' ')[0] ?? contact.name
  const text =
    kind === 'notes'
      ? words.helloNotes(hello, bot.title, project)
      : words.hello(hello, bot.title, project, firms[0]?.vendor ?? vendor, settings.about ?? 'today')
  await say(tx, id, text, now)
  await addJob(tx, { kind: 'talk.expire', key: `talk.expire:${id}`, payload: { execution: id }, runAt: expires })
  const remind =
    settings.remindAfter === 'Never' ? undefined : settings.remindAfter ? minutes(settings.remindAfter) : minutes(stopAfter) / 2
  if (remind !== undefined && kind !== 'notes' && remind < minutes(stopAfter))
    await addJob(tx, {
      kind: 'talk.remind',
      key: `talk.remind:${id}`,
      payload: { execution: id },
      runAt: new Date(now.getTime() + remind * 60_000),
    })
  return true
}

const troubles: Partial<Record<AttentionCode, string>> = {
  INVALID_VENDOR: 'The vendor is not in the list of this project any more. Nobody was texted.',
  INVALID_NUMBER: 'This is no cell number. Nobody was texted.',
}

/** Returns the reason not to send a text at all, or undefined if there is none. */
function troubleBefore(
  kind: Execution['kind'],
  contacts: readonly BotContact[],
  vendors: ReadonlySet<string> | undefined,
  mobile: string,
): 'INVALID_VENDOR' | 'INVALID_NUMBER' | undefined {
  if (!Mobile.safeParse(mobile).success) return 'INVALID_NUMBER'
  const named = contacts.flatMap(({ vendor }) => (vendor ? [vendor.trim().toLowerCase()] : []))
  if (kind !== 'notes' && vendors && named.some((vendor) => !vendors.has(vendor))) return 'INVALID_VENDOR'
  return undefined
}

/** Adds a text from the bot to the conversation. A job sends it after the commit. */
export async function say(tx: Transaction, execution: string, text: string, at?: Date): Promise<void> {
  const n = await addLine(tx, { execution, way: 'out', text, ...(at && { at }) })
  if (n !== undefined) await addJob(tx, { kind: 'talk.send', key: `talk.send:${execution}:${n}`, payload: { execution, n } })
}
