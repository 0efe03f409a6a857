import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useMayReload } from '../features/page/isDirty.ts'
import { useNearlyFull } from '../store/quota/useNearlyFull.ts'
import { useReach } from '../store/connectivity/useReach.ts'
import { useUpgradeBlocked } from '../store/db/useUpgradeBlocked.ts'
import { clockLimit, useClockAhead } from '../store/db/useClockAhead.ts'
import type { Session } from '../store/session/session.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Strip } from '../ui/feedback/Strip.tsx'
import { withLazyTexts } from '../ui/withLazyTexts.ts'
import { useUpdate } from './watchUpdates.ts'

const ClockStrip = lazy(() => withLazyTexts(() => import('./ClockStrip.tsx')).then((module) => ({ default: module.ClockStrip })))

/**
 * Messages of the whole app, one line each: a new version, a captive Wi-Fi, a full device, a wrong clock,
 * another signed-in person.
 */
export function Strips({ session }: { readonly session: Session['state'] }) {
  const { t } = useLingui()
  const update = useUpdate()
  const mayReload = useMayReload()
  const [later, setLater] = useState<unknown>()
  const reach = useReach()
  const nearlyFull = useNearlyFull()
  const upgradeBlocked = useUpgradeBlocked()
  const ahead = useClockAhead() ?? 0
  return (
    <>
      {update && later !== update && (
        <Strip
          icon="refresh"
          action={
            <>
              <Button size="desk" kind="quiet" onClick={() => setLater(update)}>
                {t`Later`}
              </Button>
              <Button size="desk" kind="primary" disabled={!mayReload} onClick={() => update.apply()}>
                {t`Update`}
              </Button>
            </>
          }
        >
          <Trans>A new version is ready.</Trans> {!mayReload && <Trans>You can update once your changes are saved.</Trans>}
        </Strip>
      )}
      {upgradeBlocked && (
        <Strip icon="refresh">
          <Trans>An older version of Muster is open in another window. Please close that window to continue here.</Trans>
        </Strip>
      )}
      {reach === 'captive' && (
        <Strip icon="globe">
          <Trans>This Wi-Fi asks you to sign in first. What you save stays on this device until then.</Trans>
        </Strip>
      )}
      {nearlyFull && (
        <Strip icon="alert">
          <Trans>This device is nearly full. What you type still fits; photos may not. Free some space.</Trans>
        </Strip>
      )}
      {Math.abs(ahead) > clockLimit && (
        <Suspense>
          <ClockStrip ahead={ahead} />
        </Suspense>
      )}
      {session === 'otherPerson' && (
        <Strip
          icon="people"
          action={
            <Button size="desk" onClick={() => location.reload()} disabled={!mayReload}>
              {t`Reload`}
            </Button>
          }
        >
          <Trans>Another person has signed in on this device. What you save here stays on the device until you sign in again.</Trans>
        </Strip>
      )}
    </>
  )
}
