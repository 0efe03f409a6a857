import type * as z from 'zod/mini'
import type { LookupItem } from '../../endpoints/pages.ts'
import type { NodeList } from '../fieldShapes.ts'
import type { Raw } from '../isRaw.ts'
import type { OptionNames } from './choiceNames.ts'
import type { TranslateValue } from './TranslateValue.ts'

/** The shape of the nodes inside a field. */
export type ChildNodes = z.ZodMiniType<NodeList>

/** What a type can ask and report about one of its fields, while a form is checked. */
export interface SettingsCheck {
  readonly node: Raw
  /** `children[3]` */
  readonly path: string
  say(this: void, path: string, message: string): void
  /** The value of `key` is an expression that gives the answer. */
  calculates(this: void, key: string): void
  /** `name`, the value of `key`, must be the attribute of a field of the form. */
  refersTo(this: void, key: string, name: string): void
}

/** Texts that must appear on a photo, as templates (spec/1 §7). */
export interface PhotoTexts {
  readonly validation: readonly string[]
  readonly customValidation: readonly string[]
}

/** A column of an export: what it is called after the label of the field, and its words for an answer. */
export interface ExportColumn {
  readonly label: string
  readonly words: (value: unknown) => string
}

/**
 * What the server and the studio know of a field type: the options that its settings take, and what depends
 * on the type. Settings are untrusted, so functions get the raw object.
 */
interface SettingsParts<T extends string, S> {
  readonly type: T
  /** One sentence for authors. */
  readonly description: string
  /** Descriptions of options that have a special meaning here; others are in formJsonSchema.ts. */
  readonly words?: Readonly<Record<string, string>>
  /** The options; a function when fields can be inside. */
  readonly shape: S
  /** Checks beyond the shape. */
  readonly check?: (check: SettingsCheck) => void
  /** What works, but probably not as the author thinks: the option, and a sentence about it. */
  readonly doubts?: (node: Raw) => readonly (readonly [key: string, message: string])[]
  /** Options that are expressions or templates, in addition to those of all fields. */
  readonly expressions?: readonly string[]
  readonly templates?: readonly string[]
  /** Endings of attributes that it stores beside its own. */
  readonly beside?: readonly string[]
  /**
   * Attributes beside its own that follow from its answer: the expression of each, by attribute. No user types
   * them.
   */
  readonly derived?: (node: Raw) => Readonly<Record<string, string>>
  /** Names of items of its list that are one answer each: two changes of one item are one question. */
  readonly wholeItems?: (node: Raw) => readonly string[]
  /** All possible answers, when their number is finite. */
  readonly possible?: (node: Raw) => readonly unknown[] | undefined
  /** Names of the attributes of an entry, for a list without fields of its own. */
  readonly entry?: readonly string[]
  /** Named lookups that it needs besides its option `lookup`. */
  readonly lookups?: (node: Raw) => readonly string[]
  /** Named lookups that the server may read for it; the page does not have them. */
  readonly readLists?: (node: Raw) => readonly string[]
  /** The option with the fields of an item. */
  readonly list?: 'subform'
  /** Only a text to read: a form of nothing else asks nothing. */
  readonly isText?: boolean
  /** The answer is a person, several people, or a number of one: a message of a save can go to them. */
  readonly isPeople?: boolean
  /** Readers who may not change the record see the answer masked; lists and exports do not have it. */
  readonly isPersonal?: boolean
  /** The columns of an export, where one column of the answer is not enough to read it. */
  readonly columns?: (node: Raw) => readonly ExportColumn[]
  /** False: no column in exports. */
  readonly isExported?: boolean
  /** The answer follows from others: two people cannot disagree about it. */
  readonly isDerived?: boolean
  /** The list is one answer: two people's lists are a conflict, not a longer list. */
  readonly isOneValue?: (node: Raw) => boolean
  /** A valid answer for examples. `sampleOf` gives one for a field inside. */
  readonly sample?: (node: Raw, sampleOf: (node: Raw) => unknown) => unknown
  /** The answer is a text of any length. */
  readonly isProse?: (node: Raw) => boolean
  /** Options with texts inside, for which translateSettings.ts has no rule by their key: how they are translated. */
  readonly texts?: Readonly<Record<string, TranslateValue>>
  /** What people read for each stored value, for titles of records; absent: the stored value is what they read. */
  readonly names?: (setting: never, lookups: Readonly<Record<string, readonly LookupItem[]>>) => OptionNames
  /**
   * The setting for one person: with what follows from their answers to this field in other records of the form,
   * newest first.
   */
  readonly ofPerson?: (setting: never, answers: readonly unknown[]) => unknown
  /** The texts that must appear on its photos; undefined when nothing is checked. */
  readonly photoTexts?: (node: Raw) => PhotoTexts | undefined
  /** Its options are also those of the page of its list (`/frontend/pick/…`). */
  readonly isPicker?: boolean
  /** It saves the form: its `rpc` and `saveRpc` run with the save, and its return options apply after it. */
  readonly isSave?: boolean
  /** It sends answers without a save button, or runs an action that can. */
  readonly sends?: boolean
  /** Options that a new field of the studio starts with, where they are absent. */
  readonly start?: Raw
}

/** The definition as all callers see it. */
export type SettingsDefinition = SettingsParts<string, unknown>

/** Defines a type in the `settings.ts` of its folder. The file runs on the server: no React, no DOM. */
export const defineSettings = <const T extends string, S extends z.ZodMiniType | ((childNodes: ChildNodes) => z.ZodMiniType)>(
  parts: SettingsParts<T, S>,
): SettingsParts<T, S> => parts
