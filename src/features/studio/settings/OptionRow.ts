import { isJson, type Json } from './settingKind.ts'

/** The choices of a question as rows of a table. A choice with nothing but a text is a plain text in the file. */

export type OptionRow = Readonly<Record<string, unknown>> & { readonly name: string }

export const rowsOf = (value: unknown): readonly OptionRow[] =>
  (Array.isArray(value) ? value : []).map((option: unknown): OptionRow => {
    if (isJson(option)) return { ...option, name: String(option['name'] ?? '') }
    return { name: String(option) }
  })

export const optionsOf = (rows: readonly OptionRow[]): readonly unknown[] =>
  rows.map((row) => {
    const kept = Object.entries(row).filter(([, value]) => value !== undefined)
    return kept.every(([key]) => key === 'name') ? row.name : { name: row.name, ...Object.fromEntries(kept) }
  })

/** The lines of a pasted list, also of a column or two of a spreadsheet: text, then what is stored. */
export function pastedRows(text: string): readonly OptionRow[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter(([name]) => name !== undefined && name !== '')
    .map(([name = '', value]) => (value ? { name, value } : { name }))
}

/** The columns of the table besides the text, from the schema of a choice. */
export const columnsOf = (schema: Json | undefined): readonly string[] => {
  const keys = isJson(schema?.['properties']) ? Object.keys(schema['properties']) : []
  return keys.filter((key) => key !== 'name')
}
