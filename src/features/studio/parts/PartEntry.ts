import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** A part that authors can add: a field type, or a type with settings that make it what people look for. */
export interface PartEntry {
  readonly type: string
  readonly group: PartGroup
  readonly name: MessageDescriptor
  readonly help: MessageDescriptor
  /** Everyday words by which people look for it, by language. They are never shown. */
  readonly words: Readonly<Record<'en' | 'es' | 'pt', string>>
  /** Settings of a new part in addition to those that its type requires. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** For entries with the same settings: whether this one names the node. */
  readonly fits?: (node: Readonly<Record<string, unknown>>) => boolean
}

/** The groups, in the order of the list. */
export const partGroups = {
  questions: msg`Questions`,
  choices: msg`Choices`,
  people: msg`People and companies`,
  photos: msg`Photos and files`,
  signatures: msg`Signatures`,
  lists: msg`Lists and tables`,
  rules: msg`Calculations and rules`,
  texts: msg`Texts and messages`,
  layout: msg`Layout`,
  media: msg`Videos and documents`,
  buttons: msg`Buttons`,
  more: msg`More parts`,
} as const
export type PartGroup = keyof typeof partGroups
