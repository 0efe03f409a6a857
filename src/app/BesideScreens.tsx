import { useEffect } from 'react'
import { forgetChangedTasks } from '../store/session/forgetChangedTasks.ts'
import { AppBadge } from './AppBadge.tsx'
import { SaveNotifications } from './SaveNotifications.tsx'

/** What the app does beside every screen. It is loaded after the first one. */
export function BesideScreens() {
  useEffect(forgetChangedTasks, [])
  return (
    <>
      <SaveNotifications />
      <AppBadge />
    </>
  )
}
