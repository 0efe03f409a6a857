import { useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { GroupSetting } from '../../contract/forms/fieldShapes.ts'
import type { Form, FormNode } from '../engine/form.ts'
import { canonicalJson } from '../engine/initHash.ts'
import { getPreference, setPreference } from '../store/preferences/preferences.ts'
import { FormHostContext } from './useFormHost.ts'
import { revealOf } from './reveal.ts'

/** A short hash of a text (cyrb53): equal texts have equal hashes. Not for secrets. */
function markOf(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

function pathsOf(node: FormNode): string[] {
  return node.children.flatMap((child) => (child.path === undefined ? pathsOf(child) : [child.path]))
}

/** Hash of a group's content; '' while it is empty. */
export function contentMark(form: Form, node: FormNode): string {
  const held = pathsOf(node)
    .map((path) => [path, form.value(path)] as const)
    .filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
  return held.length === 0 ? '' : markOf(canonicalJson(held))
}

/** The open group of each accordion set, per form. */
interface Sets {
  readonly open: Map<string, string | undefined>
  readonly listeners: Set<() => void>
}
const allSets = new WeakMap<Form, Sets>()
function setsOf(form: Form): Sets {
  let sets = allSets.get(form)
  if (!sets) {
    sets = { open: new Map(), listeners: new Set() }
    allSets.set(form, sets)
  }
  return sets
}

/**
 * Whether an expandable group is open, and a function to toggle it (spec/1 §2.4). The initial state is the
 * setting's, the one in which it was left on this page, or open because its content has changed since the
 * last visit. In an accordion set only one group is open.
 */
export function useOpenState(form: Form, node: FormNode, setting: GroupSetting): [open: boolean, toggle: () => void] {
  const page = useContext(FormHostContext)?.pagePath ?? ''
  const seen = `x:seen:${page}#${node.key}` as const
  const kept = `open:${page}#${node.key}` as const
  const sets = setsOf(form)
  const { accordion, expanded, remember } = setting

  const [own, setOwn] = useState(() => {
    if (revealOf(form).groups.has(node.key)) return true
    const left = remember ? getPreference(kept) : undefined
    if (left !== undefined) return left
    if (expanded === 'changed') return contentMark(form, node) !== (getPreference(seen) ?? '')
    return expanded === 'open'
  })
  const inSet = useSyncExternalStore(
    useCallback(
      (listener: () => void) => {
        sets.listeners.add(listener)
        return () => sets.listeners.delete(listener)
      },
      [sets],
    ),
    () => {
      if (accordion === undefined) return false
      if (own && !sets.open.has(accordion)) sets.open.set(accordion, node.key)
      return sets.open.get(accordion) === node.key
    },
  )
  const open = accordion === undefined ? own : inSet

  const change = useCallback(
    (next: boolean) => {
      setOwn(next)
      if (remember) setPreference(kept, next)
      if (accordion === undefined) return
      sets.open.set(accordion, next ? node.key : undefined)
      for (const listener of [...sets.listeners]) listener()
    },
    [accordion, kept, node.key, remember, sets],
  )

  useEffect(() => {
    const { groups, listeners } = revealOf(form)
    const show = () => {
      if (groups.has(node.key)) change(true)
    }
    listeners.add(show)
    return () => void listeners.delete(show)
  }, [change, form, node.key])

  useEffect(() => {
    if (expanded !== 'changed' || !open) return
    const note = () => setPreference(seen, contentMark(form, node))
    note()
    document.addEventListener('visibilitychange', note)
    return () => {
      note()
      document.removeEventListener('visibilitychange', note)
    }
  }, [expanded, form, node, open, seen])

  return [open, () => change(!open)]
}
