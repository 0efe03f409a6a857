import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { allParts, type Part, partsFor } from './allParts.ts'
import { partGroups, type PartGroup } from './PartEntry.ts'
import * as styles from '../studio.module.css'
import * as controls from '../../../ui/controls/controls.module.css'

interface AddNodeProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onAdd: (part: Part) => void
}

/** All parts by group, to choose one or to find it by an everyday word. */
export function AddNode({ open, onClose, onAdd }: AddNodeProps) {
  const { t, i18n } = useLingui()
  const [wanted, setWanted] = useState('')
  const all = useMemo(() => (open ? allParts(i18n) : []), [open, i18n])
  const found = useMemo(() => partsFor(all, wanted), [all, wanted])
  const close = () => {
    setWanted('')
    onClose()
  }
  const add = (part: Part | undefined) => {
    if (!part) return
    close()
    onAdd(part)
  }
  const groups = (Object.keys(partGroups) as PartGroup[]).filter((group) => found.some((part) => part.group === group))
  return (
    <Dialog open={open} onClose={close} title={t`Add to the form`} width={720} actions={<Button onClick={close}>{t`Cancel`}</Button>}>
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault()
          add(found[0])
        }}
      >
        <TextField
          data-autofocus
          type="search"
          aria-label={t`Search for a part`}
          placeholder={t`Yes or no, photo, comment, signature …`}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        {wanted.trim() === ''
          ? groups.map((group) => (
              <section key={group}>
                <h3 className={styles.addGroup}>{i18n._(partGroups[group])}</h3>
                <PartList parts={found.filter((part) => part.group === group)} onAdd={add} />
              </section>
            ))
          : null}
        {wanted.trim() === '' ? null : <PartList parts={found} onAdd={add} />}
        {found.length === 0 ? (
          <p className={controls.hint} role="status">
            {t`Nothing has this name. Try another word, such as list, photo or date.`}
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}

function PartList({ parts, onAdd }: { readonly parts: readonly Part[]; onAdd(part: Part): void }) {
  return (
    <ul className={styles.addList}>
      {parts.map((part) => (
        <li key={part.id}>
          <button type="button" onClick={() => onAdd(part)}>
            <strong>
              {part.name} <small lang="en">{part.type}</small>
            </strong>
            <span>{part.help}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
