import { getMe } from '../../../contract/endpoints/sign-in.ts'
import { dayIn } from '../../../contract/rules/dayIn.ts'
import { useCached } from './cached.ts'

/**
 * Returns today (yyyy-MM-dd) in the time zone of a project; in that of the device for a project without one. Undefined
 * until the device knows the person's projects.
 */
export function useProjectToday(team: string): string | undefined {
  const { data: me, state } = useCached(getMe)
  if (me === undefined && state === 'loading') return undefined
  return dayIn(me?.teams.find(({ id }) => id === team)?.zone, Date.now())
}
