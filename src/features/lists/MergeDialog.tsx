import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import { type ListEntry, readList } from '../../../contract/endpoints/lists/projectLists.ts'
import type { ProjectListName } from '../../../contract/reference/projectLists.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { folded } from '../../../contract/rules/rows/searchedText.ts'
import { searchDelay } from '../../ui/table/useTable.ts'
import * as styles from './lists.module.css'

/** Number of entries to choose from; search finds the others. */
const mostShown = 8

const detailsOf = ({ values }: ListEntry) => [values['number'], values['company'], values['email']].filter(Boolean).join(' · ')

/**
 * The entries that a search finds: in the whole list as the server says, or in these entries while it has not
 * answered. `isWhole` is false if entries that are not here may be missing.
 */
function useFound(of: { readonly id: string; readonly list: ProjectListName }, search: string, here: EntriesHere) {
  const [asked, setAsked] = useState(search)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(search), searchDelay)
    return () => clearTimeout(timer)
  }, [search])
  const { data } = useCached(readList, of, asked === '' ? {} : { search: asked })
  const near = useMemo(() => here.entries.filter(({ name }) => folded(name).includes(folded(search))), [here.entries, search])
  return data ? { entries: data.entries, isWhole: true } : { entries: near, isWhole: here.total <= here.entries.length }
}

/** The entries of the screen, and the number of entries of the list. */
interface EntriesHere {
  readonly entries: readonly ListEntry[]
  readonly total: number
}

/** Asks which entry stays instead of this duplicate. */
export function MergeDialog({
  entry,
  of,
  here,
  onMerge,
  onClose,
}: {
  readonly entry: ListEntry
  readonly of: { readonly id: string; readonly list: ProjectListName }
  readonly here: EntriesHere
  readonly onMerge: (stays: ListEntry) => unknown
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const [search, setSearch] = useState(entry.name.split(' ')[0] ?? '')
  const [chosen, setChosen] = useState<string>()
  const { entries, isWhole } = useFound(of, search.trim(), here)
  const found = useMemo(() => entries.filter(({ key }) => key !== entry.key).slice(0, mostShown), [entries, entry.key])
  const stays = found.find(({ key }) => key === chosen)
  return (
    <Dialog
      open
      kind="generic"
      title={t`Merge ${entry.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button kind="primary" disabled={stays === undefined} onClick={() => stays && onMerge(stays)}>{t`Merge`}</Button>
        </>
      }
    >
      <div className={styles.column}>
        <p>
          <Trans>Choose the entry that stays. Lists that name {entry.name} name that entry from now on. Records keep the old name.</Trans>
        </p>
        <TextField label={t`Search`} value={search} autoComplete="off" data-autofocus onChange={({ target }) => setSearch(target.value)} />
        {!isWhole && <p>{t`Searched in the entries on this screen. The search in the whole list needs a connection.`}</p>}
        {found.length === 0 ? (
          <p>{t`No other entry has this name.`}</p>
        ) : (
          <RadioGroup
            aria-label={t`Entry that stays`}
            value={stays?.key}
            onChoose={setChosen}
            options={found.map((one) => ({ value: one.key, label: one.name, note: detailsOf(one) || undefined }))}
          />
        )}
      </div>
    </Dialog>
  )
}
