import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Marks the second history entry of a form with changes: Back from it stays on the page, so that the
     * question can be asked.
     */
    guard?: boolean
  }
}

/** For the first entry of a guarded form. The second entry is the last one of the tab, because it was pushed. */
const hasPageBefore = () => window.history.length > 2

/**
 * Browser back asks before it leaves a page with changes (spec/1 §2.4). A form is often the first page of its
 * tab, so that Back leaves the app and can't be stopped; therefore a page with changes gets a second history
 * entry.
 */
export function useBackGuard(dirty: boolean, ask: () => Promise<boolean>): { steps(): number } {
  const router = useRouter()
  const guarded = useRef(false)

  useEffect(() => {
    if (!dirty || guarded.current) return
    guarded.current = true
    const { history } = router
    // A reload keeps the entry.
    if (!history.location.state.guard) history.push(history.location.href, { guard: true } as never, { ignoreBlocker: true })
  }, [dirty, router])

  useBlocker({
    enableBeforeUnload: false,
    disabled: !dirty,
    shouldBlockFn: async ({ action }) => {
      if (action !== 'BACK') return false
      if (!(await ask())) return true
      guarded.current = false
      // The allowed step only leaves the second entry; the next one leaves the page.
      const stop = router.history.subscribe(() => {
        stop()
        if (hasPageBefore()) router.history.back({ ignoreBlocker: true })
        else void router.navigate({ href: '/', ignoreBlocker: true })
      })
      return false
    },
  })

  return { steps: () => (guarded.current ? 2 : 1) }
}
