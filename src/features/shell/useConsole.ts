import { useEffect, useMemo } from 'react'
import { listProjects, type Project, projectsToPick } from '../../../contract/endpoints/projects.ts'
import { getMe, type Me, wholeMe } from '../../../contract/endpoints/sign-in.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { usePreference } from '../../store/preferences/preferences.ts'
import { projectInAddress } from './menuOf.ts'

export interface ConsoleState {
  readonly me: Me | undefined
  readonly projects: readonly Project[]
  readonly loading: boolean
  /** The project in the address, otherwise the one that was chosen last. */
  readonly selected: Project | undefined
  select(id: string | undefined): void
}

/** Returns the person who uses the console, their projects, and the current project. */
export function useConsole(pathname: string): ConsoleState {
  const owner = useOwner()
  const { data: me, state } = useCached(getMe, undefined, wholeMe)
  const { data: list } = useCached(listProjects, undefined, projectsToPick)
  const [chosen, choose] = usePreference(`x:project:${owner}`)
  const addressed = projectInAddress(pathname)
  useEffect(() => {
    if (addressed !== undefined && addressed !== chosen) choose(addressed)
  }, [addressed, choose, chosen])
  const projects = useMemo(() => list?.teams ?? [], [list])
  const selected = useMemo(() => projects.find(({ id }) => id === (addressed ?? chosen)), [addressed, chosen, projects])
  return { me, projects, loading: state === 'loading', selected, select: choose }
}

/** Returns true if this person is Owner or Administrator of a project or a billing account. */
export const administersSomething = ({ teams, billingAccounts = [] }: Pick<Me, 'teams' | 'billingAccounts'>): boolean =>
  [...teams, ...billingAccounts].some(({ role }) => role === 'Owner' || role === 'Administrator')

/** Returns true if this person manages something in the console. */
export const managesSomething = (me: Pick<Me, 'teams' | 'isAdmin' | 'billingAccounts'>): boolean =>
  me.isAdmin || me.teams.length === 0 || me.teams.some(({ role }) => role !== 'Worker') || (me.billingAccounts?.length ?? 0) > 0
