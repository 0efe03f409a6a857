import { plural } from '@lingui/core/macro'
import { parseExpression } from '../../../contract/forms/expression.ts'
import { checklistTotals } from '../../../contract/forms/options/checklistTotals.ts'
import type { FieldRules } from '../../engine/FieldRules.ts'
import { isRequired, itemsOf, lackOf, rowsOf, type Setting } from './itemsOf.ts'

function namesIn(required: unknown): readonly string[] {
  if (typeof required !== 'string') return []
  try {
    return parseExpression(required).dependencies
  } catch {
    return []
  }
}

export const rules: FieldRules<Setting> = {
  empty: (value) => itemsOf(value).size === 0,
  message(value, setting, read) {
    const items = itemsOf(value)
    const isAsked = isRequired(setting, read)
    const lacking = rowsOf(setting).filter((row) => lackOf(setting, row, items.get(row.name), isAsked)).length
    return lacking > 0 ? plural(lacking, { one: '# row is not complete', other: '# rows are not complete' }) : undefined
  },
  reads: ({ required }) => namesIn(required),
  beside: ({ attribute }) => Object.keys(checklistTotals(attribute)),
  derives: ({ attribute }) => checklistTotals(attribute),
}
