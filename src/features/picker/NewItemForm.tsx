import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { endpoint } from '../../../contract/endpoint.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { createForm } from '../../engine/form.ts'
import { FieldTypes } from '../../fields/FieldTypes.tsx'
import { rulesOf } from '../../fields/index.ts'
import { NodeList } from '../../fields/NodeList.tsx'
import { goToNode } from '../../fields/reveal.ts'
import { useTypes } from '../../fields/useTypes.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import type { NewItem } from '../../ui/list-picker/pickItem.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import * as fieldsStyles from '../../fields/fields.module.css'

interface NewItemFormProps {
  readonly fields: readonly NodeSetting[]
  /** Receives the answers by POST and returns the new item's id. */
  readonly address: string
  readonly title: string | undefined
  readonly onSaved: (item: NewItem) => void
  readonly onCancel: () => void
}

/**
 * The form behind "New Site": saves at once, because the list must contain the item before it can be picked.
 */
export function NewItemForm(props: NewItemFormProps) {
  return useTypes(props.fields) ? <DrawnForm {...props} /> : null
}

function DrawnForm({ fields, address, title, onSaved, onCancel }: NewItemFormProps) {
  const { t: words } = useLingui()
  const [trouble, setTrouble] = useState<string>()
  const form = useMemo(
    () => createForm({ settings: { children: [...fields] }, model: {}, rules: rulesOf, requiredMessage: (label) => t`${label} Required` }),
    [fields],
  )

  const save = async () => {
    setTrouble(undefined)
    const [first] = form.validate()
    if (first) {
      goToNode(form, first.node)
      return
    }
    const model = form.model()
    try {
      const call = endpoint({ method: 'POST', path: address, whenOffline: 'refused', access: 'signedIn' })
      const answer = (await ask(call, undefined as never, model as never)) as { id?: string; label?: string } | null
      const name = answer?.label ?? model['name']
      onSaved({ id: answer?.id, label: typeof name === 'string' ? name : undefined })
    } catch (error) {
      if (!(error instanceof AskFailed)) throw error
      setTrouble(
        error.kind === 'refused' && error.message
          ? error.message
          : words`This needs a connection. Everything you typed is still here; try again when you have signal.`,
      )
    }
  }

  return (
    <Dialog
      open
      title={title ?? words`New Site`}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" onClick={save}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <FieldTypes>
        <div className={fieldsStyles.form} data-compact="">
          {trouble === undefined ? null : <Notice level="error">{trouble}</Notice>}
          <NodeList form={form} nodes={form.nodes} />
        </div>
      </FieldTypes>
    </Dialog>
  )
}
