import { t } from '@lingui/core/macro'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'
import { parseNumber } from '../parseNumber.ts'

/** Parses the input into whole cents; returns the text if it is no amount, null if it is empty. */
export function centsOf(text: string, decimal: '.' | ','): number | string | null {
  if (text.trim() === '') return null
  const amount = parseNumber(text, decimal)
  return amount === undefined ? text : Math.round(Number((amount * 100).toPrecision(15)))
}

/** 123450 → '1,234.50' with the separators of the language. */
export function amountText(cents: unknown, language: string): string {
  if (typeof cents !== 'number') return cents == null ? '' : String(cents)
  return new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100)
}

/** '$' for USD; the code itself if a currency has no symbol. */
export function currencySign(code: string, language: string): string {
  const parts = new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' }).formatToParts(0)
  return parts.find((part) => part.type === 'currency')?.value ?? code
}

export const rules: FieldRules<FieldSetting<'currency'>> = {
  empty: (value) => value === undefined || value === null || value === '',
  numeric: () => true,
  message: (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? undefined : t`Enter an amount, for example 12.50`),
}
