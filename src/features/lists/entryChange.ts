import type { ListEntry } from '../../../contract/endpoints/lists/projectLists.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { listColumns, type ProjectListName } from '../../../contract/reference/projectLists.ts'

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : undefined)

/** Applies a pending change of this device to an entry; a merged entry is not in the list any more. */
export const entryChange =
  (list: ProjectListName) =>
  (row: ListEntry | undefined, payload: Model, key: string): ListEntry | undefined => {
    const name = text(payload['name']) || row?.name
    if (name === undefined || text(payload['mergedInto']) !== undefined) return undefined
    const values = Object.fromEntries(
      listColumns[list].flatMap((column) => {
        const value = text(payload[column]) ?? row?.values[column] ?? ''
        return value === '' ? [] : [[column, value]]
      }),
    )
    const disabled = typeof payload['disabled'] === 'boolean' ? payload['disabled'] : (row?.disabled ?? false)
    return { key, name, values, source: row?.source ?? 'own', disabled }
  }
