import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'
import { formatDate } from '../../lib/formatDate.ts'
import { formatMoment } from '../../lib/formatMoment.ts'

export const rules: FieldRules<FieldSetting<'calculated'>> = {
  empty: (value) => value === undefined || value === null || value === '',
  calculates: ({ value }) => value,
}

type Shown = Pick<FieldSetting<'calculated'>, 'format' | 'unit'>

function shownNumber(value: number, { format, unit }: Shown, language: string): string {
  if (format === 'currency') return new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(value / 100)
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value)
  const counted = unit ?? (format === 'hours' ? 'h' : undefined)
  return counted === undefined ? number : `${number} ${counted}`
}

/**
 * Display text; `hours` expects a number of hours, `currency` cents (USD). A dash if there is no value yet.
 */
export function shownValue(value: unknown, setting: Shown, language: string): string {
  if (value == null || value === '' || (typeof value === 'number' && !Number.isFinite(value))) return '–'
  if (typeof value === 'number') return shownNumber(value, setting, language)
  if (setting.format === 'date' && typeof value === 'string') return formatDate(value, language)
  if (setting.format === 'date-time' && typeof value === 'string') return formatMoment(value, language)
  return Array.isArray(value) ? value.join(', ') : String(value)
}
