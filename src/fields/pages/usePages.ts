import { useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import type { Form, FormNode } from '../../engine/form.ts'
import { FormHostContext } from '../useFormHost.ts'
import { below, rendersAny } from '../useRendersAny.ts'
import { type FormPage, pagesOf } from './pagesOf.ts'

export interface ShownPages {
  readonly pages: readonly FormPage[]
  /** Indices of the pages that have something to show now. */
  readonly shown: readonly number[]
  /** Place of the current page in `shown`. */
  readonly at: number
  /** Index of the current page in `pages`. */
  readonly current: number
}

const nothing = () => () => undefined

/** The pages of a form and the current one. Live: an answer can hide a page. */
export function usePages(form: Form): ShownPages {
  const saveNode = useContext(FormHostContext)?.saveNode
  const known = pagesOf(form)
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!known) return nothing()
      known.listeners.add(listener)
      const nodes = known.pages.flatMap(({ group }) => (hasFixedField(form, group) ? [group] : below([group])))
      const stops = nodes.map((node) => form.subscribe(`node:${node.key}`, listener))
      return () => {
        known.listeners.delete(listener)
        for (const stop of stops) stop()
      }
    },
    [form, known],
  )
  // A text, because a list would be a new one each time.
  const state = useSyncExternalStore(subscribe, () => {
    if (!known) return '0'
    const shown = known.pages.flatMap((page, index) => (isShown(form, page, saveNode) ? [index] : []))
    return [known.current, ...shown].join(' ')
  })
  return useMemo(() => {
    const [wanted = 0, ...shown] = state.split(' ').map(Number)
    const before = shown.findLastIndex((index) => index <= wanted)
    const at = Math.max(0, before)
    return { pages: known?.pages ?? [], shown, at, current: shown[at] ?? 0 }
  }, [known, state])
}

/** Then only the group itself decides whether the page is shown. */
const hasFixedField = (form: Form, { children }: FormNode) =>
  children.some((node) => node.kind === 'field' && node.path !== undefined && form.fixed(node) && typeof node.setting.visible !== 'boolean')

function isShown(form: Form, page: FormPage, saveNode: Parameters<typeof rendersAny>[2]): boolean {
  if (!form.visible(page.group)) return false
  return page.group.children.length === 0 || rendersAny(form, page.group.children, saveNode)
}
