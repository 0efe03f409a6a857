import { useMemo } from 'react'
import { listForms } from '../../../../contract/endpoints/forms.ts'
import type { LookupItem } from '../../../../contract/endpoints/pages.ts'
import type { FormSurroundings } from '../../../../contract/forms/lintSettings.ts'
import { useCached } from '../../../store/queries/cached.ts'

/** Entries that the preview shows until the form with the list is published. */
const sampleOf = (columns: readonly string[]): LookupItem[] =>
  [1, 2, 3].map((n) => ({
    id: `${n}`,
    label: `${columns.includes('name') ? 'name' : (columns[0] ?? 'entry')} ${n}`,
    attributes: Object.fromEntries(columns.map((column) => [column, `${column} ${n}`])),
  }))

/**
 * The own lists of the project of a form: what the checker knows of them, and entries for the preview. Without a
 * project, or before the answer of the server has arrived, the checker does not know which lists there are.
 */
export function useOwnLists(form: string, team: string | undefined) {
  const teams = useCached(listForms).data?.teams
  return useMemo(() => {
    const project = teams?.find(({ id }) => id === team)
    const lists = project?.lists ?? []
    const surroundings: FormSurroundings = {
      key: form,
      ...(project && { lists: new Map(lists.map(({ name, columns }) => [name, columns])) }),
    }
    return { surroundings, own: Object.fromEntries(lists.map(({ name, columns }) => [name, sampleOf(columns)])) }
  }, [form, team, teams])
}
