import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { mostConversations } from '../../../contract/endpoints/demoRequests.ts'
import { type NodeSetting, settingsOf } from '../../../contract/forms/fieldShapes.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { idPattern } from '../../../contract/endpoints/records.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { type FormProblems, problemsOf, withListNotices, withNotice } from '../forms/formProblems.ts'
import { listProblemsOf } from '../forms/listProblems.ts'
import { atKiosk } from '../kiosk/atKiosk.ts'
import { pageLookups } from '../forms/pageLookups.ts'
import { versionOf } from '../forms/publishForm.ts'
import { settingsForPerson } from '../forms/settingsForPerson.ts'
import { type PublishedForm, publishedForm } from '../forms/publishedForm.ts'
import { isKioskOf, type Person, mayIn } from '../sign-in/person.ts'
import { ownerOf } from '../records/ownerOf.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { recordFor } from './recordFor.ts'
import { recordOfDay } from './recordOfDay.ts'
import { continueWith } from './continueWith.ts'
import { permitNotice } from './permitNotice.ts'
import { presetForBot } from './presetForBot.ts'
import { withOwnTypes } from './withOwnTypes.ts'
import type { PageQuestion } from './pageQuestion.ts'
import { forbidden, notAuthorized, notFound } from '../access/refusals.ts'

/** `/frontend/forms/{key}` opens a new record, `/frontend/forms/{key}/{recordId}` an existing one. */
export async function formPage(app: App, question: PageQuestion): Promise<PageData> {
  const { person, rest } = question
  const [key = '', recordId, ...more] = rest
  if (more.length > 0 || (recordId !== undefined && !idPattern.test(recordId))) throw notFound()
  const form = await publishedForm(app, key)
  const problems = problemsOf(app, key)
  if (!form) return neverPublished(key, problems)
  mayFill(form, person)
  const closed = recordId === undefined ? await closedBy(app, form) : undefined
  if (closed) return closedPage(form, question, closed)
  const used = new Set([...form.lookups, ...form.readLists])
  const ofLists = listProblemsOf(app, form.team).filter(({ list }) => list !== undefined && used.has(list))
  const noticed = withListNotices(settingsFor(form, question, problems), ofLists)
  const settings = await settingsForPerson(app, noticed, key, person)
  const isNew = recordId === undefined
  const [children, lists, record] = await Promise.all([
    nodesFor(app, question, form, settings.children),
    pageLookups(app, form.team, form.lookups, {
      member: mayIn(person, form.team, 'form.fill') || isKioskOf(person, key),
      form: key,
      person,
    }),
    isNew ? newOrOfDay(app, question, form) : recordFor(app, question, `forms/${key}/${recordId}`, form.team),
  ])
  const { readOnly, createdBy, ...opened } = record
  // The server answers and texts with it; it can name people.
  const { saved: _, ...shown } = settings
  const untranslated = form.untranslated(question.lang)
  return {
    owner: await ownerOf(app.storage, form.team, createdBy),
    component: settings.component ?? 'automationForm',
    componentConfig: configOf(settings, person, readOnly || form.rests),
    ...lists,
    form: { ...shown, children: withOwnTypes(children, lists) },
    ...(untranslated.length > 0 && { untranslated: [...untranslated] }),
    formVersion: problems || ofLists.length > 0 ? `${form.version}-${versionOf(settings)}` : form.version,
    record: opened,
    team: form.team,
  }
}

/** The nodes for a new record, or for one that exists. */
async function nodesFor(
  app: App,
  question: PageQuestion,
  form: PublishedForm,
  nodes: readonly NodeSetting[],
): Promise<readonly NodeSetting[]> {
  const [key = '', recordId] = question.rest
  if (recordId === undefined) return presetForBot(app, key, await continueWith(app, question, form, nodes))
  return [...(await permitNotice(app, question, `forms/${key}/${recordId}`)), ...nodes]
}

/** The page of a file with problems that was never published: its problems. */
function neverPublished(key: string, problems: FormProblems | undefined): PageData {
  if (!problems) throw notFound()
  return {
    component: 'automationForm',
    componentConfig: { readOnly: true, allowSave: false },
    form: withNotice(undefined, key, problems),
  }
}

const restsText = text('This form is no longer in use. Ask your site office which form to use. Everything you saved before is kept.')

