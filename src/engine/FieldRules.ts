import type { Scope } from '../../contract/forms/expression.ts'
import type { FieldSetting } from '../../contract/forms/fieldShapes.ts'
import type { LookupItem } from '../../contract/endpoints/pages.ts'

/** The named lists of a page (spec/1 §7 "Named lookups"), by name. */
export type Lookups = Readonly<Record<string, readonly LookupItem[]>>

/** The rules of a field type, implemented in src/fields/<type>/rules.ts. Pure, and never throws. */
export interface FieldRules<S = FieldSetting> {
  /** True when this value is not an answer. `read` returns the form's other values (list them in `reads`). */
  empty(value: unknown, setting: S, read: Scope): boolean
  /**
   * The type's message for an invalid value that is not empty (bad number, bad date …); undefined when it is
   * valid.
   */
  message?(value: unknown, setting: S, read: Scope): string | undefined
  /**
   * The initial value when the model has none (undefined or null). Without this function: `setting.default`.
   */
  initial?(setting: S, lookups: Lookups): unknown
  /**
   * Other attributes that `empty` and `message` read, e.g. `mobileUse` with `mobile`: a change of one
   * validates the field again.
   */
  reads?(setting: S): readonly string[]
}
