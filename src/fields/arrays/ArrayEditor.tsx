import { useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useMemo, useRef } from 'react'
import { truthy } from '../../../contract/forms/expression.ts'
import type { Form, FormNode } from '../../engine/form.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EntryPicker } from './EntryPicker.tsx'
import { ItemDialog } from './ItemDialog.tsx'
import { ItemRow } from './ItemRow.tsx'
import { type ArraySetting, attributesOf, type Item, summaryOf } from './items.ts'
import { OpenItem } from './OpenItem.tsx'
import { keyOf } from './rules.ts'
import { type ArrayKind, selection, useItems } from './useItems.ts'
import { useWindow } from './useWindow.ts'
import './arrays.css'

interface ArrayEditorProps {
  readonly form: Form
  readonly node: FormNode
  readonly setting: ArraySetting
  readonly kind: ArrayKind
  /** Rendered above the rows; gets the list and a function that replaces it. */
  above?(items: readonly Item[], change: (next: Item[]) => void, readOnly: boolean): ReactNode
}

/** Inline items are all rendered in a list up to this length. */
const openAtOnce = 20

/** A list of items: add, edit in a dialog or inline, select, remove (spec/1 §2.8, §4.13). */
export function ArrayEditor({ form, node, setting, kind, above }: ArrayEditorProps) {
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const all = useItems({ form, node, setting, kind, list })
  const { field, items, editing, nameOf } = all
  const { id, label, readOnly, describedBy, set } = field
  const summaries = useMemo(() => (setting.compact || setting.suppressChildrenRender ? [] : attributesOf(kind.fields({}))), [setting, kind])
  const shown = useWindow(list, setting.selfRender ? 0 : items.length)
  const room = setting.limit === undefined ? Number.POSITIVE_INFINITY : Math.max(0, setting.limit - items.length)
  const lineOf = (item: Item, title: string) =>
    setting.compact || setting.suppressChildrenRender ? '' : (kind.summary?.(item) ?? summaryOf(item, summaries, title))
  const removable = (item: Item) =>
    !readOnly && (typeof setting.canRemove === 'string' ? truthy(form.evaluate(setting.canRemove, item)) : setting.canRemove !== false)
  const selected = setting.allowSelection ? items.filter((item) => item[selection] === true).length : 0
  const addLabel = setting.addLabel ?? kind.addLabel
  const editedTitle = () => {
    if (!editing) return ''
    if (!editing.prior) return addLabel ?? (label || t`Add`)
    return setting.editLabel ?? nameOf(editing.prior, editing.index)
  }

  return (
    <div className="m-items" data-compact={setting.compact || undefined} data-parts={kind.part ? '' : undefined}>
      {above?.(items, all.replace, readOnly)}
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
              onChange={all.write}
              onRemove={all.drop}
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
                onOpen={all.open}
                onRemove={all.drop}
                onSelect={all.tick}
                onChange={all.put}
              />
            )
          })}
        </ul>
      )}
      {readOnly || room === 0 ? null : (
        <Button id={id} icon="plus" aria-describedby={describedBy} onClick={all.add}>
          {addLabel ?? t`Add`}
        </Button>
      )}
      {room === 0 && !readOnly ? <p className="m-hint">{t`${items.length} of ${setting.limit}: the list is full.`}</p> : null}
      {all.picking && kind.source ? (
        <Suspense>
          <EntryPicker source={kind.source} items={items} by={setting.preventDuplicates} onTake={all.take} onCancel={all.stopPicking} />
        </Suspense>
      ) : null}
      {editing && (
        <ItemDialog
          key={keyOf(editing.form)}
          form={editing.form}
          setting={setting}
          title={editedTitle()}
          notice={editing.notice}
          readOnly={readOnly}
          onOk={all.confirm}
          onCancel={all.cancel}
        />
      )}
    </div>
  )
}
