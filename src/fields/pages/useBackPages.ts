import { useContext, useEffect, useLayoutEffect, useMemo } from 'react'
import type { Form } from '../../engine/form.ts'
import type { PageTurn } from '../../engine/PageHost.ts'
import { FormHostContext } from '../useFormHost.ts'
import { pagesOf, showPage } from './pagesOf.ts'
import type { ShownPages } from './usePages.ts'

/** Back of the browser, and the back gesture of a phone, show the page before; a reload shows the same page again. */
export function useBackPages(form: Form, { shown, at, current }: ShownPages): void {
  const host = useContext(FormHostContext)?.page
  const before = at > 0 ? shown[at - 1] : undefined
  const turn = useMemo<PageTurn>(
    () => ({ page: current, back: before === undefined ? undefined : () => showPage(form, before) }),
    [form, current, before],
  )
  // Runs before the effect below writes the page: the history entry still has the page from before the reload.
  useLayoutEffect(() => {
    const page = host?.pageBefore?.()
    if (page !== undefined && pagesOf(form)?.current === 0) showPage(form, page)
  }, [form, host])
  // Before the page can be seen: Back may come right after it.
  useLayoutEffect(() => {
    host?.turned?.(turn)
  }, [host, turn])
  useEffect(() => () => host?.turned?.(undefined), [host])
}
