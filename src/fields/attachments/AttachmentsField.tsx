import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { truthy } from '../../../contract/forms/expression.ts'
import type { Attachment } from '../../../contract/endpoints/uploads.ts'
import { readValue } from '../../engine/readValue.ts'
import { useOutbox } from '../../store/outbox/queue.ts'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import type { Delivery } from '../../ui/feedback/DeliveryMark.tsx'
import type { FieldProps } from '../defineField.ts'
import { useFormHost } from '../useFormHost.ts'
import { useField } from '../useField.ts'
import { type Adding, addFiles, dropLeftovers, removeItem } from './adding.ts'
import { FilesView } from './FilesView.tsx'
import { itemsOf } from './itemsOf.ts'
import { checkPhoto } from './checkPhoto.ts'

/** `op`: the state of the operation in the outbox that the file belongs to. */
function fileDelivery({ op, percent }: { readonly op: string; readonly percent: number }): Delivery {
  if (['parked', 'conflict', 'authWait'].includes(op)) return 'needsYou'
  return op === 'sending' || percent > 0 ? 'sending' : 'saved'
}

/** Delivery state of the files, from the outbox. */
function useDeliveries(items: readonly Attachment[], saved: ReadonlySet<string>): Map<string, { state: Delivery; percent: number }> {
  const waiting = useOutbox().flatMap((row) => row.files.map((file) => ({ ...file, op: row.state })))
  const found = new Map<string, { state: Delivery; percent: number }>()
  for (const { id, url } of items) {
    const file = waiting.find((row) => row.id === id)
    if (file) found.set(id, { state: fileDelivery(file), percent: file.percent })
    else if (url !== '' && !saved.has(id)) found.set(id, { state: 'saved', percent: 0 })
  }
  return found
}

/**
 * Photos and files. Each is stored on the device before it is shown as added, and is uploaded separately from
 * the record.
 */
export function AttachmentsField({ form, node, setting }: FieldProps<'attachments'>) {
  const { t } = useLingui()
  const host = useFormHost()
  const path = node.path ?? ''
  const { id, value, readOnly, describedBy } = useField(form, node)
  const items = itemsOf(value)
  const [complaints, setComplaints] = useState<readonly string[]>([])
  const saved = new Set(itemsOf(readValue(form.initial(), path)).map((item) => item.id))
  const deliveries = useDeliveries(items, saved)

  useEffect(() => {
    if (!readOnly) dropLeftovers({ form, path })
  }, [form, path, readOnly])

  const adding = (): Adding => {
    const { validation = [], customValidation = [] } = setting
    const post = host.options
    const texts = (list: readonly string[]) => list.map((template) => form.text(node, template))
    const checks = validation.length + customValidation.length > 0 && post !== undefined && navigator.onLine
    return {
      form,
      path,
      draftId: host.draftId,
      photoSide: setting.photoSide,
      complain: (text) => setComplaints((list) => (list.includes(text) ? list : [...list, text])),
      check: checks
        ? (photo) => checkPhoto(post, { validation: texts(validation), customValidation: texts(customValidation) }, photo)
        : undefined,
    }
  }

  const remove = async (item: Attachment) => {
    const name = item.name || item.filename
    const onServer = saved.has(item.id)
    const yes = await confirmDialog({
      text: onServer ? t`Delete ${name}?` : t`Remove ${name}?`,
      ok: onServer ? t`Delete` : t`Remove`,
      danger: true,
    })
    if (!yes) return
    removeItem({ form, path }, item.id)
    // The focused element is gone.
    setTimeout(() => document.getElementById(id)?.focus())
  }
  const mayRemove = (item: Attachment) => !readOnly && (setting.canDelete === undefined || truthy(form.evaluate(setting.canDelete, item)))

  return (
    <FilesView
      id={id}
      describedBy={describedBy}
      setting={setting}
      readOnly={readOnly}
      items={items}
      deliveries={deliveries}
      complaints={complaints}
      complain={setComplaints}
      onAdd={(files) => addFiles(adding(), files)}
      removal={(item) => {
        const name = item.name || item.filename
        return mayRemove(item)
          ? { label: saved.has(item.id) ? t`Delete ${name}` : t`Remove ${name}`, run: () => void remove(item) }
          : undefined
      }}
    />
  )
}
