import { useEffect, useState } from 'react'
import { pageDataAddress } from '../../../contract/endpoints/pages.ts'
import { requestRefresh } from '../../store/db/emitStoreEvent.ts'
import { keepDocument } from '../../store/media/offlineMedia.ts'
import { keepReadyByItself, useIsKeptReady } from '../../store/queries/readiness.ts'
import { usePreference } from '../../store/preferences/preferences.ts'
import type { Task } from '../../../contract/rules/tasks/task.ts'

/**
 * Prefetches the pages behind the tasks, in sequence, and then what the role of the person needs. True once the
 * device has the server's current version of all pages, and all answers of the role.
 */
export function useKeepReady(tasks: readonly Task[], owner: string): boolean {
  const [language] = usePreference('language')
  const addresses = tasks
    .filter((task) => task.url.startsWith('/frontend/'))
    .map((task) => {
      const [pathname = '', search = ''] = task.url.split('?', 2)
      return pageDataAddress(pathname, search, language)
    })
  const key = addresses.join(' ')
  const [ready, setReady] = useState<string>()
  const isKept = useIsKeptReady()

  useEffect(() => {
    if (key === '') return
    let stopped = false
    void (async () => {
      for (const address of key.split(' ')) {
        const result = stopped ? 'offline' : await requestRefresh(address, owner)
        if (result !== 'fresh') return
        await keepDocument(address, owner).catch(() => undefined)
      }
      if (stopped) return
      setReady(key)
      await keepReadyByItself(owner).catch(() => undefined)
    })()
    return () => {
      stopped = true
    }
  }, [key, owner])
  return ready === key && isKept
}
