import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { languageEvery } from '../../../contract/endpoints/kiosk.ts'
import { framesIn, isForm, mayShow } from './frameContent.ts'
import { heard } from './FrameWord.ts'

/**
 * Interval of the heartbeat requests to the frame, and how long the frame may stay silent before it is
 * reloaded, ms.
 */
const pulseEvery = 5000
const lostAfter = 20_000
/** An error page is reloaded after this time, ms. */
const mendAfter = 10_000

/** Returns whether the frame shows what it may: `foreign` content is replaced, a `broken` page is reloaded later. */
function verdictOn(inside: Window, urls: readonly string[], isSignedIn: boolean): 'foreign' | 'broken' | 'fine' {
  try {
    const { href } = inside.location
    if (href !== 'about:blank' && !mayShow(new URL(href), urls, isSignedIn)) return 'foreign'
    if (framesIn(inside.document).some((one) => !isForm(one))) return 'foreign'
    return inside.document.querySelector('[data-status-screen="error"]') === null ? 'fine' : 'broken'
  } catch {
    // The frame has navigated to a page of another origin.
    return 'foreign'
  }
}

interface FrameOptions {
  readonly url: string
  readonly urls: readonly string[]
  /** The frame is done with one person; the next one can start at once. */
  readonly onRestart: () => void
}

/**
 * The frame with the content: its title, the address of My Tasks while a person is signed in (`home`), and
 * `again`, which loads it from the start. It keeps the language of the frame, and watches its heartbeat and its address.
 */
export function useKioskFrame({ url, urls, onRestart }: FrameOptions) {
  const { i18n } = useLingui()
  const frameRef = useRef<HTMLIFrameElement>(null)
  const [load, setLoad] = useState(0)
  const [title, setTitle] = useState<string>()
  const [home, setHome] = useState<string>()
  const told = useRef<string>(undefined)
  const sign = useRef(0)
  const isSignedIn = home !== undefined

  const again = useCallback(() => {
    told.current = undefined
    sign.current = Date.now()
    setTitle(undefined)
    setHome(undefined)
    setLoad((times) => times + 1)
  }, [])

  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      const word = heard(event, frameRef.current?.contentWindow)
      if (!word) return
      sign.current = Date.now()
      if (word.kind === 'ready') {
        frameRef.current?.contentWindow?.postMessage('pong', location.origin)
        told.current = undefined
      } else if (word.kind === 'restart') onRestart()
      else if (word.kind === 'title') setTitle(word.title || undefined)
      else if (word.kind === 'myTasks') {
        const { pathname = url, search = '' } = frameRef.current?.contentWindow?.location ?? {}
        setHome((known) => (word.on ? (known ?? pathname + search) : undefined))
      }
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [onRestart, url])

  const look = useRef<() => void>(undefined)
  useEffect(() => {
    let asked = 0
    let wrong = 0
    look.current = () => {
      const inside = frameRef.current?.contentWindow
      if (!inside) return
      const now = Date.now()
      if (told.current !== i18n.locale) {
        told.current = i18n.locale
        inside.postMessage(`setlang.${i18n.locale}`, location.origin)
      }
      if (now - asked >= pulseEvery) {
        asked = now
        inside.postMessage('ping.height', location.origin)
      }
      if (sign.current > 0 && now - sign.current > lostAfter && document.visibilityState === 'visible') return again()
      const verdict = verdictOn(inside, urls, isSignedIn)
      if (verdict === 'foreign') return again()
      const { pathname, search } = inside.location
      if (pathname.startsWith('/frontend/tasks/')) setHome((known) => known ?? pathname + search)
      wrong = verdict === 'broken' ? wrong || now : 0
      if (wrong > 0 && now - wrong > mendAfter) {
        wrong = 0
        again()
      }
    }
  }, [i18n.locale, urls, isSignedIn, again])
  useEffect(() => {
    sign.current = Date.now()
    const timer = setInterval(() => look.current?.(), languageEvery)
    return () => clearInterval(timer)
  }, [])

  return { frameRef, load, title, home, again }
}
