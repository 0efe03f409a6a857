import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, type RefObject, Suspense, useMemo, useRef } from 'react'
import { truthy } from '../../../contract/forms/expression.ts'
import type { Form, FormNode } from '../../engine/form.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EntryPicker } from './EntryPicker.tsx'
import { ItemDialog } from './ItemDialog.tsx'
import { ItemRow } from './ItemRow.tsx'
import { type ArraySetting, attributesOf, type Item, summaryOf } from './itemsOf.ts'
import { OpenItem } from './OpenItem.tsx'
import { keyOf } from './rules.ts'
import { type ArrayKind, selection, useItems } from './useItems.ts'
import { useWindow } from './useWindow.ts'
import * as styles from './arrays.module.css'
import * as controls from '../../ui/controls/controls.module.css'

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
  const { field, items, editing } = all
  const { readOnly } = field
  const summaries = useMemo(() => (setting.compact || setting.suppressChildrenRender ? [] : attributesOf(kind.fields({}))), [setting, kind])
  const shown = useWindow(list, setting.selfRender ? 0 : items.length)
  const addLabel = setting.addLabel ?? kind.addLabel
  const parts: EditorParts = { form, node, setting, kind, all, list, shown, summaries }

  return (
    <div className={styles.items} data-compact={setting.compact || undefined} data-parts={kind.part ? '' : undefined}>
      {above?.(items, all.replace, readOnly)}
      {setting.allowSelection && items.length > 0 ? selectAll(all) : null}
      {items.length === 0 ? <p className={styles.itemsEmpty}>{setting.emptyMessage ?? t`Nothing here yet`}</p> : rowsOf(parts)}
      {readOnly ? null : addButton(all, setting, addLabel)}
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
          title={dialogTitle(parts, addLabel)}
          notice={editing.notice}
          readOnly={readOnly}
          onOk={all.confirm}
          onCancel={all.cancel}
        />
      )}
    </div>
  )
}

interface EditorParts extends Pick<ArrayEditorProps, 'form' | 'node' | 'setting' | 'kind'> {
  readonly all: ReturnType<typeof useItems>
  readonly list: RefObject<HTMLUListElement | null>
  readonly shown: ReturnType<typeof useWindow>
  /** Attributes of the line under the title of a row. */
  readonly summaries: readonly string[]
}

function dialogTitle({ setting, all: { editing, field, nameOf } }: EditorParts, addLabel: string | undefined): string {
  if (!editing) return ''
  if (!editing.prior) return addLabel ?? (field.label || t`Add`)
  return setting.editLabel ?? nameOf(editing.prior, editing.index)
}

// Plain functions, to save components per list.

function selectAll({ field: { readOnly, set }, items }: ReturnType<typeof useItems>) {
  const selected = items.filter((item) => item[selection] === true).length
  return (
    <label className={controls.check}>
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
  )
}

function addButton({ field, items, add }: ReturnType<typeof useItems>, setting: ArraySetting, label: string | undefined) {
  if (setting.limit !== undefined && items.length >= setting.limit)
    return <p className={controls.hint}>{t`${items.length} of ${setting.limit}: the list is full.`}</p>
  return (
    <Button id={field.id} icon="plus" aria-describedby={field.describedBy} onClick={add}>
      {label ?? t`Add`}
    </Button>
  )
}

function isRemovable({ form, setting: { canRemove }, all }: EditorParts, item: Item): boolean {
  if (all.field.readOnly) return false
  return typeof canRemove === 'string' ? truthy(form.evaluate(canRemove, item)) : canRemove !== false
}

function summaryLine({ setting, kind, summaries }: EditorParts, item: Item, title: string): string {
  if (setting.compact || setting.suppressChildrenRender) return ''
  return kind.summary?.(item) ?? summaryOf(item, summaries, title)
}

const rowsOf = (parts: EditorParts) => (parts.setting.selfRender ? openItems(parts) : itemRows(parts))

function openItems(parts: EditorParts) {
  const { form, node, all } = parts
  return (
    <ul className={styles.openItems}>
      {all.items.map((item, index) => (
        <OpenItem
          key={keyOf(item)}
          parent={form}
          setting={node.setting}
          item={item}
          index={index}
          title={all.nameOf(item, index)}
          removable={isRemovable(parts, item)}
          always={all.items.length <= openAtOnce}
          onChange={all.write}
          onRemove={all.drop}
        />
      ))}
    </ul>
  )
}

/** Only the rows in the window are rendered; the padding takes the place of the others. */
function itemRows(parts: EditorParts) {
  const { setting, kind, all, list, shown } = parts
  const { items } = all
  return (
    <ul
      ref={list}
      className={styles.itemList}
      style={{ paddingBlockStart: shown.first * shown.row, paddingBlockEnd: (items.length - shown.end) * shown.row }}
    >
      {items.slice(shown.first, shown.end).map((item, offset) => {
        const index = shown.first + offset
        const title = all.nameOf(item, index)
        return (
          <ItemRow
            key={index}
            item={item}
            index={index}
            count={items.length}
            title={title}
            summary={summaryLine(parts, item, title)}
            editLabel={setting.editLabel}
            selected={setting.allowSelection ? item[selection] === true : undefined}
            removable={isRemovable(parts, item)}
            readOnly={all.field.readOnly}
            part={kind.part}
            onOpen={all.open}
            onRemove={all.drop}
            onSelect={all.tick}
            onChange={all.put}
          />
        )
      })}
    </ul>
  )
}
