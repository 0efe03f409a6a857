import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'

/** A staff contact entry (spec/1 §3). */
export interface StaffEntry {
  readonly name?: string
  readonly mobile?: string
  readonly login?: string
  readonly vendor?: string
  readonly role?: string
  readonly location?: string
  readonly visitor?: boolean
  readonly [more: string]: unknown
}

export const entryOf = (value: unknown): StaffEntry =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as StaffEntry) : {}

export const rules: FieldRules<FieldSetting<'staff'>> = {
  empty: (value) => {
    const { name, mobile } = entryOf(value)
    return !name?.trim() && !mobile
  },
  names: () => new Map(),
}
