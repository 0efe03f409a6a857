import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { nodeTypes } from './offersAt.ts'
import * as styles from './studio.module.css'
import * as controls from '../../ui/controls/controls.module.css'

export interface NewNode {
  readonly type: string
  readonly body: Record<string, unknown>
}

/** All field types, to choose one by name or by its description. */
export function AddNode({
  open,
  onClose,
  onAdd,
}: {
  readonly open: boolean
  readonly onClose: () => void
  readonly onAdd: (node: NewNode) => void
}) {
  const { t } = useLingui()
  const [wanted, setWanted] = useState('')
  const all = useMemo(() => (open ? nodeTypes() : []), [open])
  const terms = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  const found = all.filter(({ type, words }) => terms.every((term) => `${type} ${words}`.toLowerCase().includes(term)))
  const close = () => {
    setWanted('')
    onClose()
  }
  const add = (node: NewNode | undefined) => {
    if (!node) return
    close()
    onAdd(node)
  }
  return (
    <Dialog open={open} onClose={close} title={t`Add to the form`} width={560} actions={<Button onClick={close}>{t`Cancel`}</Button>}>
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
          aria-label={t`Search for a field`}
          placeholder={t`Text, photo, signature …`}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <ul className={styles.addList}>
          {found.map((node) => (
            <li key={node.type}>
              <button type="button" onClick={() => add(node)}>
                <strong>{node.type}</strong>
                <span lang="en">{node.words}</span>
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 ? <p className={controls.hint}>{t`Nothing found`}</p> : null}
      </form>
    </Dialog>
  )
}
