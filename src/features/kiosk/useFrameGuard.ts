import { useLingui } from '@lingui/react/macro'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { toast } from '../../ui/feedback/toast.tsx'
import { mayShow } from './frameContent.ts'
import { guardWindow } from './guardWindow.ts'
import { goFullScreen } from './useWakeLock.ts'

interface GuardOptions {
  readonly frame: RefObject<HTMLIFrameElement | null>
  readonly urls: readonly string[]
  readonly isSignedIn: boolean
  readonly touch: () => void
  /** Loads the frame again, because its page can't be guarded. */
  readonly again: () => void
  /** A tap on the thank-you screen: the person is done. */
  readonly onDone: () => void
}

/** Returns what guards each page that the frame has loaded, so that it stays on its addresses. */
export function useFrameGuard({ frame, urls, isSignedIn, touch, again, onDone }: GuardOptions): () => void {
  const { t } = useLingui()
  const guarded = useRef<() => void>(undefined)
  const stopped = useCallback(() => toast(t`This kiosk stays on this page.`, 'info'), [t])
  const guardFrame = (target: EventTarget | null) => {
    const within = (target as Partial<HTMLIFrameElement> | null)?.contentWindow as (Window & typeof globalThis) | null | undefined
    if (!within) return
    try {
      guardWindow(within, { mayGo: ({ pathname }) => pathname === within.location.pathname, onTouch: touch, onStopped: stopped })
    } catch {
      again()
    }
  }
  const guard = () => {
    guarded.current?.()
    guarded.current = undefined
    const inside = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined
    try {
      if (!inside) return
      guarded.current = guardWindow(inside, {
        mayGo: (to) => mayShow(to, urls, isSignedIn),
        onTouch: () => {
          touch()
          void goFullScreen()
        },
        onStopped: stopped,
      })
      // A gate shows the induction in a frame inside this one.
      inside.document.addEventListener('load', (event) => guardFrame(event.target), { capture: true })
      // A tap ends the thank-you screen, so that the next person does not have to wait for it.
      inside.addEventListener('pointerdown', () => {
        if (inside.document.querySelector('[data-status-screen="processed"]')) onDone()
      })
    } catch {
      again()
    }
  }
  useEffect(() => () => guarded.current?.(), [])
  return guard
}
