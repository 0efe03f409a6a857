import { useSyncExternalStore } from 'react'
import type { PageData } from '../../../contract/endpoints/pages.ts'

/** The facts about the current page that the bar needs. */
export interface CurrentPage {
  readonly tasks: string | undefined
  readonly hideMyTasks: boolean
  readonly personPath: string | undefined
}

let current: CurrentPage | undefined
const listeners = new Set<() => void>()

export function setCurrentPage(data: PageData | undefined): void {
  current = data && {
    tasks: data.auth?.tasks,
    hideMyTasks: data.componentConfig?.hideMyTasks === true,
    personPath: data.person?.path,
  }
  for (const listener of listeners) listener()
}

export const getCurrentPage = (): CurrentPage | undefined => current

export function useCurrentPage(): CurrentPage | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}
