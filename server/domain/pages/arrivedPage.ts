import type { ArrivedRecord } from '../../../contract/endpoints/site/arrived.ts'
import type { LateSave } from '../../../contract/endpoints/attention.ts'
import type { Scope } from '../../../contract/forms/expression.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { settingsOf } from '../../../contract/forms/fieldShapes.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { recordTitle } from '../../../contract/forms/recordTitle.ts'
import type { Model, RecordRow } from '../../../contract/endpoints/records.ts'
import { shownAnswers } from '../../../contract/forms/shownAnswers.ts'
import { stepBudgets, TooComplex, withSteps } from '../../../contract/forms/stepBudgets.ts'
import { scopeOf } from '../../../contract/forms/template.ts'
import type { App } from '../app.ts'
import { pageLookups } from '../forms/pageLookups.ts'
import { recordsForList } from '../forms/recordForReader.ts'
import { publishedForm } from '../forms/publishedForm.ts'
import { lateSaves, modelsOf } from '../records/lateSaves.ts'
import { listRecords } from '../records/listRecords.ts'
import { sendersOf } from '../records/sendersOf.ts'
import { isPermitForm, permitsOf } from '../permits/permitsOf.ts'
import { mayIn } from '../sign-in/person.ts'
import type { PageQuestion } from './pageQuestion.ts'
import { forbidden, notAuthorized, notFound } from '../access/refusals.ts'

/**
 * `/frontend/arrived/{key}`: the records of a form, newest first, 50 per page; `?cursor=` is `next` of the
 * previous page. The first page starts with late saves that no person has looked at.
 */
export async function arrivedPage(
  app: App,
  { person, rest, search, lang }: PageQuestion,
  { withFiles = false }: { readonly withFiles?: boolean } = {},
): Promise<PageData> {
  const [key = '', ...more] = rest
  if (more.length > 0) throw notFound()
  if (!person) throw notAuthorized()
  const form = await publishedForm(app, key)
  if (!form) throw notFound()
  if (!mayIn(person, form.team, 'record.readAll')) throw forbidden()
  const { records, next } = await listRecords(app.storage, {
    path: `forms/${key}`,
    person,
    cursor: search.get('cursor') ?? undefined,
    limit: search.get('limit') ?? undefined,
    withFiles,
  })
  const settings = form.in(lang)
  const { lookups } = await pageLookups(app, form.team, form.lookups, { member: true, person })
  const { items, late, titleFor } = await arrivedItems(app, { key, settings, lookups, records })
  const attention = search.has('cursor') || withFiles ? [] : await unseenLate(app, key, late, titleFor)
  return {
    component: 'records',
    componentConfig: { title: settings.name, items, ...(next !== undefined && { next }), ...(attention.length > 0 && { attention }) },
    lookups,
    form: settings,
    formVersion: form.version,
  }
}

interface Listing {
  readonly key: string
  readonly settings: FormSettings
  readonly lookups: NonNullable<PageData['lookups']>
  readonly records: readonly RecordRow[]
}

/** Returns records of a form as a manager sees them, and the late saves of the form. The caller checks the permission. */
export async function arrivedItems(app: App, { key, settings, lookups, records }: Listing) {
  const listed = await recordsForList(app, `forms/${key}`, records)
  const titleFor = (model: Model) =>
    titleIn(
      settings.recordTitle,
      scopeWith(model, lookups),
      shownAnswers(settings.children, model, lookups, (type) => settingsOf(type)?.names),
    )
  const { db } = app.storage
  const paths = listed.map(({ path }) => path)
  const [late, permits, senders] = await Promise.all([
    lateSaves(db, `forms/${key}`, paths),
    isPermitForm(db, key).then((isPermit) => permitsOf(db, isPermit ? paths : [])),
    sendersOf(db, paths),
  ])
  const lateOf = byPath(late)
  const itemOf = (record: RecordRow): ArrivedRecord => {
    const own = lateOf.get(record.path) ?? []
    const permit = permits.get(record.path)
    const sender = senders.get(record.path)
    return {
      ...record,
      ...titleFor(record.model),
      url: `/frontend/${record.path}`,
      ...(own.length > 0 && { late: own }),
      ...(permit && { permit }),
      ...(sender && { sender }),
    }
  }
  // All titles share the step budget of one form, because they contain answers of strangers.
  const items = withSteps(stepBudgets.form, () => listed.map(itemOf))
  return { items, late, titleFor }
}

function byPath(late: readonly LateSave[]): ReadonlyMap<string, LateSave[]> {
  const groups = new Map<string, LateSave[]>()
  for (const one of late) {
    const others = groups.get(one.path)
    if (others) others.push(one)
    else groups.set(one.path, [one])
  }
  return groups
}

type TitleFor = (model: Model) => Pick<ArrivedRecord, 'title' | 'tooComplex'>

/** Returns the late saves that no person has looked at, with the titles of their records. */
async function unseenLate(app: App, key: string, late: readonly LateSave[], titleFor: TitleFor): Promise<LateSave[]> {
  const open = late.filter(({ looked }) => looked === undefined)
  const models = await modelsOf(
    app.storage,
    open.map(({ path }) => path),
  )
  const modelOf = new Map((await recordsForList(app, `forms/${key}`, models)).map(({ path, model }) => [path, model]))
  return withSteps(stepBudgets.form, () =>
    open.map((one): LateSave => {
      const { title } = titleFor(modelOf.get(one.path) ?? {})
      return { ...one, ...(title !== undefined && { title }) }
    }),
  )
}

/** The answers, and the rows that `lookup()` reads. */
function scopeWith(model: Model, lookups: Readonly<Record<string, unknown>>): Scope {
  const answers = scopeOf(model)
  return (name) => (name.startsWith('lookup:') ? lookups[name.slice('lookup:'.length)] : answers(name))
}

function titleIn(template: string | undefined, scope: Scope, shown: Scope): Pick<ArrivedRecord, 'title' | 'tooComplex'> {
  if (template === undefined) return {}
  try {
    const title = recordTitle(template, scope, shown)
    return title === '' ? {} : { title }
  } catch (error) {
    return error instanceof TooComplex && error.path !== undefined ? { tooComplex: error.path } : {}
  }
}
