import { useLingui } from '@lingui/react/macro'
import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import { createForm, type Form, type FormNode } from '../../engine/form.ts'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { fieldId } from '../fieldId.ts'
import { giveFiles, onGivenFiles } from '../../lib/sharing/giveFiles.ts'
import { goToNode } from '../reveal.ts'
import { useFormHost } from '../useFormHost.ts'
import { useNodeRenderer } from '../nodeRenderer.ts'
import { useField } from '../useField.ts'
import type { Source, Typed } from './EntryPicker.tsx'
import type { RowPart } from './ItemRow.tsx'
import { type ArraySetting, duplicateOf, type Item, itemsOf, replaced, titleOf, without } from './itemsOf.ts'
import { formMakers, formOf } from './rules.ts'
import * as styles from './arrays.module.css'

/** What a type of list adds to the editor. Must keep its identity while its setting is the same. */
export interface ArrayKind {
  /** The fields of an item; `item` as it is before editing. */
  fields(item: Item): readonly NodeSetting[]
  /** Default text of the Add button. */
  readonly addLabel?: string | undefined
  readonly source?: Source | undefined
  /** Initial values of a new entry; `typed`: a person who is not in the list to pick from. */
  fresh?(typed: Typed | undefined): Item
  /** The line under the title; undefined: the first answers. */
  summary?(item: Item): string
  /** Rendered below the title of each row. */
  part?(props: RowPart): ReactNode
}

/**
 * An item that is being edited. Input is written to the list at once, so that a draft has it; Cancel restores
 * the previous item.
 */
interface Editing {
  readonly form: Form
  readonly index: number
  /** The item before editing; undefined for a new one. */
  readonly prior: Item | undefined
  readonly notice?: string
}

export const selection = 'selected'

interface ItemsOptions {
  readonly form: Form
  readonly node: FormNode
  readonly setting: ArraySetting
  readonly kind: ArrayKind
  /** The element with the rows; the focus stays inside. */
  readonly list: RefObject<HTMLUListElement | null>
}

/** Operations on the items of a list: add, pick, edit, select, remove. */
export function useItems(options: ItemsOptions) {
  const stored = useStoredItems(options)
  const editor = useItemEditor(options, stored)
  const row = useRowActions(options, stored, editor.edit)
  useGivenFiles(options, stored, editor.add)
  const { field, items, nameOf, changed } = stored
  const { editing, cancel, confirm, add, picking, take, stopPicking } = editor
  return {
    field,
    items,
    nameOf,
    editing,
    cancel,
    confirm,
    add,
    picking,
    take,
    stopPicking,
    /** Replaces the whole list. */
    replace: (next: Item[]) => {
      field.set(next)
      changed()
    },
    ...row,
  }
}

type StoredItems = ReturnType<typeof useStoredItems>

/** The list as the form has it, and what all operations on it need. */
function useStoredItems({ form, node, setting, kind }: ItemsOptions) {
  const host = useFormHost()
  const { rules } = useNodeRenderer()
  const path = node.path ?? ''
  const field = useField(form, node)
  const { value, readOnly } = field
  const items = useMemo(() => itemsOf(value), [value])
  /** The items now; `items` are those of the last render. */
  const now = useCallback(() => itemsOf(form.value(path)), [form, path])
  const make = useCallback(
    (item: object) =>
      createForm({ settings: { children: [...kind.fields(item as Item)] }, model: item as Item, rules, parent: form, readOnly }),
    [kind, rules, form, readOnly],
  )
  formMakers.set(node.setting, make)
  return {
    field,
    items,
    now,
    /** Creates the form of an item. */
    make,
    nameOf: (item: Item, index: number) => titleOf(form, node, setting, item, index),
    changed: () => {
      if (setting.inlineSave) void host.save({ type: 'save', returnUrl: 'nop' })
    },
  }
}

