import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { PageTurn } from '../../engine/PageHost.ts'
import { pairedHere } from '../../store/kiosk/findPairing.ts'
import { inParentFrame } from './inParentFrame.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Marks the second history entry of a form with changes, or on a later page: Back from it stays on the screen, so
     * that the question can be asked, or the page before it shown.
     */
    guard?: boolean
    /** The page of the form that a reload shows again, from 0. */
    formPage?: number
  }
}

/** For the first entry of a guarded form. The second entry is the last one of the tab, because it was pushed. */
const hasPageBefore = () => window.history.length > 2

/** The first screen in the frame of a kiosk: Back can't leave it, so there is nothing to ask. */
const isHeld = (entry: number) => entry < 2 && inParentFrame() && pairedHere() !== undefined

/** Writes the page into the history entry without the router: it would load the same screen again. */
export function keepPage(formPage: number): void {
  const { state } = window.history as { state: { guard?: boolean; formPage?: number } | null }
  if (state?.guard && state.formPage !== formPage)
    History.prototype.replaceState.call(window.history, { ...state, formPage }, '', location.href)
}

/** Closes the dialog on top, as Escape does. */
function closeDialog(): boolean {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))
  return dialog !== undefined
}

/**
 * Browser back turns the pages of a form back, and asks before it leaves a screen with changes (spec/1 §2.4). A form is
 * often the first page of its tab, so that Back leaves the app and can't be stopped; therefore such a screen gets a
 * second history entry.
 */
export function useBackGuard(dirty: boolean, ask: () => Promise<boolean>, turn?: PageTurn): { steps(): number } {
  const router = useRouter()
  const { history } = router
  // A reload keeps the entry.
  const guarded = useRef(history.location.state.guard === true)
  const [wasGuarded, setWasGuarded] = useState(history.location.state.guard === true)
  const holds = dirty || turn?.back !== undefined
  if (holds && !wasGuarded) setWasGuarded(true)

  useEffect(() => {
    if (holds && !guarded.current) {
      guarded.current = true
      const state = { guard: true, ...(turn && { formPage: turn.page }) }
      history.push(history.location.href, state as never, { ignoreBlocker: true })
    }
    if (!turn) return
    // A Back that turned a page is still on its way forward to the second entry.
    const keep = () => keepPage(turn.page)
    keep()
    addEventListener('popstate', keep)
    return () => removeEventListener('popstate', keep)
  }, [holds, turn, history])

  useBlocker({
    enableBeforeUnload: false,
    disabled: !wasGuarded,
    shouldBlockFn: async ({ action }) => {
      if (action !== 'BACK') return false
      if (turn?.back && !closeDialog()) turn.back()
      if (turn?.back || isHeld(history.location.state.__TSR_index) || (dirty && !(await ask()))) return true
      guarded.current = false
      // The allowed step only leaves the second entry; the next one leaves the page.
      const stop = history.subscribe(() => {
        stop()
        if (hasPageBefore()) history.back({ ignoreBlocker: true })
        else void router.navigate({ href: '/', ignoreBlocker: true })
      })
      return false
    },
  })

  return { steps: () => (guarded.current ? 2 : 1) }
}

/** The page of the form in the current history entry. */
export const pageInHistory = (): number | undefined => (window.history.state as { formPage?: number } | null)?.formPage
