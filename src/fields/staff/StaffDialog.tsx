import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo } from 'react'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { createForm, type Form } from '../../engine/form.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useNodeRenderer } from '../nodeRenderer.ts'
import { goToNode } from '../reveal.ts'
import { defaultRoles } from './entryFrom.ts'
import type { StaffEntry } from './rules.ts'

interface StaffDialogProps {
  readonly parent: Form
  readonly path: string
  readonly title: string
  readonly entry: StaffEntry
  readonly roles: readonly string[] | undefined
  readonly onDone: () => void
  readonly onCancel: () => void
}

/**
 * Edits the details of a person. Input is in the form (and its draft) at once; Cancel restores the previous
 * entry.
 */
export function StaffDialog({ parent, path, title, entry, roles = defaultRoles, onDone, onCancel }: StaffDialogProps) {
  const { t } = useLingui()
  const { NodeList, rules } = useNodeRenderer()
  const form = useMemo(() => {
    const words: Readonly<Record<string, string>> = { Worker: t`Worker`, Foreman: t`Foreman`, Visitor: t`Visitor` }
    const children: NodeSetting[] = [
      { type: 'text', attribute: 'name', label: t`Name`, required: true },
      { type: 'mobile', attribute: 'mobile', label: t`Mobile` },
      parent.lookups['vendors']
        ? { type: 'lookup', attribute: 'vendor', label: t`Company`, lookup: 'vendors', store: 'label', allowCreate: true }
        : { type: 'text', attribute: 'vendor', label: t`Company` },
      { type: 'enum', attribute: 'role', label: t`Role`, options: roles.map((role) => ({ name: words[role] ?? role, value: role })) },
      { type: 'text', attribute: 'location', label: t`Location` },
    ]
    return createForm({ settings: { children }, model: { ...entry }, parent, rules })
    // One form per opening: typing must not create it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(() => form.subscribe('any', () => parent.set(path, form.model())), [form, parent, path])

  const confirm = () => {
    const [first] = form.validate()
    if (first) goToNode(form, first.node)
    else onDone()
  }

  return (
    <Dialog
      open
      title={title}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t`Cancel`}</Button>
          <Button kind="primary" onClick={confirm}>{t`OK`}</Button>
        </>
      }
    >
      <div style={{ display: 'flex', flexDirection: 'column', gap: '1.25rem', paddingBlock: '0.25rem' }}>
        <NodeList form={form} nodes={form.nodes} />
      </div>
    </Dialog>
  )
}