/** The item in the dialog, and the picker for new ones. */
function useItemEditor({ node, setting, kind }: ItemsOptions, { field, now, make, nameOf, changed }: StoredItems) {
  const { t } = useLingui()
  const { set, readOnly } = field
  const [editing, setEditing] = useState<Editing>()
  const [picking, setPicking] = useState(false)
  /** Entries that were typed in the picker and must still be filled in. */
  const waiting = useRef<Item[]>([])
  const isFull = (items: readonly Item[]) => setting.limit !== undefined && items.length >= setting.limit

  const edit = (index: number, { fresh = {}, notice }: { fresh?: Item; notice?: string } = {}) => {
    const prior = now()[index]
    const form = make(prior ?? fresh)
    setEditing({ form, index, prior, ...(notice !== undefined && { notice }) })
    return form
  }
  /** Opens the next entry that was typed in the picker. */
  const next = () => {
    const fresh = waiting.current.shift()
    if (fresh && !isFull(now())) edit(now().length, { fresh })
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
    if (other >= 0 && prior) return t`${nameOf(now()[other] as Item, other)} is already in the list.`
    if (other >= 0) {
      if (index < now().length) set(without(now(), index))
      edit(other, { notice: t`This one is already in the list. Here it is.` })
      return undefined
    }
    set(replaced(now(), index, item))
    next()
    changed()
    return undefined
  }

  /** Begins a new entry; returns its form, unless the person has to pick the entry first. */
  const add = (): Form | undefined => {
    if (kind.source && kind.source.items.length > 0) {
      setPicking(true)
      return undefined
    }
    const fresh = kind.fresh?.(undefined) ?? {}
    if (!setting.selfRender) return edit(now().length, { fresh })
    set([...now(), make(fresh).draft()])
    changed()
    return formOf(now().at(-1) ?? {}, node.setting)
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
      else if (isFull(list)) left++
      else list.push(make(entry).draft())
    }
    if (list.length > now().length) {
      set(list)
      changed()
    } else if (there >= 0 && typed.length === 0) edit(there, { notice: t`This one is already in the list. Here it is.` })
    if (left > 0) toast(t`The list can have ${setting.limit}. Left out: ${left}.`, 'warning')
    waiting.current = typed.map((each) => kind.fresh?.(each) ?? {})
    if (typed.length > 0) next()
  }

  return { editing, edit, cancel, confirm, add, picking, take, stopPicking: () => setPicking(false) }
}

const nodesIn = (nodes: readonly FormNode[]): FormNode[] => nodes.flatMap((node) => [node, ...nodesIn(node.children)])

/** Files that another app has shared begin a new entry. */
function useGivenFiles({ setting, kind }: ItemsOptions, { field, now }: StoredItems, add: () => Form | undefined) {
  const { id, readOnly } = field
  const take = async (files: readonly File[], into: string | undefined) => {
    if (setting.limit !== undefined && now().length >= setting.limit) return
    // `goToNode` draws at once, which an effect may not.
    await Promise.resolve()
    const form = add()
    const question = form && nodesIn(form.nodes).find(({ path }) => path !== undefined && path === into)
    if (!question || !form.visible(question)) return
    // An entry that is part of a long list is drawn once it is near the window.
    document.getElementById(id)?.scrollIntoView({ block: 'center' })
    goToNode(form, question)
    await giveFiles(fieldId(form, question), files)
  }
  useEffect(() => onGivenFiles(id, readOnly || kind.source ? undefined : take))
}

/** What the rows call. The functions keep their identity, so that a change renders only its own row. */
function useRowActions({ list: rowsAt }: ItemsOptions, { field, now, nameOf, changed }: StoredItems, edit: (index: number) => void) {
  const { t } = useLingui()
  const { id, set } = field

  const remove = async (index: number) => {
    const item = now()[index]
    if (!item) return
    const title = nameOf(item, index)
    const yes = await confirmDialog({ text: t`Are you sure you want to remove ${title}?`, ok: t`Remove`, danger: true })
    if (!yes) return
    // The list may have changed while the dialog was open.
    const at = now().indexOf(item)
    if (at < 0) return
    set(without(now(), at))
    changed()
    // The focused element is gone: focus the next row, or Add.
    setTimeout(() => {
      const after = rowsAt.current?.querySelector<HTMLElement>(`[data-row="${Math.min(at, now().length - 1)}"] .${styles.itemOpen}`)
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
  return {
    open: useCallback((index: number) => latest.current.edit(index), []),
    drop: useCallback((index: number) => void latest.current.remove(index), []),
    tick: useCallback((index: number, selected: boolean) => latest.current.select(index, selected), []),
    put: useCallback((index: number, item: Item) => latest.current.change(index, item), []),
    /** Like `put`, but for typing: nothing is saved yet. */
    write: useCallback((index: number, item: Item) => set(replaced(now(), index, item)), [now, set]),
  }
}
