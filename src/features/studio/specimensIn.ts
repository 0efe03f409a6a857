import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import { type FieldType, type NodeSetting, settingsOf } from '../../../contract/forms/fieldShapes.ts'
import { isRaw, type Raw } from '../../../contract/forms/isRaw.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { createForm } from '../../engine/form.ts'
import { rulesOf } from '../../fields/index.ts'
import { trialLookups } from './trialLookups.ts'

/** The examples of a field type in the gallery, made from the small forms of the types themselves. */

export interface Specimen {
  readonly type: FieldType
  readonly setting: Raw
  /** The states that the type supports. */
  readonly takes: ReadonlySet<string>
}

/**
 * Returns the first field of every type in these forms, as its author wrote it, without the conditions of its
 * form.
 */
export function specimensIn(forms: readonly unknown[], takes: (type: string) => ReadonlySet<string>): Map<string, Specimen> {
  const found = new Map<string, Specimen>()
  const walk = (node: unknown) => {
    if (!isRaw(node)) return
    const { type, children, subform } = node
    if (typeof type === 'string' && type !== 'group' && !found.has(type)) {
      const { visible: _, required: __, readOnly: ___, default: ____, ...setting } = node
      found.set(type, { type: type as FieldType, setting, takes: takes(type) })
    }
    for (const list of [children, subform]) if (Array.isArray(list)) for (const child of list) walk(child)
  }
  for (const form of forms) {
    const checked = checkSettings(form)
    if (checked.ok) for (const child of checked.form.children) walk(child)
  }
  return found
}

const longText =
  'The contractor shall keep every access route free of material, tools and waste at all times, including routes that are only used for maintenance of Unterflurhydrantenschachtabdeckungen.'

/** Answers to try in order, for a type without a sample of its own. */
const candidates: readonly unknown[] = [
  'North gate',
  [{ name: 'Ana Silva', mobile: '+12025550140', role: 'Worker', label: 'Ana Silva', filename: 'plan.pdf', url: '/icons/icon-192.png' }],
  { name: 'Ana Silva', mobile: '+12025550140', role: 'Worker', id: 'ana-silva', label: 'Ana Silva' },
  12,
  true,
  '2026-11-20',
  '07:30',
  ['North gate'],
]

/** Returns a valid answer for a field. */
export function sampleOf(setting: Raw): unknown {
  const type = String(setting['type'])
  const known = settingsOf(type)?.sample?.(setting, sampleOf)
  if (known !== undefined) return known
  const rules = rulesOf(type)
  if (!rules) return undefined
  const nothing = () => undefined
  return candidates.find((candidate) => {
    try {
      return !rules.empty(candidate, setting as never, nothing) && rules.message?.(candidate, setting as never, nothing) === undefined
    } catch {
      return false
    }
  })
}

export const states = ['empty', 'filled', 'required', 'error', 'readOnly', 'disabled', 'long', 'narrow'] as const
export type State = (typeof states)[number]

/**
 * Returns false for types that always have an answer (a switch, a choice with a default), so that it is never
 * missing.
 */
function mayBeMissing(setting: Raw): boolean {
  const children = [{ ...setting, required: true } as unknown as NodeSetting]
  return createForm({ settings: { children }, model: {}, lookups: trialLookups, rules: rulesOf }).validate().length > 0
}

/**
 * Returns the useful states of a type: a type without an answer has neither the filled nor the required
 * state.
 */
export function statesOf({ setting, takes }: Specimen): readonly State[] {
  const answers = typeof setting['attribute'] === 'string' && takes.has('required')
  const locks = takes.has('readOnly')
  return states.filter((state) => {
    if (state === 'error') return answers && mayBeMissing(setting)
    if (state === 'filled' || state === 'required') return answers
    if (state === 'readOnly') return answers && locks
    return state !== 'disabled' || locks
  })
}

const wordy = (setting: Raw, takes: ReadonlySet<string>): Raw => {
  const texts = ['label', 'description', 'text', 'template', 'title'].filter(
    (key) => typeof setting[key] === 'string' || (key === 'label' && takes.has('label')),
  )
  return { ...setting, ...Object.fromEntries(texts.map((key) => [key, key === 'label' ? longText.slice(0, 96) : longText])) }
}

/** Returns one field in one state: its settings and its record. */
export function specimenIn({ setting, takes }: Specimen, state: State): { setting: Raw; model: Model; readOnly: boolean } {
  const attribute = typeof setting['attribute'] === 'string' ? setting['attribute'] : undefined
  const held = (value: unknown): Model => {
    const model: Model = {}
    if (attribute === undefined || value === undefined) return model
    const keys = attribute.split('.')
    let part: Record<string, unknown> = model
    for (const key of keys.slice(0, -1)) part = part[key] = {} as Record<string, unknown>
    part[keys.at(-1) ?? attribute] = value
    const { start } = setting
    return typeof start === 'string' ? { ...model, [start]: '07:00' } : model
  }
  const filled = () => {
    const sample = sampleOf(setting)
    // What was watched counts in all exhibits, because they are one record: the missing answer would be there.
    return held(isRaw(sample) && 'hasWatchedVideo' in sample ? undefined : sample)
  }
  switch (state) {
    case 'filled':
    case 'narrow':
      return { setting, model: filled(), readOnly: false }
    case 'required':
    case 'error':
      return { setting: { ...setting, required: true }, model: {}, readOnly: false }
    case 'readOnly':
      return { setting: { ...setting, readOnly: true }, model: filled(), readOnly: false }
    case 'disabled':
      return { setting, model: {}, readOnly: true }
    case 'long': {
      const long = settingsOf(setting['type'])?.isProse?.(setting) ? held(longText) : filled()
      return { setting: wordy(setting, takes), model: long, readOnly: false }
    }
    default:
      return { setting, model: {}, readOnly: false }
  }
}
