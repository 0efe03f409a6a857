import { useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { truthy } from '../../../contract/expression.ts'
import type { NodeSetting } from '../../../contract/fields.ts'
import type { LookupItem } from '../../../contract/pages.ts'
import { createForm, type Form, type FormNode } from '../../engine/form.ts'
import { Button } from '../../ui/Button.tsx'
import { confirmDialog } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormHost } from '../host.ts'
import { useNodeRenderer } from '../nodeRenderer.ts'
import { useField } from '../useField.ts'
import { EntryPicker, type Source, type Typed } from './EntryPicker.tsx'
import { ItemDialog } from './ItemDialog.tsx'
import { ItemRow, type RowPart } from './ItemRow.tsx'
import { type ArraySetting, attributesOf, duplicateOf, type Item, itemsOf, replaced, summaryOf, titleOf, without } from './items.ts'
import { OpenItem } from './OpenItem.tsx'
import { formMakers, keyOf } from './rules.ts'
import { useWindow } from './useWindow.ts'
import './arrays.css'

/** What a type of list makes of the editor. One object as long as its setting is the same. */
export interface ArrayKind {
  /** The fields of an item; `item` as it is before it is edited. */
  fields(item: Item): readonly NodeSetting[]
  /** Text of Add where the setting has none. */
  readonly addLabel?: string | undefined
  readonly source?: Source | undefined
  /** What an entry holds before anybody types; `typed`: who is not in the list to pick from. */
  fresh?(typed: Typed | undefined): Item
  /** The line under the title; undefined: the first answers. */
  summary?(item: Item): string
  /** Stands below the title of each row. */
  part?(props: RowPart): ReactNode
}

interface ArrayEditorProps {
  readonly form: Form
  readonly node: FormNode
  readonly setting: ArraySetting
  readonly kind: ArrayKind
  /** Stands above the rows; gets the list and what takes its place. */
  above?(items: readonly Item[], change: (next: Item[]) => void, readOnly: boolean): ReactNode
}

/** An item under the pen. What is typed goes into the list at once, so that a draft has it; Cancel takes it back. */
interface Editing {
  readonly form: Form
  readonly index: number
  /** The item before; undefined for a new one. */
  readonly prior: Item | undefined
  readonly notice?: string
}

export const selection = 'selected'
/** Items that are filled where they stand are all drawn in a list up to this length. */
const openAtOnce = 20

