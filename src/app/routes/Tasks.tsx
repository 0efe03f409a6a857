import { useEffect } from 'react'
import { getMe } from '../../../contract/endpoints/sign-in.ts'
import type { RootScreenProps } from '../../engine/PageHost.ts'
import { HelpLaunchers } from '../../features/help/HelpLaunchers.tsx'
import { TasksScreen } from '../../features/tasks/TasksScreen.tsx'
import { getStore } from '../../store/db/store.ts'
import { useCached } from '../../store/queries/cached.ts'
import { forgetTasks } from '../../store/session/forgetDrawn.ts'
import { useSession } from '../../store/session/session.ts'
import { otherStart } from '../atKiosk.ts'
import { homeOf } from './Home.tsx'

/** My Tasks, with its help. The device keeps it, to draw it before the app has started. */
export function Tasks(props: RootScreenProps) {
  const isPerson = props.owner.startsWith('u:')
  const { data: me } = useCached(getMe)
  const isExpired = useSession().state === 'expired'
  const start = me && (otherStart({ pathname: '/' }) ?? homeOf(me.uid, me))

  useEffect(() => {
    if (!isPerson) return
    // `/` leads to the sign-in page, and a worker that was told of it could not delete the list.
    if (isExpired) return forgetTasks(getStore())
    const following = import('../../features/forms/drawn/drawnPage.tsx')
      .then(({ followTasks }) => followTasks(start))
      .catch(() => undefined)
    return () => void following.then((stop) => stop?.())
  }, [isPerson, isExpired, start])

  return (
    <>
      <TasksScreen {...props} />
      {isPerson && <HelpLaunchers />}
    </>
  )
}
