import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import { autoFeed, idPattern, type Model, type RecordSave } from '../../../contract/endpoints/records.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { parseTemplate } from '../../../contract/forms/template.ts'
import type { Form, FormNode } from '../../engine/form.ts'

/**
 * Where a form stores its answers in the record: at the top level, or nested as {model: {…}} (spec/1 §2.4,
 * decision OQ-022).
 */
export type Shape = 'flat' | 'nested'

const isModel = (value: unknown): value is Model => typeof value === 'object' && value !== null && !Array.isArray(value)

export function answersOf(record: Model, shape: Shape): Model {
  if (shape === 'flat') return record
  return isModel(record['model']) ? record['model'] : {}
}

export const withAnswers = (record: Model, answers: Model, shape: Shape): Model =>
  shape === 'flat' ? answers : { ...record, model: answers }

/**
 * Returns the files anywhere in a record: attachments and signatures contain the id of their upload, its hash
 * and its size (bytes).
 */
export function filesOf(value: unknown): { id: string; sha256: string; size: number }[] {
  if (Array.isArray(value)) return value.flatMap(filesOf)
  if (!isModel(value)) return []
  const { id, sha256, size } = value
  if (typeof id === 'string' && idPattern.test(id) && typeof sha256 === 'string' && typeof size === 'number') return [{ id, sha256, size }]
  return Object.values(value).flatMap(filesOf)
}

/** Returns the files that are in `record` but not in `found`: the server does not have them yet. */
export function newFiles(record: Model, found: Model): { id: string; sha256: string; size: number }[] {
  const known = new Set(filesOf(found).map(({ id }) => id))
  const files = new Map(filesOf(record).map((file) => [file.id, file]))
  return [...files.values()].filter(({ id }) => !known.has(id))
}

export function walk(nodes: readonly FormNode[]): FormNode[] {
  return nodes.flatMap((node) => [node, ...walk(node.children)])
}

/** Returns the save nodes of a form. A save by the action bar uses the setting of the first one. */
export const saveNodesOf = (form: Form): FormNode[] => walk(form.nodes).filter((node) => node.rules?.isSave)

export interface SaveInput {
  readonly form: Form
  readonly settings: FormSettings
  readonly setting: Partial<FieldSetting<'save'>>
  readonly shape: Shape
  /** The record as it was when the form opened; the base of the save. */
  readonly found: Model
  readonly isNew: boolean
  readonly recordPath: string
  /** The record belongs to another form: this form's name and time are not its own. */
  readonly isOther?: boolean | undefined
  /** The project of the form. */
  readonly team?: string | undefined
  /** Now, by the clock of the server (ms). */
  readonly now?: number | undefined
}

/**
 * Returns the title of a save in lists: the form's record title with its placeholders filled, otherwise the
 * form's name.
 */
export function titleOf(form: Form, settings: FormSettings): string {
  return filledLine(form, settings.recordTitle) || settings.name
}

/** A line about the record, with the answers as people read them; '' without a template and for a faulty one. */
function filledLine(form: Form, template: string | undefined): string {
  if (!template) return ''
  try {
    return parseTemplate(template).fill(form.scope, form.shown).trim()
  } catch {
    // A faulty title must not prevent a draft or a save; the settings notice shows the fault.
    return ''
  }
}

function feedOf(feed: FieldSetting<'save'>['feed'], form: Form): RecordSave['feed'] {
  if (feed === false) return false
  return feed === undefined ? autoFeed : { ...autoFeed, text: filledLine(form, feed) }
}

/**
 * The attributes that each form record has besides its answers (spec/1 §3). An answer of the same name stays. A later
 * save writes only the lines that follow from the answers.
 */
function attributesOfRecord({ form, settings, shape, isNew, isOther, recordPath, team, now }: SaveInput): Model {
  const own = new Set(shape === 'flat' ? walk(form.nodes).map((node) => node.path) : [])
  const first = {
    key: recordPath.split('/').at(-1),
    ...(!isOther && { name: settings.name, timestamp: now === undefined ? undefined : new Date(now).toISOString(), team }),
  }
  const lines = {
    title: settings.recordTitle || isNew ? titleOf(form, settings) : undefined,
    subtitle: filledLine(form, settings.recordSubtitle) || undefined,
  }
  const attributes = Object.entries({ ...(isNew && first), ...lines })
  return Object.fromEntries(attributes.filter(([name, value]) => value !== undefined && !own.has(name)))
}

/**
 * Returns the body of a save (spec/1 §4.4, §7): the record with titleStatus, tags and deleted of a default
 * save, unless the save has its own model; with the auto-feed unless it is overridden or disabled.
 */
export function saveBody(input: SaveInput): RecordSave {
  const { form, setting, shape, found, isNew } = input
  const record = withAnswers(found, form.model(), shape)
  const status = setting.model ?? { titleStatus: 'Processing', tags: ['Processing'], deleted: false }
  const payload: Model = { ...record, ...attributesOfRecord(input), ...status }
  const { feed, rpc, saveRpc, allowedAttributes } = setting
  const files = newFiles(payload, found)
  return {
    payload,
    ...(isNew ? {} : { base: found }),
    feed: feedOf(feed, form),
    ...(rpc === undefined ? {} : { rpc }),
    ...(saveRpc === undefined ? {} : { saveRpc }),
    ...(allowedAttributes === undefined ? {} : { allowedAttributes: [...allowedAttributes] }),
    ...(files.length > 0 ? { files } : {}),
  }
}
