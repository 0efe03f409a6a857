import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { FieldSetting } from '../../../contract/fields.ts'
import { createForm, type Form } from '../../engine/form.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useNodeRenderer } from '../nodeRenderer.ts'
import type { Item } from './items.ts'
import { keyOf, openForms } from './rules.ts'

interface OpenItemProps {
  readonly parent: Form
  readonly setting: FieldSetting<'subForm'>
  readonly item: Item
  readonly index: number
  readonly title: string
  readonly removable: boolean
  readonly readOnly: boolean
  onChange(index: number, item: Item): void
  onRemove(index: number): void
}

/** An item that is filled where it stands (selfRender): its sub-form is the row. */
export function OpenItem({ parent, setting, item, index, title, removable, readOnly, onChange, onRemove }: OpenItemProps) {
  const { t } = useLingui()
  const { NodeList, rules } = useNodeRenderer()
  /** The item as this form wrote it last: anything else came from outside. */
  const written = useRef(item)
  const [form] = useState(() => createForm({ settings: { children: setting.subform }, model: item, rules, parent, readOnly }))
  openForms.set(item, form)

  useEffect(() => {
    if (item === written.current) return
    written.current = item
    form.reset(item)
  }, [form, item])

  const latest = useRef({ index, onChange })
  useEffect(() => {
    latest.current = { index, onChange }
  })
  useEffect(
    () =>
      form.subscribe('any', () => {
        const next = form.draft()
        keyOf(next, written.current)
        written.current = next
        openForms.set(next, form)
        latest.current.onChange(latest.current.index, next)
      }),
    [form],
  )

  // Its expressions may read the form around it.
  useEffect(() => parent.subscribe('any', () => form.refresh()), [form, parent])

  return (
    <li className="m-open-item" aria-label={title}>
      <div className="m-open-head">
        <span className="m-item-title">{title}</span>
        {removable && <IconButton icon="trash" label={t`Remove ${title}`} onClick={() => onRemove(index)} />}
      </div>
      <div className="m-item-form">
        <NodeList form={form} nodes={form.nodes} />
      </div>
    </li>
  )
}