const demoText = text('The demo limit is reached: a demo bot has at most {most} conversations. Create a real bot to continue.')

const DemoCountRow = z.object({ n: z.number() })

/** Returns the reason why the form takes no new record, if there is one. */
async function closedBy(app: App, form: PublishedForm): Promise<Text | undefined> {
  if (form.rests) return restsText
  if (!form.demo) return undefined
  const [used] = await rows(
    app.storage.db,
    DemoCountRow,
    sql`select count(*)::int as n from records where parent = ${`forms/${form.key}`} and model -> 'demo' = 'true'`,
  )
  return (used?.n ?? 0) >= mostConversations ? demoText : undefined
}

/** The page of a form that takes no new record, with the reason. */
function closedPage(form: PublishedForm, { lang }: PageQuestion, reason: Text): PageData {
  const { name } = form.in(lang)
  return {
    component: 'automationForm',
    componentConfig: { title: name, readOnly: true, allowSave: false },
    form: { name, children: [{ type: 'info', level: 'warning', text: translate(lang, reason, { most: mostConversations }) }] },
    formVersion: `${form.version}-closed`,
  }
}

/**
 * Returns a new record. For a form with a date picker and `?date=`: the last record of this person on that day,
 * or a new one that keeps the day under `date`.
 */
async function newOrOfDay(app: App, question: PageQuestion, { key, team, settings }: PublishedForm) {
  const { person, search } = question
  const path = `forms/${key}/:new`
  const fresh = (model: Model) => ({ path, rev: 0, model, readOnly: false, createdBy: person?.uid })
  const date = search.get('date') ?? ''
  if (!person || !isDay(date) || !hasDatePicker(settings.children)) return fresh({})
  const found = await recordOfDay(app, { form: key, team, uid: person.uid, date })
  return found === undefined ? fresh({ date }) : recordFor(app, question, found, team)
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

const hasDatePicker = (nodes: readonly NodeSetting[]): boolean =>
  nodes.some((node) => 'children' in node && ((node.type === 'group' && node.datePicker === true) || hasDatePicker(node.children)))

/** Returns the form in the language of the reader, with a notice of its problems, and adapted for a kiosk. */
function settingsFor(form: PublishedForm, { person, lang }: PageQuestion, problems: FormProblems | undefined): FormSettings {
  const translated = form.in(lang)
  const noticed = problems ? withNotice(translated, form.key, problems) : translated
  return person?.kiosk ? atKiosk(noticed) : noticed
}

const configOf = (settings: FormSettings, person: Person | undefined, readOnly: boolean) => ({
  title: settings.name,
  ...(settings.recoveryEnabled !== undefined && { recoveryEnabled: settings.recoveryEnabled }),
  ...((readOnly || isOnlyRead(settings.children)) && { readOnly: true }),
  // A form without questions, such as a directory, has no content to save.
  ...(!asks(settings.children) && { allowSave: false, allowCancel: false }),
  // The kiosk has its own restart button.
  ...(person?.kiosk && { allowCancel: false }),
  ...(settings.postMessage && { postMessage: settings.postMessage }),
  ...(settings.refreshInterval !== undefined && { refreshInterval: settings.refreshInterval }),
  ...(settings.compact && { compact: true }),
  ...(settings.hideMyTasks && { hideMyTasks: true }),
})

/** A form in which all fields are read-only, such as the result of a chat, cannot be saved. */
const isOnlyRead = (children: readonly NodeSetting[]): boolean =>
  children.length > 0 &&
  children.every((child) => ('readOnly' in child ? child.readOnly === true : settingsOf(child.type)?.isText === true))

/** `/frontend/dialog/{key}`: the same form in a dialog over the page. */
export async function dialogFormPage(app: App, question: PageQuestion): Promise<PageData> {
  return { ...(await formPage(app, question)), component: 'responsiveDialog' }
}

function mayFill(form: PublishedForm, person: Person | undefined): void {
  if (form.public) return
  if (!person) throw notAuthorized()
  if (!mayIn(person, form.team, 'form.fill') && !isKioskOf(person, form.key)) throw forbidden()
}

/** Returns whether the tree has a question or another control. */
const asks = (nodes: readonly NodeSetting[]): boolean =>
  nodes.some((node) => ('children' in node ? asks(node.children) : 'attribute' in node || settingsOf(node.type)?.isText !== true))
