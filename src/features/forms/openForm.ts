import { t } from '@lingui/core/macro'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { scopeOf } from '../../../contract/forms/template.ts'
import { createForm, type Form } from '../../engine/form.ts'
import { initHash } from '../../engine/initHash.ts'
import { bringTypes, needsFunctions, rulesOf } from '../../fields/index.ts'
import { today } from '../../lib/formatDate.ts'
import { newId } from '../../lib/newId.ts'
import { type DraftVisit, freshVisit, visitDraft } from '../../store/drafts/saveDraft.ts'
import { readPrefill } from '../../store/drafts/savePrefill.ts'
import { pendingModel } from '../../store/outbox/pending.ts'
import type { Leftover } from './drafts/fitting.ts'
import { answersOf, type Shape } from './saveBody.ts'

/** One opening of a form: the data it found, and the form itself. */
export interface Session {
  /** Id of this opening; it stays the same when the settings change or after an inline save. */
  readonly id: number
  readonly form: Form
  readonly data: PageData
  readonly settings: FormSettings
  readonly shape: Shape
  /** The path that the page gives; it ends in `/:new` for a new record. Key of the draft. */
  readonly path: string
  readonly isNew: boolean
  /** Includes the record's 20-character id from the moment of opening. */
  readonly recordPath: string
  readonly initHash: string
  /** The use of the draft by this opening; undefined if the form is read-only. */
  readonly visit: DraftVisit | undefined
  /** The record at the opening: the server's copy with the person's own pending saves over it. */
  readonly found: Model
  readonly rev: number
  readonly readOnly: boolean
  /** When the restored draft was stored (ms); undefined if there was none. */
  readonly restoredAt: number | undefined
  /** Answers of the draft that do not fit this version of the form. */
  readonly leftovers: readonly Leftover[]
  /** The device can't store anything now; the form works, and shows a message. */
  readonly storeFailed: boolean
}

let openings = 0
const isNewPath = (path: string) => path.endsWith('/:new')

/** Converts `/api/forms/hazard.json?lang=es` to `forms/hazard/:new`, for a page without a record. */
const pathOfAddress = (address: string) => `${address.replace(/^\/api\//, '').replace(/\.json(?:\?.*)?$/s, '')}/:new`

/** Returns the record of a page; without one it is a new record under the page's own address. */
export const recordOf = (data: PageData, address: string) => data.record ?? { path: pathOfAddress(address), rev: 0, model: {} }

/** Creates a form with these answers; throws if the settings are faulty. */
export function formOf(settings: FormSettings, data: PageData, answers: Model, readOnly: boolean): Form {
  const { auth, person } = data
  return createForm({
    settings,
    model: answers,
    lookups: data.lookups,
    readOnly,
    rules: rulesOf,
    requiredMessage: (label) => t`${label} Required`,
    tooComplexMessage: (place) => t`This form is too complex at ${place}.`,
    scope: scopeOf({ person: { ...person?.model, uid: auth?.uid, name: auth?.name }, date: today(), owner: data.owner }),
  })
}

const takesAnswers = (nodes: readonly NodeSetting[]): boolean =>
  nodes.some((node) => ('prefill' in node && node.prefill === true) || ('children' in node && takesAnswers(node.children as NodeSetting[])))

/**
 * Returns the answers of a page; a new record starts with those of its address, for questions that allow it, and with
 * those that another form gave.
 */
async function modelOf({ path, model }: ReturnType<typeof recordOf>, { form, lookups }: PageData, address: string): Promise<Model> {
  if (!isNewPath(path)) return model
  const children = form?.children ?? []
  const isAsked = /[?&](?!lang=)[^=&]+=./.test(address) && takesAnswers(children)
  const given = isAsked ? (await import('./drafts/addressAnswers.ts')).addressAnswers(children, lookups ?? {}, address) : undefined
  return { ...model, ...given, ...readPrefill(path) }
}

function recordPathOf(path: string, draft: DraftVisit['draft']): string {
  return draft?.recordPath ?? (isNewPath(path) ? path.replace(/:new$/, newId()) : path)
}

/**
 * Opens the form of a page: the person's own pending saves over the server's copy, and the draft over both if
 * it was started on the same data less than a day ago (spec/1 §4.6). Other drafts of the record are moved to
 * the shelf.
 */
export async function openForm(data: PageData, address: string, shape: Shape, readOnly: boolean, afresh = false): Promise<Session> {
  const settings = data.form
  if (!settings) throw new Error('The page has no form')
  const types = bringTypes(settings.children, [settings.template, settings.recordTitle, settings.recordSubtitle])
  const record = recordOf(data, address)
  const { path } = record
  const isNew = isNewPath(path)
  let storeFailed = false
  const failed = () => {
    storeFailed = true
    return undefined
  }
  const pending = isNew ? undefined : await pendingModel(path, record.model, record.rev).catch(failed)
  const { model: found, rev } = pending ?? { ...record, model: await modelOf(record, data, address) }
  const hash = await initHash({ path, component: data.component, model: found })
  let visit = readOnly ? undefined : await visitDraft(path, hash, afresh).catch(() => failed() ?? freshVisit(path, hash))
  await types
  // Calculations without their functions would show wrong answers.
  if (needsFunctions(settings)) throw Object.assign(new Error(), { name: 'PartMissing' })
  const form = formOf(settings, data, answersOf(found, shape), readOnly)
  let leftovers: Session['leftovers'] = []
  if (visit?.draft) {
    const { draft } = visit
    const left = await import('./drafts/restore.ts').then(({ restore }) => restore(form, draft, shape, data)).catch(failed)
    if (left) leftovers = left
    else {
      // A draft that can't be restored now stays stored.
      visit.use()()
      visit = freshVisit(path, hash)
    }
  }
  const draft = visit?.draft
  return {
    id: ++openings,
    form,
    data,
    settings,
    shape,
    path,
    isNew,
    recordPath: recordPathOf(path, draft),
    initHash: hash,
    visit,
    found,
    rev,
    readOnly,
    restoredAt: draft?.updatedAt,
    leftovers,
    storeFailed,
  }
}
