import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { Card } from '../../ui/layout/Card.tsx'
import { LoginLayout } from './LoginLayout.tsx'
import type { NextPasskey } from './usePasskeyStep.ts'

/** Rare: only for companies that require passkeys. */
const PasskeyStep = lazy(() => import('./PasskeyStep.tsx').then((module) => ({ default: module.PasskeyStep })))

/** The page after a login with another system, if the company also requires a passkey. */
export function PasskeyPage(step: NextPasskey) {
  const { t } = useLingui()
  return (
    <LoginLayout title={t`Login`}>
      <Card padding="site">
        <Suspense>
          <PasskeyStep {...step} />
        </Suspense>
      </Card>
    </LoginLayout>
  )
}
