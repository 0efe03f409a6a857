import type { ListEntry } from '../../../../contract/endpoints/lists/projectLists.ts'
import { listColumns, type ProjectListName } from '../../../../contract/reference/projectLists.ts'

/**
 * csvOf guards a cell that looks like a formula with an apostrophe, which the import removes. A cell that has one
 * already gets another, so that the import gives back what was exported.
 */
const kept = (text: string) => (/^'+[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** Returns a list as rows with headings that the import knows. `guard`: for CSV. */
export function exportRows(
  list: ProjectListName,
  entries: readonly ListEntry[],
  label: (column: string) => string,
  { guard }: { readonly guard: boolean },
): string[][] {
  const columns = ['name', ...listColumns[list], 'active']
  const textOf = ({ name, values, disabled }: ListEntry, column: string) => {
    if (column === 'name') return name
    if (column === 'active') return disabled ? 'no' : 'yes'
    return values[column] ?? ''
  }
  const rows = entries.map((entry) => columns.map((column) => textOf(entry, column)))
  return [columns.map(label), ...(guard ? rows.map((row) => row.map(kept)) : rows)]
}
