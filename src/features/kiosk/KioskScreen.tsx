import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { gateAddress, idleSeconds as usualIdle, idleWarningSeconds } from '../../../contract/endpoints/kiosk.ts'
import { addressesOf } from '../../store/kiosk/keepKioskReady.ts'
import { dismissToasts, toast } from '../../ui/feedback/toast.tsx'
import { ErrorBoundary } from '../../ui/feedback/ErrorBoundary.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { StatusScreen } from '../../ui/feedback/StatusScreen.tsx'
import { ContentScreen } from './ContentScreen.tsx'
import { closeBack, guardWindow } from './guardWindow.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { PairScreen } from './PairScreen.tsx'
import { StartedScreen } from './StartedScreen.tsx'
import { useIdle } from './useIdle.ts'
import { useKiosk } from './useKiosk.ts'
import { goFullScreen, useWakeLock } from './useWakeLock.ts'
import * as styles from './kiosk.module.css'

/** A page that runs for days is reloaded at this interval, while no one uses it, ms. */
const renewAfter = 12 * 3_600_000
const startedAt = Date.now()
/** A broken screen is reloaded after this time, ms. */
const reviveAfter = 10_000

/** Reloads the page after an error, because people at a gate can't fix it. */
function Broken() {
  useEffect(() => {
    const timer = setTimeout(() => location.reload(), reviveAfter)
    return () => clearTimeout(timer)
  }, [])
  return <StatusScreen kind="error" />
}

interface KioskProps {
  readonly code?: string | undefined
  /** A new version is ready; the kiosk applies it when no one uses the device. */
  readonly update?: { apply(): void } | undefined
  /** Seconds without a touch before the kiosk restarts. */
  readonly idleSeconds?: number | undefined
  readonly warningSeconds?: number | undefined
}

/**
 * `/kiosk/{six-digit code}`: pairs this device, then shows its content to one person after the other
 * (spec/3 §4.6).
 */
export function KioskScreen(props: KioskProps) {
  return (
    <ErrorBoundary resetKey="kiosk" fallback={() => <Broken />}>
      <Kiosk {...props} />
    </ErrorBoundary>
  )
}

/** Keeps a paired device on this page and in full screen. */
function useGuard(paired: boolean, touch: () => void): void {
  const { t } = useLingui()
  useEffect(() => {
    if (!paired) return
    const stops = [
      guardWindow(window, {
        mayGo: () => false,
        onTouch: touch,
        onStopped: () => toast(t`This kiosk stays on this page.`, 'info'),
      }),
      closeBack(window),
    ]
    const full = () => void goFullScreen()
    addEventListener('pointerup', full)
    return () => {
      removeEventListener('pointerup', full)
      for (const stop of stops) stop()
    }
  }, [paired, touch, t])
}

function Kiosk({ code, update, idleSeconds = usualIdle, warningSeconds = idleWarningSeconds }: KioskProps) {
  const { t } = useLingui()
  const kiosk = useKiosk()
  const { pairing, forget, logOut } = kiosk
  const [open, setOpen] = useState<string>()
  const [leaving, setLeaving] = useState(false)
  const [clearing, setClearing] = useState(false)
  useWakeLock()

  const paired = typeof pairing === 'object'
  const urls = useMemo(() => (typeof pairing === 'object' ? addressesOf(pairing.url) : []), [pairing])
  if (open !== undefined && !paired) setOpen(undefined)

  const latest = useRef({ forget, logOut })
  useEffect(() => {
    latest.current = { forget, logOut }
  })
  /** Clears everything of one person before the next one starts. */
  const finish = useCallback(async () => {
    setOpen(undefined)
    setClearing(true)
    dismissToasts()
    await latest.current.forget().catch(() => undefined)
    setClearing(false)
  }, [])
  // People queue at a gate: the next person needs no Start button, until the kiosk is idle.
  const gate = urls.length === 1 && urls[0]?.startsWith(gateAddress) ? urls[0] : undefined
  const end = useCallback((next: boolean) => void finish().then(() => next && setOpen(gate)), [finish, gate])
  const out = useCallback(async () => {
    setOpen(undefined)
    // Clear first, so that no one starts as the previous person.
    setClearing(true)
    await latest.current.logOut().catch(() => undefined)
    await finish()
  }, [finish])

  const { touch } = useIdle({
    active: paired && open === undefined,
    seconds: idleSeconds,
    warning: 0,
    busy: () => false,
    onIdle: () => {
      setLeaving(false)
      if (update) update.apply()
      else if (Date.now() - startedAt > renewAfter) location.reload()
      else void latest.current.forget().catch(() => undefined)
    },
  })

  useGuard(paired, touch)

  if (pairing === undefined || clearing)
    return (
      <div className={`${styles.kiosk} ${styles.wait}`} role="status" aria-label={t`Loading...`}>
        <Spinner size={56} />
      </div>
    )
  if (pairing === 'none') return <PairScreen code={code} ended={kiosk.ended} onPaired={kiosk.paired} />
  if (open !== undefined)
    return (
      <ContentScreen
        url={open}
        urls={urls}
        title={pairing.info.title}
        idleSeconds={idleSeconds}
        warningSeconds={warningSeconds}
        onEnd={end}
        onLogout={out}
      />
    )
  return (
    <>
      <StartedScreen pairing={pairing} ready={kiosk.ready} onOpen={setOpen} onLeave={() => setLeaving(true)} />
      {leaving && (
        <LeaveDialog
          pairing={pairing}
          onLeft={async () => {
            setLeaving(false)
            await kiosk.left()
          }}
          onClose={() => setLeaving(false)}
        />
      )}
    </>
  )
}
