import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'
import { formatDate } from '../../lib/formatDate.ts'

export const rules: FieldRules<FieldSetting<'calculated'>> = {
  empty: (value) => value === undefined || value === null || value === '',
  calculates: ({ value }) => value,
}

/**
 * Display text; `hours` expects a number of hours, `currency` cents (USD). A dash if there is no value yet.
 */
export function shownValue(value: unknown, format: FieldSetting<'calculated'>['format'], language: string): string {
  if (value == null || value === '' || (typeof value === 'number' && !Number.isFinite(value))) return '–'
  if (format === 'date' && typeof value === 'string') return formatDate(value, language)
  if (typeof value === 'number') {
    if (format === 'currency') return new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(value / 100)
    if (format === 'hours') return `${new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value)} h`
    return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value)
  }
  return Array.isArray(value) ? value.join(', ') : String(value)
}
