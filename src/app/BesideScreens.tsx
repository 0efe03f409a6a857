import { useEffect } from 'react'
import { onStoreEvent } from '../store/db/emitStoreEvent.ts'
import { getStore } from '../store/db/store.ts'
import { forgetTasks } from '../store/session/forgetDrawn.ts'
import { AppBadge } from './AppBadge.tsx'
import { SaveNotifications } from './SaveNotifications.tsx'

/** What the app does beside every screen. It is loaded after the first one. */
export function BesideScreens() {
  useEffect(() => onStoreEvent((event) => event === 'kick' && forgetTasks(getStore())), [])
  return (
    <>
      <SaveNotifications />
      <AppBadge />
    </>
  )
}
