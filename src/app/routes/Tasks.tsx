import type { RootScreenProps } from '../../engine/PageHost.ts'
import { HelpLaunchers } from '../../features/help/HelpLaunchers.tsx'
import { TasksScreen } from '../../features/tasks/TasksScreen.tsx'

/** My Tasks, with its help. */
export function Tasks(props: RootScreenProps) {
  return (
    <>
      <TasksScreen {...props} />
      {props.owner.startsWith('u:') && <HelpLaunchers />}
    </>
  )
}
