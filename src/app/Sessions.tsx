import { SessionsScreen } from '../features/sign-in/SessionsScreen.tsx'
import { useLeave } from './leave.ts'

/** `/sessions`: where one is signed in; signing out here is the log-out that keeps what was not sent. */
export function Sessions() {
  return <SessionsScreen onLogout={useLeave()} />
}
