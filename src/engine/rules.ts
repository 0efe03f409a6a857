import type { Scope } from '../../contract/expression.ts'
import type { FieldSetting } from '../../contract/fields.ts'
import type { LookupItem } from '../../contract/pages.ts'

/** The named lists of a page (spec/1 §7 "Named lookups"), by name. */
export type Lookups = Readonly<Record<string, readonly LookupItem[]>>

/** What a field type tells the engine; implemented in src/fields/<type>/rules.ts. Pure, and never throws. */
export interface FieldRules<S = FieldSetting> {
  /** Is this value no answer? `read` gives the form's other values (name them in `reads`). */
  empty(value: unknown, setting: S, read: Scope): boolean
  /** The type's own complaint about a value that is not empty (bad number, bad date …); undefined when it is fine. */
  message?(value: unknown, setting: S, read: Scope): string | undefined
  /** The value when the model has none (undefined or null). Without this function: `setting.default`. */
  initial?(setting: S, lookups: Lookups): unknown
  /** Other attributes that `empty` and `message` look at, e.g. `mobileUse` beside `mobile`: a change of one checks the field again. */
  reads?(setting: S): readonly string[]
}
