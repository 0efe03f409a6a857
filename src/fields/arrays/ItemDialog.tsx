import { useLingui } from '@lingui/react/macro'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { truthy } from '../../../contract/forms/expression.ts'
import type { Form } from '../../engine/form.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useNodeRenderer } from '../nodeRenderer.ts'
import { goToNode } from '../reveal.ts'
import type { ArraySetting } from './itemsOf.ts'
import * as styles from './arrays.module.css'

interface ItemDialogProps {
  /** The form of the item. */
  readonly form: Form
  readonly setting: ArraySetting
  readonly title: string
  readonly notice?: string | undefined
  readonly readOnly: boolean
  /** Accepts the item; returns the reason if it cannot. */
  onOk(): string | undefined
  onCancel(): void
}

/**
 * OK is enabled once this attribute of the item is true; without an attribute it is always enabled, and
 * validates on press.
 */
function useReady(form: Form, attribute: string | undefined): boolean {
  const subscribe = useCallback((listener: () => void) => form.subscribe('any', listener), [form])
  return useSyncExternalStore(subscribe, () => attribute === undefined || truthy(form.value(attribute)))
}

export function ItemDialog({ form, setting, title, notice, readOnly, onOk, onCancel }: ItemDialogProps) {
  const { t } = useLingui()
  const { NodeList } = useNodeRenderer()
  const ready = useReady(form, setting.subformValidationAttribute)
  const [refusal, setRefusal] = useState<string>()
  const said = refusal ?? notice

  const confirm = () => {
    const [first] = form.validate()
    if (first) goToNode(form, first.node)
    else setRefusal(onOk())
  }

  return (
    <Dialog
      open
      title={title}
      width={setting.subformWidth}
      onClose={onCancel}
      actions={
        readOnly ? (
          <Button onClick={onCancel}>{t`Close`}</Button>
        ) : (
          <>
            <Button onClick={onCancel}>{t`Cancel`}</Button>
            <Button kind="primary" disabled={!ready} onClick={confirm}>
              {t`OK`}
            </Button>
          </>
        )
      }
    >
      <div className={styles.itemForm}>
        {said !== undefined && <Notice level="warning">{said}</Notice>}
        <NodeList form={form} nodes={form.nodes} />
      </div>
    </Dialog>
  )
}
