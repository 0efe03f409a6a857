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

function questionsOf(nodes: readonly NodeSetting[], list?: List): Question[] {
  return nodes.flatMap((setting) => {
    if (setting.type === 'group') return questionsOf(setting.children, list)
    const own = { setting, list }
    // Lists of people, companies and checks have no entries of their own making; a list inside of a list needs two entries.
    if (setting.type !== 'subForm' || list || setting.attribute === undefined) return [own]
    return [own, ...questionsOf(setting.subform, { attribute: setting.attribute, label: labelOf(setting) })]
  })
}

/** Returns the questions of a form that take these files, also those of a new entry in a list. */
export const fileFieldsOf = (nodes: readonly NodeSetting[], files: readonly { readonly type: string }[]): FileField[] =>
  questionsOf(nodes).flatMap(({ setting, list }, place) => {
    const attribute = 'attribute' in setting ? setting.attribute : undefined
    const isFit = typeof attribute === 'string' && answerOf(setting.type)?.takesFiles?.(setting as never, files) === true
    return isFit ? [{ place, attribute, label: labelOf(setting), list }] : []
  })
