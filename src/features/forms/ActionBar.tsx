import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useMemo } from 'react'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FormNode } from '../../engine/form.ts'
import { pagesOf } from '../../fields/pages/pagesOf.ts'
import { useNode } from '../../fields/useField.ts'
import { useOutbox } from '../../store/outbox/queue.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { type Delivery, DeliveryMark } from '../../ui/feedback/DeliveryMark.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import type { Session } from './openForm.ts'
import type { DraftState } from './useDraft.ts'
import * as styles from './forms.module.css'

/** Most forms have no pages. */
const PageButtons = lazy(() =>
  withLazyTexts(() => import('../../fields/pages/PageButtons.tsx')).then((module) => ({ default: module.PageButtons })),
)

interface ActionBarProps {
  readonly session: Session
  readonly draft: DraftState
  /** The save node that the bar draws, if the form has exactly one. */
  readonly saveNode: FormNode | undefined
  readonly allowSave: boolean
  readonly allowCancel: boolean
  onSave(setting?: FieldSetting<'save'>): Promise<void>
  onCancel(): Promise<void>
}

/** States of the outbox; the operation is stored on the device in every other state. */
const deliveries: { readonly [state: string]: Delivery | undefined } = {
  parked: 'needsYou',
  conflict: 'needsYou',
  authWait: 'needsYou',
  blocked: 'needsYou',
  sending: 'sending',
}

/** Returns the delivery state of this record's last save; undefined if no save is pending. */
function useDeliveryOf(recordPath: string): { state: Delivery; percent: number } | undefined {
  const outbox = useOutbox()
  return useMemo(() => {
    const last = outbox.findLast((op) => op.own && op.path === recordPath)
    if (!last) return undefined
    return { state: deliveries[last.state] ?? 'saved', percent: last.percent }
  }, [outbox, recordPath])
}

/** Save and Cancel within reach of a thumb, and the state of the stored data. */
export function ActionBar({ session, draft, saveNode, allowSave, allowCancel, onSave, onCancel }: ActionBarProps) {
  const { t } = useLingui()
  const delivery = useDeliveryOf(session.recordPath)
  const cancel = allowCancel ? <Button onClick={onCancel}>{t`Cancel`}</Button> : null
  const anySave = saveNode ? (
    <NodeSave session={session} node={saveNode} onSave={onSave} />
  ) : (
    <Button kind="primary" onClick={() => onSave()}>{t`Save`}</Button>
  )
  const save = allowSave ? anySave : null
  const shown = !session.readOnly && (allowSave || allowCancel)
  if (!shown && !delivery) return null
  return (
    <div className={styles.actionBar}>
      <div className={styles.actionState} role="status">
        <StoredState draft={draft} delivery={delivery} />
      </div>
      {shown ? (
        <div className={styles.actionButtons}>
          {pagesOf(session.form) ? (
            <Suspense>
              <PageButtons form={session.form} first={cancel} last={save} />
            </Suspense>
          ) : (
            <>
              {cancel}
              {save}
            </>
          )}
        </div>
      ) : null}
    </div>
  )
}

/**
 * What the device has stored; a save that waits for delivery counts more than a draft. The words of a draft stay in the
 * live region while a further answer is stored, so that a screen reader says them once and not after each answer.
 */
function StoredState({ draft, delivery }: { readonly draft: DraftState; readonly delivery: ReturnType<typeof useDeliveryOf> }) {
  if (draft === 'failed')
    return (
      <span className={styles.draftFailed}>
        <Icon name="alert" size={17} />
        <Trans>Not kept on this device yet</Trans>
      </span>
    )
  if (delivery) return <DeliveryMark state={delivery.state} percent={delivery.percent} />
  if (draft === 'none') return null
  return (
    <span className={styles.draftKept} data-draft={draft}>
      <Icon name="device" size={17} />
      <Trans>Draft kept on this device</Trans>
    </span>
  )
}

function NodeSave({ session, node, onSave }: { session: Session; node: FormNode; onSave(setting: FieldSetting<'save'>): Promise<void> }) {
  const { t } = useLingui()
  const { visible } = useNode(session.form, node)
  const setting = node.setting as FieldSetting<'save'>
  if (!visible) return null
  return (
    <Button kind="primary" onClick={() => onSave(setting)}>
      {setting.label ?? t`Save`}
    </Button>
  )
}
