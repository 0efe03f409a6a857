import { AppBadge } from './AppBadge.tsx'
import { SaveNotifications } from './SaveNotifications.tsx'

/** What the app does beside every screen. It is loaded after the first one. */
export function BesideScreens() {
  return (
    <>
      <SaveNotifications />
      <AppBadge />
    </>
  )
}
