import { exportList, type ListEntry } from '../../../contract/endpoints/lists/projectLists.ts'
import type { ProjectListName } from '../../../contract/reference/projectLists.ts'
import { csvName, csvOf } from '../../../contract/rules/csvOf.ts'
import { ask } from '../../sync/ask.ts'
import { downloadFile } from '../../ui/downloadFile.ts'
import { exportRows } from './files/exportRows.ts'

async function wholeList(team: string, list: ProjectListName): Promise<ListEntry[]> {
  const entries: ListEntry[] = []
  let after: string | undefined
  do {
    const page = await ask(exportList, { id: team, list }, undefined, after === undefined ? {} : { query: { after } })
    entries.push(...page.entries)
    after = page.next
  } while (after !== undefined)
  return entries.sort((a, b) => a.name.localeCompare(b.name))
}

interface Download {
  readonly team: string
  readonly list: ProjectListName
  readonly format: 'csv' | 'xlsx'
  readonly title: string
  readonly label: (column: string) => string
}

/** Saves a list as a file that imports again unchanged. */
export async function downloadList({ team, list, format, title, label }: Download): Promise<void> {
  const rows = exportRows(list, await wholeList(team, list), label, { guard: format === 'csv' })
  const content = format === 'csv' ? csvOf(rows) : (await import('../../../contract/tables/writeXlsx.ts')).writeXlsx(rows)
  downloadFile(new Blob([content as BlobPart]), csvName(title).replace(/csv$/, format))
}
