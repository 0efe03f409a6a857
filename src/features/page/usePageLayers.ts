import { useCallback, useRef, useState } from 'react'
import type { PageTurn } from '../../engine/PageHost.ts'
import type { ActionMenuProps } from './actions/ActionMenu.tsx'
import type { PageTrouble, SaveTrouble } from './pageError.ts'

/** The layer over the content; the content stays in place until an error clears it. */
export type Phase =
  | { readonly at: 'content' }
  | {
      readonly at: 'processed'
      readonly message: string
      readonly mayClose: boolean
      readonly queuedAt: number | undefined
      readonly opId: string | undefined
      /** An error in the answer of the save offers to reload. */
      readonly recovery: boolean
    }
  | { readonly at: 'error'; readonly trouble: PageTrouble; readonly recovery: boolean; readonly save?: SaveTrouble }

/** What the shell shows over the content: a menu, work in progress, and the steps after a save. */
export function usePageLayers() {
  const [phase, setPhase] = useState<Phase>({ at: 'content' })
  const [working, setWorking] = useState(0)
  /** A new visit mounts the screen again. */
  const [visit, setVisit] = useState(0)
  const [menu, setMenu] = useState<ActionMenuProps>()
  /** The page of a form on pages. */
  const [turn, setTurn] = useState<PageTurn>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const restart = useCallback(() => {
    setPhase({ at: 'content' })
    setVisit((count) => count + 1)
  }, [])
  const cancelRedirect = useCallback(() => clearTimeout(timer.current), [])
  const redirectIn = useCallback((delay: number, redirect: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(redirect, delay)
  }, [])
  return { phase, setPhase, working, setWorking, visit, setVisit, restart, menu, setMenu, turn, setTurn, cancelRedirect, redirectIn }
}

export type PageLayers = ReturnType<typeof usePageLayers>
