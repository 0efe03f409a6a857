import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The second entry of a form with changes: going back from it stays on the page, so that the question can be asked. */
    guard?: boolean
  }
}

/**
 * Browser back asks before it leaves a page with changes (spec/1 §2.4). A form is often the first page of its tab, where back leaves the
 * product and can't be stopped; so a page with changes gets a second history entry of its own.
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
      // The allowed step only leaves the second entry; this one leaves the page. With no page before it, home is next.
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
