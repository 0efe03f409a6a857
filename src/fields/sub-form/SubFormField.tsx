import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { truthy } from '../../../contract/expression.ts'
import { createForm, type Form } from '../../engine/form.ts'
import { Button } from '../../ui/Button.tsx'
import { confirmDialog } from '../../ui/confirm.tsx'
import type { FieldProps } from '../defineField.ts'
import { useFormHost } from '../host.ts'
import { useNodeRenderer } from '../nodeRenderer.ts'
import { useField } from '../useField.ts'
import { ItemDialog } from './ItemDialog.tsx'
import { ItemRow } from './ItemRow.tsx'
import { attributesOf, duplicateOf, type Item, itemsOf, replaced, summaryOf, titleOf, without } from './items.ts'
import { OpenItem } from './OpenItem.tsx'
import { keyOf } from './rules.ts'
import { useWindow } from './useWindow.ts'
import './sub-form.css'

/** An item under the pen. What is typed goes into the list at once, so that a draft has it; Cancel takes it back. */
interface Editing {
  readonly form: Form
  readonly index: number
  /** The item before; undefined for a new one. */
  readonly prior: Item | undefined
  readonly notice?: string
}

const selection = 'selected'

/** A list of items, each filled in a sub-form. */
export function SubFormField({ form, node, setting }: FieldProps<'subForm'>) {
  const { t } = useLingui()
  const host = useFormHost()
  const { rules } = useNodeRenderer()
  const path = node.path ?? ''
  const { id, value, set, label, readOnly, describedBy } = useField(form, node)
  const items = useMemo(() => itemsOf(value), [value])
  const [editing, setEditing] = useState<Editing>()
  const list = useRef<HTMLUListElement>(null)
  const shown = useWindow(list, setting.selfRender ? 0 : items.length)
  const summaries = useMemo(() => (setting.compact || setting.suppressChildrenRender ? [] : attributesOf(setting.subform)), [setting])
  const full = setting.limit !== undefined && items.length >= setting.limit
  const now = useCallback(() => itemsOf(form.value(path)), [form, path])
  const nameOf = (item: Item, index: number) => titleOf(form, node, setting, item, index)
  const removable = (item: Item) =>
    !readOnly && (typeof setting.canRemove === 'string' ? truthy(form.evaluate(setting.canRemove, item)) : setting.canRemove !== false)
  const changed = () => {
    if (setting.inlineSave) void host.save({ type: 'save', returnUrl: 'nop' })
  }

  const edit = (index: number, notice?: string) => {
    const prior = now()[index]
    const made = createForm({ settings: { children: setting.subform }, model: prior ?? {}, rules, parent: form, readOnly })
    setEditing({ form: made, index, prior, ...(notice !== undefined && { notice }) })
  }

  useEffect(() => {
    if (!editing || readOnly) return
    return editing.form.subscribe('any', () => set(replaced(now(), editing.index, editing.form.draft())))
  }, [editing, readOnly, now, set])

  const cancel = () => {
    if (!editing) return
    const { prior, index } = editing
    setEditing(undefined)
    if (readOnly) return
    const list = now()
    if (prior) {
      if (list[index] !== prior) set(replaced(list, index, prior))
    } else if (index < list.length) set(without(list, index))
  }

  const confirm = (): string | undefined => {
    if (!editing) return undefined
    const { form: made, index, prior } = editing
    const item = made.model()
    const other = duplicateOf(now(), index, item, setting.preventDuplicates)
    if (other >= 0 && prior) return t`${nameOf(now()[other] as Item, other)} is in the list already.`
    if (other >= 0) {
      if (index < now().length) set(without(now(), index))
      edit(other, t`This one is in the list already. Here it is.`)
      return undefined
    }
    set(replaced(now(), index, item))
    setEditing(undefined)
    changed()
    return undefined
  }

  const add = () => {
    const index = now().length
    if (!setting.selfRender) return edit(index)
    set([...now(), createForm({ settings: { children: setting.subform }, model: {}, rules, parent: form }).draft()])
    changed()
  }

  const remove = async (index: number) => {
    const item = now()[index]
    if (!item) return
    const title = nameOf(item, index)
    const yes = await confirmDialog({ text: t`Are you sure you want to remove ${title}?`, ok: t`Remove`, danger: true })
    if (!yes) return
    // The list may have changed while the question stood.
    const at = now().indexOf(item)
    if (at < 0) return
    set(without(now(), at))
    changed()
    // What had the focus is gone: the next row has it, or Add.
    setTimeout(() => {
      const next = list.current?.querySelector<HTMLElement>(`[data-row="${Math.min(at, now().length - 1)}"] .m-item-open`)
      ;(next ?? document.getElementById(id))?.focus()
    })
  }

  const select = (index: number, selected: boolean) => {
    const item = now()[index]
    if (item) set(replaced(now(), index, { ...item, [selection]: selected }))
  }
  const latest = useRef({ edit, remove, select })
  useEffect(() => {
    latest.current = { edit, remove, select }
  })
  const open = useCallback((index: number) => latest.current.edit(index), [])
  const drop = useCallback((index: number) => void latest.current.remove(index), [])
  const tick = useCallback((index: number, selected: boolean) => latest.current.select(index, selected), [])
  const write = useCallback((index: number, item: Item) => set(replaced(now(), index, item)), [now, set])

  const selected = setting.allowSelection ? items.filter((item) => item[selection] === true).length : 0
  const editedTitle = () => {
    if (!editing) return ''
    if (!editing.prior) return setting.addLabel ?? (label || t`Add`)
    return setting.editLabel ?? nameOf(editing.prior, editing.index)
  }

  return (
    <div className="m-items" data-compact={setting.compact || undefined}>
      {setting.allowSelection && items.length > 0 ? (
        <label className="m-check">
          <input
            type="checkbox"
            checked={selected === items.length}
            disabled={readOnly}
            ref={(box) => {
              if (box) box.indeterminate = selected > 0 && selected < items.length
            }}
            onChange={(event) => set(items.map((item) => ({ ...item, [selection]: event.target.checked })))}
          />
          <span>{t`${selected} of ${items.length} selected`}</span>
        </label>
      ) : null}
      {items.length === 0 ? <p className="m-items-empty">{setting.emptyMessage ?? t`Nothing here yet`}</p> : null}
      {items.length === 0 ? null : setting.selfRender ? (
        <ul className="m-open-items">
          {items.map((item, index) => (
            <OpenItem
              key={keyOf(item)}
              parent={form}
              setting={setting}
              item={item}
              index={index}
              title={nameOf(item, index)}
              removable={removable(item)}
              readOnly={readOnly}
              onChange={write}
              onRemove={drop}
            />
          ))}
        </ul>
      ) : (
        <ul
          ref={list}
          className="m-item-list"
          style={{ paddingBlockStart: shown.first * shown.row, paddingBlockEnd: (items.length - shown.end) * shown.row }}
        >
          {items.slice(shown.first, shown.end).map((item, offset) => {
            const index = shown.first + offset
            const title = nameOf(item, index)
            return (
              <ItemRow
                key={index}
                index={index}
                count={items.length}
                title={title}
                summary={summaryOf(item, summaries, title)}
                editLabel={setting.editLabel}
                selected={setting.allowSelection ? item[selection] === true : undefined}
                removable={removable(item)}
                readOnly={readOnly}
                onOpen={open}
                onRemove={drop}
                onSelect={tick}
              />
            )
          })}
        </ul>
      )}
      {readOnly || full ? null : (
        <Button id={id} icon="plus" aria-describedby={describedBy} onClick={add}>
          {setting.addLabel ?? t`Add`}
        </Button>
      )}
      {full && !readOnly ? <p className="m-hint">{t`${items.length} of ${setting.limit}: the list is full.`}</p> : null}
      {editing && (
        <ItemDialog
          key={editing.index}
          form={editing.form}
          setting={setting}
          title={editedTitle()}
          notice={editing.notice}
          readOnly={readOnly}
          onOk={confirm}
          onCancel={cancel}
        />
      )}
    </div>
  )
}
