import { useLingui } from '@lingui/react/macro'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Form } from '../../engine/form.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { useNodeRenderer } from '../nodeRenderer.ts'
import type { Item } from './itemsOf.ts'
import { formOf, keyOf, openForms } from './rules.ts'
import { useNear } from './useNear.ts'
import * as styles from './arrays.module.css'

interface OpenItemProps {
  readonly parent: Form
  /** The setting of the list; `formMakers` uses it to create the form of an item. */
  readonly setting: object
  readonly item: Item
  readonly index: number
  readonly title: string
  /** The item's form shows its own title. */
  readonly bare?: boolean
  readonly removable?: boolean
  /** A short list renders all items. */
  readonly always: boolean
  onChange(index: number, item: Item): void
  onRemove?(index: number): void
}

/** An inline item (selfRender): its sub-form is the row. */
export const OpenItem = memo(function OpenItem(props: OpenItemProps) {
  const { index, title, bare, removable, always, onRemove } = props
  const { t } = useLingui()
  const row = useRef<HTMLLIElement>(null)
  const { near, height } = useNear(row, always)
  return (
    <li ref={row} className={styles.openItem} aria-label={title} style={height === undefined ? undefined : { minHeight: height }}>
      {bare ? null : (
        <div className={styles.openHead}>
          <span className={styles.itemTitle}>{title}</span>
          {removable && <IconButton icon="trash" label={t`Remove ${title}`} onClick={() => onRemove?.(index)} />}
        </div>
      )}
      {near && <ItemForm {...props} />}
    </li>
  )
})

function ItemForm({ parent, setting, item, index, onChange }: OpenItemProps) {
  const { NodeList } = useNodeRenderer()
  /** The item as this form wrote it last: any other value was set from outside. */
  const written = useRef(item)
  const [form] = useState(() => formOf(item, setting) as Form)

  useEffect(() => {
    if (item === written.current) return
    written.current = item
    form.reset(item)
    openForms.set(item, form)
  }, [form, item])

  const latest = useRef({ index, onChange })
  useLayoutEffect(() => {
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

  // Its expressions may read the parent form; many changes at once cause one refresh.
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      form.refresh()
    }
    look()
    const leave = parent.subscribe('any', () => {
      frame ||= requestAnimationFrame(look)
    })
    return () => {
      cancelAnimationFrame(frame)
      leave()
    }
  }, [form, parent])

  return (
    <div className={styles.itemForm}>
      <NodeList form={form} nodes={form.nodes} />
    </div>
  )
}
