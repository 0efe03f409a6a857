import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { ownForm } from '../../../../contract/endpoints/botEditor.ts'
import { Refused } from '../../../../contract/Refused.ts'
import { escapeMarkdown } from '../../../../contract/rules/escapeMarkdown.ts'
import type { NodeSetting } from '../../../../contract/forms/fieldShapes.ts'
import { Model } from '../../../../contract/endpoints/records.ts'
import type { Due } from '../../../../contract/forms/FormSettings.ts'
import { rows, type Transaction } from '../../../storage/database.ts'
import { fromJson } from '../../../storage/jsonDocument.ts'
import type { App } from '../../app.ts'
import { publishForm } from '../../forms/publishForm.ts'
import type { Person } from '../../sign-in/person.ts'
import { traitsOf } from './botTraits.ts'
import { startForm } from './startForm.ts'
import { startWords } from './startWords.ts'
import type { TextValues } from '../../../../contract/Text.ts'
import { type Text, text } from '../../../i18n/text.ts'

/** The form of a bot: created with the bot, chosen from its project, or generated from its settings. */

interface Filled {
  readonly id: string
  readonly team: string
  readonly class: string
  readonly title: string
  readonly site: string | null
  readonly form: string | null
  readonly demo: boolean
  readonly model: Model
  /**
   * The form attributes of a save: `form` (`new`, or the key of a form of the project), `open`, `every`,
   * `by`.
   */
  readonly said: Model
}

const invalid = (words: Text, values: TextValues = {}) => new Refused(400, 'INVALID', words, { path: 'form', values })

/** Returns a unique form key: the class and the id of the bot. */
export const formKeyOf = (botClass: string, id: string) => `${botClass}-${id.toLowerCase()}`

async function publish(app: App, tx: Transaction, me: Person, key: string, team: string, settings: unknown): Promise<void> {
  const published = await publishForm(app, { key, team, settings, publishedBy: me.uid }, tx)
  if (!published.ok) throw invalid(text('The form has a problem: {problem}'), { problem: published.problems[0]?.message ?? '–' })
}

const SettingsRow = z.object({ settings: z.union([Model, z.string()]) })

/** Returns the settings of a form. Some drivers return JSON columns as text. */
async function settingsOf(tx: Transaction, key: string): Promise<Model | undefined> {
  const [form] = await rows(tx, SettingsRow, sql`select settings from forms where key = ${key}`)
  return form && fromJson<Model>(form.settings)
}

const TakenRow = z.object({ taken: z.boolean() })

async function chosen(tx: Transaction, { id, team, form: present, demo }: Filled, key: string): Promise<string> {
  // The form of a demo bot takes five records only.
  if (demo && key !== present) throw invalid(text('A demo bot gets a form of its own. Choose “A new form of its own”.'))
  const [form] = await rows(
    tx,
    TakenRow,
    sql`select exists (select 1 from automations a where a.form = f.key and a.id <> ${id} and not a.deleted) as taken
        from forms f where f.key = ${key} and f.team = ${team}`,
  )
  if (!form) throw invalid(text('Choose a form of the project.'))
  if (form.taken) throw invalid(text('Another bot fills the same form.'))
  return key
}

function dueOf({ every, by }: Model): Due | undefined {
  if (every !== 'day' && every !== 'workday' && every !== 'week') return undefined
  return { every, ...(typeof by === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(by) && { by }) }
}

/**
 * The form itself stores these editor attributes and the bot does not, because the studio changes them too.
 */
export const ofTheForm: ReadonlySet<string> = new Set(['form', 'open', 'every', 'by'])

/**
 * Returns the key of the form that the bot fills, or null. Creates, generates or republishes the form if the
 * save changed who may open it or when it is due.
 */
export async function formFor(app: App, tx: Transaction, me: Person, bot: Filled): Promise<string | null> {
  const { shows, fills } = traitsOf(bot.class)
  if (shows !== undefined) {
    // A bot that was made by an API call without a list has nothing to show yet.
    if (bot.form === null && !(shows in bot.model)) return null
    const key = bot.form ?? formKeyOf(bot.class, bot.id)
    await publish(app, tx, me, key, bot.team, contentForm(bot))
    return key
  }
  if (!fills) return bot.form
  const key = await filledForm(app, tx, me, bot)
  if (key !== null) await updateAccess(app, tx, me, bot, key)
  return key
}

