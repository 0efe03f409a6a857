import type { FieldSetting, FieldType, NodeSetting } from '../../contract/forms/fieldShapes.ts'
import type { Model } from '../../contract/endpoints/records.ts'
import type { I18n } from '@lingui/core'
import type { Lookups } from '../engine/FieldRules.ts'

export type AnswerKind = 'text' | 'yesNo' | 'files' | 'signature' | 'items' | 'lines' | 'time' | 'date' | 'cents'

/** One answer of a record with the label of its form. */
export interface Answer {
  readonly key: string
  readonly label: string
  /** The heading of its group, at the first answer of the group. */
  readonly heading?: string
  readonly kind: AnswerKind
  readonly value: unknown
  /** items: the answers of each item. */
  readonly items?: readonly (readonly Answer[])[]
  /** For a filled document: its non-conforming fields, as the record names them. */
  readonly wrong?: readonly string[]
  /** lines: one per entry of a list of people or companies; one for a calculated value. */
  readonly lines?: (today: string, language: string) => readonly string[]
}

/** How a value is shown, without its label. */
export type Shown = Omit<Answer, 'key' | 'label' | 'heading'>

/** The answers to other questions, for a value with answers inside. */
type AnswersOf = (nodes: readonly NodeSetting[], model: Model) => readonly Answer[]

/** `plain` gives the words of a value that belongs to no question. */
export interface WordTools {
  readonly i18n: I18n
  readonly plain: (value: unknown) => string
}

/**
 * How records, reviews and drafts treat the answers of a type. All parts have a default: the answer is shown
 * as text, every value is accepted, and two lists of two people become one.
 */
interface AnswerParts<T extends FieldType> {
  readonly type: T
  /** The kind of display in records; `none`: not shown. */
  readonly shown?: AnswerKind | 'none' | ((setting: FieldSetting<T>, value: unknown, answersOf: AnswersOf) => Shown)
  /** The answer of a draft as the field takes it; undefined when the field does not take it. */
  readonly accepts?: (value: unknown, setting: FieldSetting<T>, lookups: Lookups) => unknown
  /** The answer for a text in the address of the form; undefined: none. Without it `accepts` decides. */
  readonly fromText?: (text: string, setting: FieldSetting<T>, lookups: Lookups) => unknown
  /** The answer of a draft in words; undefined: as any value of its kind. */
  readonly words?: (value: unknown, setting: FieldSetting<T>, lookups: Lookups, tools: WordTools) => string | undefined
  /** True when the field takes these files at once, for files that another app shares. Without it: never. */
  readonly takesFiles?: (setting: FieldSetting<T>, files: readonly { readonly type: string }[]) => boolean
  /** The questions of a new entry. Without it, the field has no entries, or a person picks them. */
  readonly entryOf?: (setting: FieldSetting<T>) => readonly NodeSetting[]
  /** True when the answers of two people can become one: lists are joined, texts are set one below the other. */
  readonly joins?: (value: unknown, setting: FieldSetting<T>) => boolean
}

/** The definition as all callers see it; `never`, because only the type itself knows its setting. */
export type AnswerDefinition = AnswerParts<never>

/** Defines the answers of a type in the `answers.ts` of its folder. Pure, no React. */
export const defineAnswer = <T extends FieldType>(parts: AnswerParts<T>): AnswerDefinition => parts as unknown as AnswerDefinition
