import { t } from '@lingui/core/macro'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'

type Sources = Readonly<Record<string, unknown>>

/** The stored map; {} for any other value. */
export const sourcesOf = (value: unknown): Sources =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Sources) : {}

const lacks = (value: unknown, name: string) => (sourcesOf(value)[name] ?? '') === ''

export const rules: FieldRules<FieldSetting<'field-mapping'>> = {
  /** With a required target, an empty map is a wrong answer, not a missing one. */
  empty: (value, { targets }) => targets.every(({ name, required }) => !required && lacks(value, name)),
  message(value, { targets }) {
    const target = targets.find(({ name, required }) => required && lacks(value, name))
    const label = target && (target.label ?? target.name)
    return label === undefined ? undefined : t`Choose a source for ${label}`
  },
}
