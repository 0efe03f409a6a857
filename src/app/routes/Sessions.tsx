import { SessionsScreen } from '../../features/sign-in/SessionsScreen.tsx'
import { useLeave } from '../useLeave.ts'

/** `/sessions`: the person's sessions. Signing out of this device is the log-out that keeps unsent work. */
export function Sessions() {
  return <SessionsScreen onLogout={useLeave()} />
}
