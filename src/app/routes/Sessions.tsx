import { SessionsScreen } from '../../features/sign-in/SessionsScreen.tsx'
import { useLeave } from '../leave.ts'

/** `/sessions`: the person's sessions. Signing out of this device is the log-out that keeps unsent work. */
export function Sessions() {
  return <SessionsScreen onLogout={useLeave()} />
}
