import type { FieldSetting, NodeSetting } from '../../../../contract/forms/fieldShapes.ts'
import type { Model } from '../../../../contract/endpoints/records.ts'
import type { Form, FormNode } from '../../../engine/form.ts'
import { copy, readValue, writeValue } from '../../../engine/readValue.ts'
import { listOf, optionFor, optionsOf } from '../../../fields/choice/rules.ts'
import { isDate, isTime } from '../../../lib/formatDate.ts'
import { walk } from '../saveBody.ts'

/** An answer that does not fit the form: its question is gone, or has another type now. */
export type Leftover = readonly [attribute: string, value: unknown]

/** Written by saves and by the server, never typed: a draft does not restore them. */
const recordAttributes = new Set(['key', 'name', 'timestamp', 'title', 'titleStatus', 'tags', 'deleted'])

const isNothing = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const numberIn = (value: unknown) => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
const textIn = (value: unknown) => (typeof value === 'object' ? undefined : String(value))
const when = (holds: boolean, value: unknown) => (holds ? value : undefined)

/** Returns the answer if it is one of the options, or if the form's settings do not list the options. */
function choiceIn(setting: FieldSetting<'enum' | 'valueenum'>, value: unknown, form: Form): unknown {
  const options = optionsOf(setting, form.lookups)
  const told = options.length > 0 && setting.optionsPath === undefined
  return when(typeof value !== 'object' && (!told || optionFor(options, value) !== undefined), value)
}

/** Returns the answer in the form that the field accepts; undefined if the field does not accept it. */
export function suited({ setting }: FormNode, value: unknown, form: Form): unknown {
  switch (setting.type) {
    case 'text':
      return setting.number ? numberIn(value) : textIn(value)
    case 'enum':
    case 'valueenum':
      return choiceIn(setting, value, form)
    case 'listenum': {
      const list = listOf(value).filter((one) => choiceIn(setting as never, one, form) !== undefined)
      return list.length > 0 ? list : undefined
    }
    default: {
      const accept = acceptedBy[setting.type]
      return accept ? accept(value) : value
    }
  }
}

const listIn = (value: unknown) => when(Array.isArray(value), value)
const timeIn = (value: unknown) => when(isTime(value), value)

/** What fields accept by their type alone. Other types accept every answer. */
const acceptedBy: { readonly [type in NodeSetting['type']]?: (value: unknown) => unknown } = {
  password: textIn,
  mobile: textIn,
  currency: numberIn,
  toggle: (value) => when(typeof value === 'boolean', value),
  date: (value) => when(typeof value === 'string' && isDate(value.slice(0, 10)), value),
  time: timeIn,
  alltime: timeIn,
  attachments: listIn,
  'file-attachments': listIn,
  signature: listIn,
  subForm: listIn,
}

/**
 * Splits stored answers into those that fit this form and those that do not. `changed`: the answers were
 * given under other settings, so that each answer is checked; otherwise a half-typed number is no reason to
 * reject it.
 */
export function fitting(form: Form, answers: Model, changed = false): { fits: Model; leftovers: Leftover[] } {
  const nodes = walk(form.nodes)
  const paths = nodes.flatMap(({ path, setting }) => {
    const { statusAttribute } = setting as { statusAttribute?: string }
    return [path, statusAttribute].filter((name) => name !== undefined)
  })
  const own = new Set(paths.map((path) => path.split('.')[0] as string))
  // A mobile number has its use in a second attribute; a search has the answers of the form that it found.
  const isOwn = (attribute: string) => own.has(attribute) || own.has(attribute.replace(/(?:Use|Answers)$/, ''))
  const initial = form.initial()
  const fits: Model = {}
  const leftovers: Leftover[] = []
  for (const [attribute, value] of Object.entries(answers)) {
    if (isOwn(attribute)) fits[attribute] = value
    else if (recordAttributes.has(attribute) || attribute in initial) continue
    else if (!isNothing(value)) leftovers.push([attribute, value])
  }
  if (!changed) return { fits, leftovers }
  const checked = checkedByType(form, nodes, fits)
  return { fits: checked.fits, leftovers: [...leftovers, ...checked.leftovers] }
}

/** Keeps the answers that their fields accept; an answer that is accepted in part is a leftover, too. */
function checkedByType(form: Form, nodes: readonly FormNode[], answers: Model): { fits: Model; leftovers: Leftover[] } {
  const fits = copy(answers)
  const leftovers: Leftover[] = []
  for (const node of nodes) {
    const value = node.path === undefined ? undefined : readValue(answers, node.path)
    if (node.path === undefined || isNothing(value)) continue
    const suits = suited(node, value, form)
    writeValue(fits, node.path, suits)
    const isShortened = Array.isArray(value) && Array.isArray(suits) && suits.length < value.length
    if (suits === undefined || isShortened) leftovers.push([node.path, value])
  }
  return { fits, leftovers }
}