/** Returns the key of the form that people fill in: a new one, the chosen one, or the present one. */
async function filledForm(app: App, tx: Transaction, me: Person, bot: Filled): Promise<string | null> {
  const { form: wanted, open } = bot.said
  if (wanted === ownForm && bot.form === null) {
    const key = formKeyOf(bot.class, bot.id)
    await publish(app, tx, me, key, bot.team, startForm(bot.class, { title: bot.title, site: bot.site, open: open === true }))
    return key
  }
  if (typeof wanted === 'string' && wanted !== ownForm && wanted !== '') return chosen(tx, bot, wanted)
  return bot.form
}

/** Publishes the form again if the save changed who may open it or when it is due. */
async function updateAccess(app: App, tx: Transaction, me: Person, { class: botClass, team, said }: Filled, key: string): Promise<void> {
  const saysDue = traitsOf(botClass).scheduled && ('every' in said || 'by' in said)
  const saysOpen = 'open' in said
  if (!saysOpen && !saysDue) return
  const settings = await settingsOf(tx, key)
  if (!settings) return
  const { due, public: wasPublic, ...rest } = settings
  const before = due as Due | undefined
  const after = saysDue ? dueOf({ ...before, ...said }) : before
  const isOpen = (saysOpen ? said['open'] : wasPublic) === true
  if (isOpen === (wasPublic === true) && JSON.stringify(after) === JSON.stringify(before)) return
  await publish(app, tx, me, key, team, { ...rest, public: isOpen, ...(after && { due: after }) })
}

/** Shows typed text literally: without Markdown and placeholders. */
const plain = (value: unknown): string => escapeMarkdown(String(value ?? ''))

const listOf = (value: unknown): Model[] => (Array.isArray(value) ? (value as Model[]) : [])

const telOf = (mobile: unknown) => (typeof mobile === 'string' && /^\+\d{6,15}$/.test(mobile) ? mobile : undefined)

function linkOf(link: unknown): string | undefined {
  if (typeof link !== 'string' || !/^https?:\/\//i.test(link) || !URL.canParse(link)) return undefined
  return new URL(link).href.replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29')).replaceAll('{', '%7B')
}

function person({ name, role, mobile, email }: Model): NodeSetting {
  const tel = telOf(mobile)
  const mail = typeof email === 'string' && /^[^\s@()]+@[^\s@()]+$/.test(email) ? email : undefined
  const lines = [
    `**${plain(name)}**${role ? ` · ${plain(role)}` : ''}`,
    ...(tel === undefined ? [] : [`[${plain(tel)}](tel:${tel})`]),
    ...(mail === undefined ? [] : [`[${plain(mail)}](mailto:${mail})`]),
  ]
  return { type: 'info', text: lines.join('\n\n') }
}

function document({ name, link, notes }: Model): NodeSetting {
  const href = linkOf(link)
  const title = href === undefined ? `**${plain(name)}**` : `**[${plain(name)}](${href})**`
  return { type: 'info', text: notes ? `${title}\n\n${plain(notes)}` : title }
}

/** Returns the form of a directory or a document viewer. It has no questions. */
function contentForm({ class: botClass, title, model }: Filled): unknown {
  const shown = traitsOf(botClass).shows === 'people' ? listOf(model['people']).map(person) : listOf(model['documents']).map(document)
  const empty = botClass === 'directory' ? 'No one is listed yet.' : 'No documents are listed yet.'
  const translations = Object.fromEntries(Object.entries(startWords).map(([language, words]) => [language, { [empty]: words[empty] }]))
  return {
    name: title,
    component: 'automationForm',
    public: true,
    children: shown.length > 0 ? shown : [{ type: 'info', text: empty }],
    ...(shown.length === 0 && { translations }),
  }
}
