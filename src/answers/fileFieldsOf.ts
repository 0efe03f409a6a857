import type { NodeSetting } from '../../contract/forms/fieldShapes.ts'
import { labelOf } from '../engine/labelOf.ts'
import { answerOf } from '../fields/answerOf.ts'

interface List {
  readonly attribute: string
  readonly label: string
}

export interface FileField {
  /** Its place among the questions of the form. */
  readonly place: number
  readonly attribute: string
  readonly label: string
  /** The list, if the question belongs to its entries. */
  readonly list: List | undefined
}

interface Question {
  readonly setting: NodeSetting
  readonly list?: List | undefined
}

const attributeOf = (setting: NodeSetting): string | undefined =>
  'attribute' in setting && typeof setting.attribute === 'string' ? setting.attribute : undefined

function questionsOf(nodes: readonly NodeSetting[], list?: List): Question[] {
  return nodes.flatMap((setting) => {
    if (setting.type === 'group') return questionsOf(setting.children, list)
    const own = { setting, list }
    const attribute = attributeOf(setting)
    // A list inside of a list needs two entries.
    const entry = list || attribute === undefined ? undefined : answerOf(setting.type)?.entryOf?.(setting as never)
    if (!entry || attribute === undefined) return [own]
    return [own, ...questionsOf(entry, { attribute, label: labelOf(setting) })]
  })
}

/** Returns the questions of a form that take these files, also those of a new entry in a list. */
export const fileFieldsOf = (nodes: readonly NodeSetting[], files: readonly { readonly type: string }[]): FileField[] =>
  questionsOf(nodes).flatMap(({ setting, list }, place) => {
    const attribute = attributeOf(setting)
    const isFit = attribute !== undefined && answerOf(setting.type)?.takesFiles?.(setting as never, files) === true
    return isFit ? [{ place, attribute, label: labelOf(setting), list }] : []
  })
