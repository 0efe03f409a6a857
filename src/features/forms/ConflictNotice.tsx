import { Trans, useLingui } from '@lingui/react/macro'
import { useConflictOf } from '../../store/outbox/useConflictOf.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import * as styles from './forms.module.css'

/** An earlier save of this record has a conflict that the person must decide. */
export function ConflictNotice({ recordPath, onReview }: { readonly recordPath: string; onReview(opId: string): void }) {
  const { t } = useLingui()
  const opId = useConflictOf(recordPath)
  if (opId === undefined) return null
  return (
    <Notice level="warning">
      <p>
        <Trans>Another person changed the same answers. Choose the right ones.</Trans>
      </p>
      <div className={styles.noticeActions}>
        <Button onClick={() => onReview(opId)}>{t`Compare and choose`}</Button>
      </div>
    </Notice>
  )
}
