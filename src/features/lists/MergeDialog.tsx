import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { ListEntry } from '../../../contract/endpoints/lists/projectLists.ts'
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
  entries,
  onMerge,
  onClose,
}: {
  readonly entry: ListEntry
  readonly entries: readonly ListEntry[]
  readonly onMerge: (stays: ListEntry) => unknown
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const [search, setSearch] = useState(entry.name.split(' ')[0] ?? '')
  const [chosen, setChosen] = useState<string>()
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase()
    return entries.filter(({ key, name }) => key !== entry.key && name.toLowerCase().includes(wanted)).slice(0, mostShown)
  }, [entries, entry.key, search])
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