/** A list of items: added, edited in a dialog or where they stand, selected, removed (spec/1 §2.8, §4.13). */
export function ArrayEditor({ form, node, setting, kind, above }: ArrayEditorProps) {
  const { t } = useLingui()
  const host = useFormHost()
  const { rules } = useNodeRenderer()
  const path = node.path ?? ''
  const { id, value, set, label, readOnly, describedBy } = useField(form, node)
  const items = useMemo(() => itemsOf(value), [value])
  const [editing, setEditing] = useState<Editing>()
  const [picking, setPicking] = useState(false)
  /** Entries that were typed in the list to pick from, still to be filled in. */
  const waiting = useRef<Item[]>([])
  const list = useRef<HTMLUListElement>(null)
  const shown = useWindow(list, setting.selfRender ? 0 : items.length)
  const summaries = useMemo(() => (setting.compact || setting.suppressChildrenRender ? [] : attributesOf(kind.fields({}))), [setting, kind])
  const room = setting.limit === undefined ? Number.POSITIVE_INFINITY : Math.max(0, setting.limit - items.length)
  const now = useCallback(() => itemsOf(form.value(path)), [form, path])
  const nameOf = (item: Item, index: number) => titleOf(form, node, setting, item, index)
  const lineOf = (item: Item, title: string) =>
    setting.compact || setting.suppressChildrenRender ? '' : (kind.summary?.(item) ?? summaryOf(item, summaries, title))
  const removable = (item: Item) =>
    !readOnly && (typeof setting.canRemove === 'string' ? truthy(form.evaluate(setting.canRemove, item)) : setting.canRemove !== false)
  const changed = () => {
    if (setting.inlineSave) void host.save({ type: 'save', returnUrl: 'nop' })
  }
  const make = useCallback(
    (item: object) =>
      createForm({ settings: { children: [...kind.fields(item as Item)] }, model: item as Item, rules, parent: form, readOnly }),
    [kind, rules, form, readOnly],
  )
  formMakers.set(node.setting, make)

  const edit = (index: number, { fresh = {}, notice }: { fresh?: Item; notice?: string } = {}) => {
    const prior = now()[index]
    setEditing({ form: make(prior ?? fresh), index, prior, ...(notice !== undefined && { notice }) })
  }
  /** The next of those who were typed in the list to pick from. */
  const next = () => {
    const fresh = waiting.current.shift()
    if (fresh && !(setting.limit !== undefined && now().length >= setting.limit)) edit(now().length, { fresh })
    else setEditing(undefined)
  }

  useEffect(() => {
    if (!editing || readOnly) return
    return editing.form.subscribe('any', () => set(replaced(now(), editing.index, editing.form.draft())))
  }, [editing, readOnly, now, set])

  const cancel = () => {
    if (!editing) return
    const { prior, index } = editing
    const list = now()
    if (!readOnly && prior && list[index] !== prior) set(replaced(list, index, prior))
    else if (!readOnly && !prior && index < list.length) set(without(list, index))
    next()
  }

  const confirm = (): string | undefined => {
    if (!editing) return undefined
    const { form: made, index, prior } = editing
    const item = made.model()
    const other = duplicateOf(now(), index, item, setting.preventDuplicates)
    if (other >= 0 && prior) return t`${nameOf(now()[other] as Item, other)} is in the list already.`
    if (other >= 0) {
      if (index < now().length) set(without(now(), index))
      edit(other, { notice: t`This one is in the list already. Here it is.` })
      return undefined
    }
    set(replaced(now(), index, item))
    next()
    changed()
    return undefined
  }

  const add = () => {
    if (kind.source && kind.source.items.length > 0) return setPicking(true)
    const fresh = kind.fresh?.(undefined) ?? {}
    if (!setting.selfRender) return edit(now().length, { fresh })
    set([...now(), make(fresh).draft()])
    changed()
  }

  const take = (source: Source, picked: readonly LookupItem[], typed: readonly Typed[]) => {
    setPicking(false)
    const list = [...now()]
    const by = setting.preventDuplicates ?? source.identity
    let there = -1
    let left = 0
    for (const entry of picked.map(source.entry)) {
      const other = duplicateOf(list, -1, entry, by)
      if (other >= 0) there = other
      else if (setting.limit !== undefined && list.length >= setting.limit) left++
      else list.push(make(entry).draft())
    }
    if (list.length > now().length) {
      set(list)
      changed()
    } else if (there >= 0 && typed.length === 0) edit(there, { notice: t`This one is in the list already. Here it is.` })
    if (left > 0) toast(t`The list takes ${setting.limit}. Left out: ${left}.`, 'warning')
    waiting.current = typed.map((each) => kind.fresh?.(each) ?? {})
    if (typed.length > 0) next()
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
      const after = list.current?.querySelector<HTMLElement>(`[data-row="${Math.min(at, now().length - 1)}"] .m-item-open`)
      ;(after ?? document.getElementById(id))?.focus()
    })
  }

  const change = (index: number, item: Item) => {
    set(replaced(now(), index, item))
    changed()
  }
  const select = (index: number, selected: boolean) => {
    const item = now()[index]
    if (item) set(replaced(now(), index, { ...item, [selection]: selected }))
  }
  const latest = useRef({ edit, remove, select, change })
  useLayoutEffect(() => {
    latest.current = { edit, remove, select, change }
  })
  const open = useCallback((index: number) => latest.current.edit(index), [])
  const drop = useCallback((index: number) => void latest.current.remove(index), [])
  const tick = useCallback((index: number, selected: boolean) => latest.current.select(index, selected), [])
  const put = useCallback((index: number, item: Item) => latest.current.change(index, item), [])
  const write = useCallback((index: number, item: Item) => set(replaced(now(), index, item)), [now, set])

  const selected = setting.allowSelection ? items.filter((item) => item[selection] === true).length : 0
  const addLabel = setting.addLabel ?? kind.addLabel
  const editedTitle = () => {
    if (!editing) return ''
    if (!editing.prior) return addLabel ?? (label || t`Add`)
    return setting.editLabel ?? nameOf(editing.prior, editing.index)
  }

  return (
    <div className="m-items" data-compact={setting.compact || undefined} data-parts={kind.part ? '' : undefined}>
      {above?.(
        items,
        (list) => {
          set(list)
          changed()
        },
        readOnly,
      )}
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
              setting={node.setting}
              item={item}
              index={index}
              title={nameOf(item, index)}
              removable={removable(item)}
              always={items.length <= openAtOnce}
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
                item={item}
                index={index}
                count={items.length}
                title={title}
                summary={lineOf(item, title)}
                editLabel={setting.editLabel}
                selected={setting.allowSelection ? item[selection] === true : undefined}
                removable={removable(item)}
                readOnly={readOnly}
                part={kind.part}
                onOpen={open}
                onRemove={drop}
                onSelect={tick}
                onChange={put}
              />
            )
          })}
        </ul>
      )}
      {readOnly || room === 0 ? null : (
        <Button id={id} icon="plus" aria-describedby={describedBy} onClick={add}>
          {addLabel ?? t`Add`}
        </Button>
      )}
      {room === 0 && !readOnly ? <p className="m-hint">{t`${items.length} of ${setting.limit}: the list is full.`}</p> : null}
      {picking && kind.source ? (
        <Suspense>
          <EntryPicker source={kind.source} items={items} by={setting.preventDuplicates} onTake={take} onCancel={() => setPicking(false)} />
        </Suspense>
      ) : null}
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
