import { useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import * as styles from './studio.module.css'

export function Shortcuts({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useLingui()
  const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
  const rows: readonly (readonly [keys: string, what: string])[] = [
    [`${mod} Z`, t`Undo`],
    [`${mod} ⇧ Z`, t`Redo`],
    [`${mod} S`, t`Export`],
    [`${mod} O`, t`Open a file`],
    [`${mod} Space`, t`In the code: what can be written here`],
    [`${mod} F`, t`In the code: find and replace`],
    ['↑ ↓ ← →', t`In the outline: next or previous`],
    ['Alt ↑ ↓', t`In the outline: move up or down`],
    ['Alt ← →', t`In the outline: out of a group, into the one above`],
    ['+', t`In the outline: add`],
    [`${mod} D`, t`In the outline: duplicate`],
    ['Delete', t`In the outline: remove`],
    ['Enter', t`In the outline: go to the text`],
    ['2 ×', t`Double-click a question of the form to see its settings`],
  ]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Keyboard shortcuts`}
      width={520}
      actions={<Button onClick={onClose} data-autofocus>{t`Close`}</Button>}
    >
      <dl className={styles.shortcuts}>
        {rows.map(([keys, what]) => (
          <div key={keys + what}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
