import { partOf, textOf } from '../../../contract/forms/expressionValues.ts'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import { formatDate } from '../../lib/formatDate.ts'
import { costText } from '../../lib/costText.ts'

export type Cells = Readonly<Record<string, unknown>>
type ColumnSetting = FieldSetting<'compact-table'>['columns'][number]

/** The rows of a list: its objects; a plain value becomes the first column. */
export function rowsOf(list: unknown, first: string): readonly Cells[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) =>
    entry === null || entry === undefined ? [] : [typeof entry === 'object' ? (entry as Cells) : { [first]: entry }],
  )
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Display text of a cell: cents as dollars, hours with their unit, yyyy-MM-dd as MMM d, yyyy. */
export function cellText(row: Cells, { attribute, format }: ColumnSetting, language: string): string {
  const value = partOf(row, attribute)
  if (format === 'currency') return costText(value, language)
  if (format === 'date' && typeof value === 'string') return formatDate(value.slice(0, 10), language)
  if (isNumber(value) && format !== 'text') {
    const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value)
    return format === 'hours' ? `${number} h` : number
  }
  if (typeof value === 'boolean') return value ? '✓' : '–'
  return textOf(value)
}

/** Sort value of a cell: the number or the stored text. */
export function cellValue(row: Cells, { attribute }: ColumnSetting): number | string | undefined {
  const value = partOf(row, attribute)
  return isNumber(value) ? value : textOf(value) || undefined
}
