import { Trans, useLingui } from '@lingui/react/macro'
import { useDevice } from '../../store/session/deviceState.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'

/** Replaces everything except the kiosk on a device that is locked to it. */
export function LockedScreen() {
  const { t } = useLingui()
  const device = useDevice()
  return (
    <Page>
      <title>{`${t`Locked`} – Muster`}</title>
      <EmptyState
        icon="lock"
        title={t`This device is locked to the kiosk`}
        action={
          <>
            <LinkButton kind="primary" href="/kiosk">
              {t`Open the kiosk`}
            </LinkButton>
            <LinkButton kind="quiet" href="/scan" icon="camera">
              {t`Scan an unlock code`}
            </LinkButton>
          </>
        }
      >
        {device && (
          <Trans>
            {device.account} has locked {device.name} ({device.shortId}). An administrator can unlock it under Devices.
          </Trans>
        )}
      </EmptyState>
    </Page>
  )
}
