import type { FieldSetting } from '../../../contract/fields.ts'
import { autoFeed, idPattern, type Model, type RecordSave } from '../../../contract/records.ts'
import type { FormSettings } from '../../../contract/settings.ts'
import { shownAnswers } from '../../../contract/shownAnswers.ts'
import { parseTemplate } from '../../../contract/template.ts'
import type { Form, FormNode } from '../../engine/form.ts'

/** Where a form keeps its answers in the record: at the top, or nested as {model: {…}} (spec/1 §2.4, decision OQ-022). */
export type Shape = 'flat' | 'nested'

const isModel = (value: unknown): value is Model => typeof value === 'object' && value !== null && !Array.isArray(value)

export function answersOf(record: Model, shape: Shape): Model {
  if (shape === 'flat') return record
  return isModel(record['model']) ? record['model'] : {}
}

export const withAnswers = (record: Model, answers: Model, shape: Shape): Model =>
  shape === 'flat' ? answers : { ...record, model: answers }

/** Files named anywhere in a record: attachments and signatures carry the id of their upload, its hash and size. */
export function filesOf(value: unknown): { id: string; sha256: string; size: number }[] {
  if (Array.isArray(value)) return value.flatMap(filesOf)
  if (!isModel(value)) return []
  const { id, sha256, size } = value
  if (typeof id === 'string' && idPattern.test(id) && typeof sha256 === 'string' && typeof size === 'number') return [{ id, sha256, size }]
  return Object.values(value).flatMap(filesOf)
}

/** Files that `record` names and `found` does not: those the server does not have yet. */
export function newFiles(record: Model, found: Model): { id: string; sha256: string; size: number }[] {
  const known = new Set(filesOf(found).map(({ id }) => id))
  const files = new Map(filesOf(record).map((file) => [file.id, file]))
  return [...files.values()].filter(({ id }) => !known.has(id))
}

export function walk(nodes: readonly FormNode[]): FormNode[] {
  return nodes.flatMap((node) => [node, ...walk(node.children)])
}

/** The save node whose setting a save by the action bar follows: the first that the form has. */
export const saveNodesOf = (form: Form): FormNode[] => walk(form.nodes).filter((node) => node.setting.type === 'save')

export interface SaveInput {
  readonly form: Form
  readonly settings: FormSettings
  readonly setting: Partial<FieldSetting<'save'>>
  readonly shape: Shape
  /** The record as the person found it; the base of the save. */
  readonly found: Model
  readonly isNew: boolean
  readonly recordPath: string
}

/** How a save is named in lists: the form's record title, filled, else its name. */
export function titleOf(form: Form, { recordTitle, children, name }: FormSettings): string {
  if (!recordTitle) return name
  try {
    return (
      parseTemplate(recordTitle)
        .fill(form.scope, shownAnswers(children, form.model(), form.lookups))
        .trim() || name
    )
  } catch {
    // A title that can't be read costs nobody their draft or save; the settings notice says what is wrong with it.
    return name
  }
}

/**
 * The body of a save (spec/1 §4.4, §7): the record with titleStatus, tags and deleted of a default save, unless the save brings a model
 * of its own; the auto-feed unless it is changed or disabled.
 */
export function saveBody({ form, settings, setting, shape, found, isNew, recordPath }: SaveInput): RecordSave {
  const record = withAnswers(found, form.model(), shape)
  const status = setting.model ?? { titleStatus: 'Processing', tags: ['Processing'], deleted: false }
  const own = new Set(shape === 'flat' ? walk(form.nodes).map((node) => node.path) : [])
  const named = (attribute: string, value: unknown) => (own.has(attribute) || value === undefined ? {} : { [attribute]: value })
  const payload: Model = {
    ...record,
    ...(isNew ? named('key', recordPath.split('/').at(-1)) : {}),
    ...(isNew ? named('name', settings.name) : {}),
    ...named('title', settings.recordTitle || isNew ? titleOf(form, settings) : undefined),
    ...status,
  }
  const { feed, rpc, saveRpc, allowedAttributes } = setting
  const files = newFiles(payload, found)
  return {
    payload,
    ...(isNew ? {} : { base: found }),
    feed: feed === false ? false : feed === undefined ? autoFeed : { ...autoFeed, text: feed },
    ...(rpc === undefined ? {} : { rpc }),
    ...(saveRpc === undefined ? {} : { saveRpc }),
    ...(allowedAttributes === undefined ? {} : { allowedAttributes: [...allowedAttributes] }),
    ...(files.length > 0 ? { files } : {}),
  }
}
