import { useLiveQuery } from 'dexie-react-hooks'
import type { Owner } from './db.ts'
import { actorOf } from './identity.ts'
import { getStore, type Store, withReopen } from './store.ts'
import { useOnline } from './useOnline.ts'

/** The lists of tasks of this person that the device has, as pages (`/frontend/tasks/{uid}?team=…`), the one that was fetched last first. */
export async function keptTasks(store: Store, owner: Owner): Promise<string[]> {
  const list = `/api/tasks/${actorOf(owner)}.json`
  const rows = await withReopen(store, () =>
    store.db.screens
      .where('[owner+url]')
      .between([owner, list], [owner, `${list}?\uffff`])
      .toArray(),
  )
  const here = rows.filter(({ version, refused }) => version > 0 && !refused).sort((a, b) => b.fetchedAt - a.fetchedAt)
  return [...new Set(here.map(({ url }) => pageOf(url)))]
}

/** In whatever language: the page finds its own. */
function pageOf(url: string): string {
  const [path = '', search = ''] = url.split('?', 2)
  const kept = search.split('&').filter((pair) => pair !== '' && !/^lang(?:=|$)/.test(pair))
  return `${path.replace(/^\/api\//, '/frontend/').replace(/\.json$/, '')}${kept.length > 0 ? `?${kept.join('&')}` : ''}`
}

/** Where somebody finds their tasks while there is no connection; undefined while the device looks, null where it has none or there is a connection. */
export function useTasksOffline(owner: Owner): string | null | undefined {
  const online = useOnline()
  const kept = useLiveQuery(
    async () => (owner.startsWith('u:') ? ((await keptTasks(getStore(), owner).catch(() => []))[0] ?? null) : null),
    [owner],
  )
  return online ? null : kept
}
