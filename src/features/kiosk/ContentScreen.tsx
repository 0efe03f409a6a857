import { Plural, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { languageEvery } from '../../../contract/endpoints/kiosk.ts'
import { safeHref } from '../../lib/safeHref.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirmDialog } from '../../ui/overlays/confirm.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { heard } from './frameTalk.ts'
import { guardWindow } from './guard.ts'
import { Languages } from './Languages.tsx'
import { useIdle } from './useIdle.ts'
import { goFullScreen } from './useWake.ts'

/**
 * Interval of the heartbeat requests to the frame, and how long the frame may stay silent before it is
 * reloaded, ms.
 */
const pulseEvery = 5000
const lostAfter = 20_000
/** An error page is reloaded after this time, ms. */
const mendAfter = 10_000

/**
 * Permissions of the frame: it can't open windows, navigate the top page, download files or open browser
 * dialogs (print is one of them).
 */
const sandbox = 'allow-scripts allow-same-origin allow-forms'
const allow = "camera; microphone; geolocation; fullscreen 'none'; display-capture 'none'; usb 'none'"

/** The login page where workers open their own tasks. */
export const tasksAddress = '/mytasks'

/**
 * Addresses that the frame may show: those of the kiosk and, while a person is signed in to My Tasks, those
 * of that person.
 */
export function mayShow({ pathname, origin }: URL, urls: readonly string[], myTasks: boolean): boolean {
  if (origin !== location.origin) return false
  const own = urls.some((url) => {
    const { pathname: start } = new URL(url, location.origin)
    return pathname === start || pathname.startsWith(`${start}/`)
  })
  // A person who logs in to My Tasks here may open their own tasks.
  const theirs = urls.includes(tasksAddress) && pathname.startsWith('/frontend/tasks/')
  return own || theirs || (myTasks && /^\/(?:frontend\/|mytasks$)/.test(pathname))
}

const framesIn = (page: Document): (Window | null)[] => [...page.querySelectorAll('iframe')].map((one) => one.contentWindow)

/**
 * Returns true while a video or a camera image plays in the window, or in a frame inside it (a gate shows the
 * induction in one). Throws if a page of another origin is in it.
 */
export const isWatched = ({ document: page }: Window): boolean =>
  [...page.querySelectorAll<HTMLMediaElement>('video, audio')].some((media) => !media.paused && !media.ended) ||
  framesIn(page).some((inner) => inner !== null && isWatched(inner))

/**
 * Returns true while the frame shows what it was opened with: a form, or an empty page. Throws if a page of
 * another origin is in it.
 */
const isForm = (inner: Window | null): boolean =>
  inner === null || inner.location.href === 'about:blank' || inner.location.pathname.startsWith('/frontend/forms/')

/**
 * Step 8: the content in a frame, with the kiosk's own bar above it. It ends when the form is done, on
 * Restart, and after the idle time.
 */
export function ContentScreen({
  url,
  urls,
  title: own,
  idleSeconds,
  warningSeconds,
  onEnd,
  onLogout,
}: {
  readonly url: string
  readonly urls: readonly string[]
  readonly title: string
  readonly idleSeconds: number
  readonly warningSeconds: number
  /** `next`: a person is done, and the next one can start at once. */
  readonly onEnd: (next: boolean) => void
  readonly onLogout: () => Promise<void>
}) {
  const { t, i18n } = useLingui()
  const frame = useRef<HTMLIFrameElement>(null)
  const [load, setLoad] = useState(0)
  const [title, setTitle] = useState<string>()
  const [home, setHome] = useState<string>()
  const told = useRef<string>(undefined)
  const sign = useRef(0)
  const guarded = useRef<() => void>(undefined)
  const ended = useRef(false)

  const end = useCallback(
    (next = false) => {
      if (ended.current) return
      ended.current = true
      onEnd(next)
    },
    [onEnd],
  )
  const signedIn = home !== undefined
  const leave = async () => {
    if (ended.current) return
    ended.current = true
    await onLogout()
  }

  const busy = () => {
    if (document.visibilityState === 'hidden') return true
    try {
      return frame.current?.contentWindow ? isWatched(frame.current.contentWindow) : false
    } catch {
      return false
    }
  }
  const { left, touch } = useIdle({
    active: true,
    seconds: idleSeconds,
    warning: warningSeconds,
    busy,
    onIdle: () => (signedIn ? void leave() : end()),
  })

  const again = useCallback(() => {
    told.current = undefined
    sign.current = Date.now()
    setTitle(undefined)
    setHome(undefined)
    setLoad((times) => times + 1)
  }, [])

  // Messages from the frame.
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      const word = heard(event, frame.current?.contentWindow)
      if (!word) return
      sign.current = Date.now()
      if (word.kind === 'ready') {
        frame.current?.contentWindow?.postMessage('pong', location.origin)
        told.current = undefined
      } else if (word.kind === 'restart') end(true)
      else if (word.kind === 'title') setTitle(word.title || undefined)
      else if (word.kind === 'myTasks') {
        const { pathname = url, search = '' } = frame.current?.contentWindow?.location ?? {}
        setHome((known) => (word.on ? (known ?? pathname + search) : undefined))
      }
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [end, url])

  // Sends the language to the frame, and watches its heartbeat, its address and its error pages.
  const look = useRef<() => void>(undefined)
  useEffect(() => {
    let asked = 0
    let wrong = 0
    look.current = () => {
      const inside = frame.current?.contentWindow
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
      try {
        const { href, pathname, search } = inside.location
        if (href !== 'about:blank' && !mayShow(new URL(href), urls, signedIn)) return again()
        if (framesIn(inside.document).some((one) => !isForm(one))) return again()
        if (pathname.startsWith('/frontend/tasks/')) setHome((known) => known ?? pathname + search)
        const broken = inside.document.querySelector('[data-status-screen="error"]') !== null
        wrong = broken ? wrong || now : 0
        if (wrong > 0 && now - wrong > mendAfter) {
          wrong = 0
          again()
        }
      } catch {
        // The frame has navigated to a page of another origin.
        again()
      }
    }
  }, [i18n.locale, urls, signedIn, again])
  useEffect(() => {
    sign.current = Date.now()
    const timer = setInterval(() => look.current?.(), languageEvery)
    return () => clearInterval(timer)
  }, [])

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
        mayGo: (to) => mayShow(to, urls, signedIn),
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
        if (inside.document.querySelector('[data-status-screen="processed"]')) end()
      })
    } catch {
      again()
    }
  }
  useEffect(() => () => guarded.current?.(), [])

  const restart = async () => {
    touch()
    if (!(await confirmDialog({ text: t`Restart the kiosk? What was typed is thrown away.`, ok: t`Restart`, danger: true }))) return touch()
    await (signedIn ? leave() : end())
  }

  return (
    <div className="m-kiosk m-kiosk-content">
      <title>{`${title ?? own} – Muster`}</title>
      <header className="m-kiosk-bar">
        <h1>{title ?? own}</h1>
        {signedIn && (
          <>
            <Button
              icon="home"
              onClick={() => {
                if (frame.current?.contentWindow) frame.current.contentWindow.location.href = home
              }}
            >
              {t`My Tasks Home`}
            </Button>
            <Button icon="lock" onClick={leave}>
              {t`Logout`}
            </Button>
          </>
        )}
        <Languages narrow />
        <Button icon="refresh" onClick={restart}>
          {t`Restart`}
        </Button>
      </header>
      <iframe
        key={load}
        ref={frame}
        src={safeHref(url)}
        title={title ?? own}
        className="m-kiosk-frame"
        sandbox={sandbox}
        allow={allow}
        onLoad={guard}
      />
      {left !== undefined && (
        <div className="m-kiosk-idle" role="alertdialog" aria-modal="true" aria-labelledby="m-kiosk-idle" onPointerDown={touch}>
          <div className="m-kiosk-idle-card">
            <h2 id="m-kiosk-idle">{t`Are you still there?`}</h2>
            <p className="m-kiosk-count" aria-hidden="true">
              {left}
            </p>
            <p>
              <Plural value={left} one="This starts over in # second." other="This starts over in # seconds." />
            </p>
            <Button kind="primary" full onClick={touch} autoFocus>
              {t`Go on`}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
