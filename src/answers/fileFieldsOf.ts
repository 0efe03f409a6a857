import type { NodeSetting } from '../../contract/forms/fieldShapes.ts'
import { labelOf } from '../engine/labelOf.ts'
import { answerOf } from '../fields/answerOf.ts'

export interface FileField {
  /** Its place among the questions of the form. */
  readonly place: number
  readonly attribute: string
  readonly label: string
}

const questionsOf = (nodes: readonly NodeSetting[]): NodeSetting[] =>
  nodes.flatMap((node) => (node.type === 'group' ? questionsOf(node.children) : [node]))

/** Returns the questions of a form that take these files. Questions inside of lists are left out: they need a row. */
export const fileFieldsOf = (nodes: readonly NodeSetting[], files: readonly { readonly type: string }[]): FileField[] =>
  questionsOf(nodes).flatMap((setting, place) => {
    const attribute = 'attribute' in setting ? setting.attribute : undefined
    const isFit = typeof attribute === 'string' && answerOf(setting.type)?.takesFiles?.(setting as never, files) === true
    return isFit ? [{ place, attribute, label: labelOf(setting) }] : []
  })

/** The hash that opens a form with the shared files in this question. A longer one would be the address of a page. */
export const shareHash = ({ place }: Pick<FileField, 'place'>): string => `#share${place}`

export const sharePlaceIn = (hash: string): number | undefined => {
  const place = /^#share(\d{1,4})$/.exec(hash)?.[1]
  return place === undefined ? undefined : Number(place)
}
