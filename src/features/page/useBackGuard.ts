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

/**
 * Browser back asks before it leaves a page with changes (spec/1 §2.4). A form is often the first page of its
 * tab, so that Back leaves the app and can't be stopped; therefore a page with changes gets a second history
 * entry.
 */
export function useBackGuard(dirty: boolean, ask: () => Promise<boolean>): { steps(): number } {
  const router = useRouter()
  const guarded = useRef(false)
  const leaving = useRef(false)

  useEffect(() => {
    if (!dirty || guarded.current) return
    guarded.current = true
    router.history.push(router.history.location.href, { guard: true } as never, { ignoreBlocker: true })
  }, [dirty, router])

  useBlocker({
    enableBeforeUnload: false,
    disabled: !dirty,
    shouldBlockFn: async ({ action }) => {
      if (action !== 'BACK' || leaving.current) return false
      if (!(await ask())) return true
      leaving.current = true
      guarded.current = false
      // The allowed step only leaves the second entry; this one leaves the page. Without a previous page, go
      // to the home page.
      setTimeout(() => {
        const here = location.href
        window.history.back()
        setTimeout(() => {
          leaving.current = false
          if (location.href === here) void router.navigate({ href: '/', ignoreBlocker: true })
        }, 400)
      }, 0)
      return false
    },
  })

  return { steps: () => (guarded.current ? 2 : 1) }
}
