import type { Scope } from '../../contract/forms/expression.ts'
import type { FieldSetting } from '../../contract/forms/fieldShapes.ts'
import type { OptionNames } from '../../contract/forms/options/choiceNames.ts'
import type { LookupItem } from '../../contract/endpoints/pages.ts'

/** The named lists of a page (spec/1 §7 "Named lookups"), by name. */
export type Lookups = Readonly<Record<string, readonly LookupItem[]>>

/** What decides whether a node without a label or an answer is drawn now. */
export interface NodeState {
  readonly readOnly: boolean
  /** The action bar draws this node. */
  readonly isInActionBar: boolean
  readonly message: string | undefined
}

/** A rule about answers that a node of the settings declares: for the answer to `field`, or for the node itself. */
export interface Validation {
  readonly field?: string | undefined
  /** An expression; true when the answer is valid. */
  readonly valid?: string | undefined
  /** A template. */
  readonly message?: string | undefined
}

/** The rules of a field type, implemented in src/fields/<type>/rules.ts. Pure, and never throws. */
export interface FieldRules<S = FieldSetting> {
  /** True when this value is not an answer. `read` returns the form's other values (list them in `reads`). */
  empty(value: unknown, setting: S, read: Scope): boolean
  /**
   * The type's message for an invalid value that is not empty (bad number, bad date …); undefined when it is
   * valid.
   */
  message?(value: unknown, setting: S, read: Scope): string | undefined
  /** What a required answer lacks that has begun, such as the rest of a video; stands after the label and "Required". */
  missing?(value: unknown, setting: S): string | undefined
  /**
   * The initial value when the model has none (undefined or null). Without this function: `setting.default`.
   */
  initial?(setting: S, lookups: Lookups): unknown
  /** What is stored for the text of a default with placeholders, e.g. the id of the entry with this name. Default: the text. */
  stored?(text: string, setting: S, lookups: Lookups): unknown
  /** True when the answer is a number; a default such as `{{crew_size}}` then stays one. */
  numeric?(setting: S): boolean
  /**
   * Other attributes that `empty` and `message` read, e.g. `mobileUse` with `mobile`: a change of one
   * validates the field again.
   */
  reads?(setting: S): readonly string[]
  /** Attributes that it stores beside its own; a draft restores them with the answer. */
  beside?(setting: S): readonly string[]
  /** What people read for each stored value; absent: the stored value is what they read. */
  names?(setting: S, lookups: Lookups): OptionNames
  /** The source of the expression that gives the answer: no user types it. */
  calculates?(setting: S): string
  /** Attributes beside its own that follow from its answer: the expression of each, by attribute. */
  derives?(setting: S): Readonly<Record<string, string>>
  /** The node validates an answer; its own `required` is a part of the validation. */
  validates?(setting: S): Validation
  /** The node saves the form. */
  readonly isSave?: boolean
  /** False when it draws nothing now, so that a card without content is left out. Default: always true. */
  isDrawn?(setting: S, state: NodeState): boolean
}
