import { useLingui } from '@lingui/react/macro'
import type { ImportProgress } from './useImport.ts'
import * as styles from './lists.module.css'

/** How far an import is, and whether it waits for a connection. */
export function ImportProgressBar({ progress }: { readonly progress: ImportProgress }) {
  const { t } = useLingui()
  const { deed, done, total, isWaiting } = progress
  const words = {
    check: t`Checking rows: ${done} of ${total}`,
    apply: t`Importing rows: ${done} of ${total}`,
    undo: t`Undoing rows: ${done} of ${total}`,
  }
  return (
    <div className={styles.column} role="status">
      <p>{words[deed]}</p>
      <progress className={styles.progress} value={done} max={Math.max(total, 1)} aria-label={words[deed]} />
      {isWaiting && <p>{t`No connection. It continues by itself when the connection is back.`}</p>}
    </div>
  )
}
