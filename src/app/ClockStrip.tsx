import { Trans } from '@lingui/react/macro'
import { durationText } from '../../contract/rules/crew/durationText.ts'
import { Strip } from '../ui/feedback/Strip.tsx'

/** Warns of a wrong device clock. Saves do not suffer from it, but only the person can correct it. `ahead`: how fast it is, ms. */
export function ClockStrip({ ahead }: { readonly ahead: number }) {
  const off = durationText(Math.abs(ahead) / 60_000)
  return (
    <Strip icon="clock">
      {ahead > 0 ? <Trans>The clock of this device is {off} fast.</Trans> : <Trans>The clock of this device is {off} slow.</Trans>}{' '}
      <Trans>Your saves are kept with the right time. Please set the clock.</Trans>
    </Strip>
  )
}
