import { useParams } from '@tanstack/react-router'
import { KioskScreen } from '../../features/kiosk/KioskScreen.tsx'
import { useUpdate } from '../watchUpdates.ts'

/** `/kiosk` and `/kiosk/{six-digit code}`. */
export function Kiosk() {
  const { code } = useParams({ strict: false })
  const update = useUpdate()
  return <KioskScreen code={code} update={update} />
}
