import { Plural, useLingui } from '@lingui/react/macro'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { safeHref } from '../../lib/safeHref.ts'
import { useSteadyOnline } from '../../store/connectivity/useSteadyOnline.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { isWatched } from './frameContent.ts'
import { Languages } from './Languages.tsx'
import { useFrameGuard } from './useFrameGuard.ts'
import { useIdle } from './useIdle.ts'
import { useKioskFrame } from './useKioskFrame.ts'
import { useWaitingWords } from './useWaitingWords.ts'
import * as styles from './kiosk.module.css'

/**
 * Permissions of the frame: it can't open windows, navigate the top page, download files or open browser
 * dialogs (print is one of them).
 */
const sandbox = 'allow-scripts allow-same-origin allow-forms'
const allow = "camera; microphone; geolocation; fullscreen 'none'; display-capture 'none'; usb 'none'"

interface ContentProps {
  readonly url: string
  readonly urls: readonly string[]
  readonly title: string
  readonly idleSeconds: number
  readonly warningSeconds: number
  /** `next`: a person is done, and the next one can start at once. */
  readonly onEnd: (next: boolean) => void
  readonly onLogout: () => Promise<void>
}

/**
 * Step 8: the content in a frame, with the kiosk's own bar above it. It ends when the form is done, on
 * Restart, and after the idle time.
 */
export function ContentScreen({ url, urls, title: own, idleSeconds, warningSeconds, onEnd, onLogout }: ContentProps) {
  const { t } = useLingui()
  const ended = useRef(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that started it is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const end = useCallback(
    (next = false) => {
      if (ended.current) return
      ended.current = true
      onEnd(next)
    },
    [onEnd],
  )
  const startNext = useCallback(() => end(true), [end])
  const { frameRef, load, title = own, home, again } = useKioskFrame({ url, urls, onRestart: startNext })
  const signedIn = home !== undefined
  const leave = async () => {
    if (ended.current) return
    ended.current = true
    await onLogout()
  }

  const { left, touch } = useIdle({
    active: true,
    seconds: idleSeconds,
    warning: warningSeconds,
    busy: () => isBusy(frameRef.current),
    onIdle: () => (signedIn ? void leave() : end()),
  })

  const guard = useFrameGuard({ frame: frameRef, urls, isSignedIn: signedIn, touch, again, onDone: end })

  const restart = async () => {
    touch()
    if (!(await confirmDialog({ text: t`Restart the kiosk? Unsaved input is discarded.`, ok: t`Restart`, danger: true }))) return touch()
    await (signedIn ? leave() : end())
  }

  return (
    <div className={`${styles.kiosk} ${styles.content}`}>
      <title>{`${title} – Muster`}</title>
      <header className={styles.bar}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {signedIn && (
          <>
            <Button
              icon="home"
              onClick={() => {
                if (frameRef.current?.contentWindow) frameRef.current.contentWindow.location.href = home
              }}
            >
              {t`My Tasks Home`}
            </Button>
            <Button icon="lock" onClick={leave}>
              {t`Logout`}
            </Button>
          </>
        )}
        <OfflineStatus />
        <Languages narrow />
        <Button icon="refresh" onClick={restart}>
          {t`Restart`}
        </Button>
      </header>
      <iframe
        key={load}
        ref={frameRef}
        src={safeHref(url)}
        title={title}
        className={styles.frame}
        sandbox={sandbox}
        allow={allow}
        onLoad={guard}
      />
      {left !== undefined && <IdleWarning left={left} onTouch={touch} heading={heading} />}
    </div>
  )
}

/** Without a connection: how many saves wait, and since when. The people at a gate see no other bar. */
function OfflineStatus() {
  const { t } = useLingui()
  const online = useSteadyOnline()
  const waits = useWaitingWords()
  return (
    <span className={styles.state} role="status">
      {!online && <Icon name="cloudOff" size={18} />}
      {!online && (waits === undefined ? t`Offline` : t`Offline · ${waits}`)}
    </span>
  )
}

/** Whether a person watches a video in the frame, or the page is hidden. */
function isBusy(frame: HTMLIFrameElement | null): boolean {
  if (document.visibilityState === 'hidden') return true
  try {
    return frame?.contentWindow ? isWatched(frame.contentWindow) : false
  } catch {
    return false
  }
}

interface IdleWarningProps {
  /** Seconds until the kiosk starts over. */
  readonly left: number
  readonly onTouch: () => void
  /** Gets the focus after the question if nothing had it before: a tap beside all controls takes it away. */
  readonly heading: RefObject<HTMLElement | null>
}

/** Asks whether the person is still there. */
function IdleWarning({ left, onTouch, heading }: IdleWarningProps) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  // Modal: neither keys nor a screen reader get to the page behind it.
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement === document.body ? heading.current : document.activeElement
    if (typeof element?.showModal === 'function') element.showModal()
    else element?.setAttribute('open', '')
    element?.querySelector('button')?.focus()
    return () => {
      element?.close?.()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [heading])
  return (
    <dialog
      ref={dialog}
      className={styles.idle}
      role="alertdialog"
      aria-labelledby="m-kiosk-idle"
      onPointerDown={onTouch}
      onCancel={(event) => {
        event.preventDefault()
        onTouch()
      }}
    >
      <div className={styles.idleCard}>
        <h2 id="m-kiosk-idle">{t`Are you still there?`}</h2>
        <p className={styles.count} aria-hidden="true">
          {left}
        </p>
        <p>
          <Plural value={left} one="This starts over in # second." other="This starts over in # seconds." />
        </p>
        <Button kind="primary" full onClick={onTouch}>
          {t`Continue`}
        </Button>
      </div>
    </dialog>
  )
}
