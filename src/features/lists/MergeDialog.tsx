import { Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useMemo, useState } from 'react'
import { type ListEntry, readList } from '../../../contract/endpoints/lists/projectLists.ts'
import type { ProjectListName } from '../../../contract/reference/projectLists.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import * as styles from './lists.module.css'

/** Number of entries to choose from; search finds the others. */
const mostShown = 8

const detailsOf = ({ values }: ListEntry) => [values['number'], values['company'], values['email']].filter(Boolean).join(' · ')

/** Asks which entry stays instead of this duplicate. */
export function MergeDialog({
  entry,
  of,
  onMerge,
  onClose,
}: {
  readonly entry: ListEntry
  readonly of: { readonly id: string; readonly list: ProjectListName }
  readonly onMerge: (stays: ListEntry) => unknown
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const [search, setSearch] = useState(entry.name.split(' ')[0] ?? '')
  const [chosen, setChosen] = useState<string>()
  const asked = useDeferredValue(search.trim())
  // The server searches the whole list; the screen has its first entries only.
  const { data } = useCached(readList, of, asked === '' ? {} : { search: asked })
  const found = useMemo(() => (data?.entries ?? []).filter(({ key }) => key !== entry.key).slice(0, mostShown), [data, entry.key])
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
        {data && found.length === 0 ? (
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
