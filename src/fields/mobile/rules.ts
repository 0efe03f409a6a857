import { t } from '@lingui/core/macro'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import { phoneProblem } from '../../lib/phoneCountries.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'

/** How a number may be used (spec/1 §3); stored as these words next to the number. */
export const mobileUses = ['Default', 'Safety', 'Emergency', 'No Contact', 'No Number'] as const
export type MobileUse = (typeof mobileUses)[number]

/** For the attribute `mobile` it is `mobileUse`. */
export const useAttribute = (attribute: string) => `${attribute}Use`

export const rules: FieldRules<FieldSetting<'mobile' | 'mobile-pii'>> = {
  reads: ({ attribute }) => [useAttribute(attribute)],
  beside: ({ attribute }) => [useAttribute(attribute)],
  /** "No Number" is an answer. */
  empty: (value, { attribute }, read) => (value == null || value === '') && read(useAttribute(attribute)) !== 'No Number',
  message(value, { attribute }, read) {
    if (read(useAttribute(attribute)) === 'No Number') return undefined
    const text = String(value)
    const problem = phoneProblem(text)
    if (problem === 'country') return t`Only mobile numbers of the United States, Canada, Australia and the United Kingdom can be used`
    if (problem === undefined) return undefined
    if (text.startsWith('+61')) return t`Enter a whole mobile number, such as 0412 345 678`
    if (text.startsWith('+44')) return t`Enter a whole mobile number, such as 07400 123456`
    return t`Enter a whole mobile number, such as (201) 555-0123`
  },
}
