import { GateScreen } from '../../features/gate/GateScreen.tsx'
import { inParentFrame } from '../../features/page/inParentFrame.ts'
import { useParentFrame } from '../../features/page/useParentFrame.ts'
import { kioskMessages } from '../../../contract/endpoints/kiosk.ts'

/**
 * `/gate/{bot or site}`. In a kiosk's frame it sends a heartbeat to the kiosk, and a message when a person is
 * done.
 */
export function SiteGateRoute() {
  const { send } = useParentFrame(undefined)
  return <GateScreen onNext={inParentFrame() ? () => send(kioskMessages.restart) : undefined} />
}
