import { useLiveQuery } from 'dexie-react-hooks'
import type { Owner } from '../db/MusterDb.ts'
import { actorOf } from '../identity/getOwner.ts'
import { getStore, type Store, withReopen } from '../db/store.ts'
import { useOnline } from '../connectivity/useOnline.ts'

/** Cached task lists of this user as pages (`/frontend/tasks/{uid}?team=…`), most recently fetched first. */
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

/** Drops the language: the page chooses its own. */
function pageOf(url: string): string {
  const [path = '', search = ''] = url.split('?', 2)
  const kept = search.split('&').filter((pair) => pair !== '' && !/^lang(?:=|$)/.test(pair))
  return `${path.replace(/^\/api\//, '/frontend/').replace(/\.json$/, '')}${kept.length > 0 ? `?${kept.join('&')}` : ''}`
}

/**
 * The page with the user's tasks while offline; undefined while loading, null if there is none or the device
 * is online.
 */
export function useTasksOffline(owner: Owner): string | null | undefined {
  const online = useOnline()
  const kept = useLiveQuery(
    async () => (owner.startsWith('u:') ? ((await keptTasks(getStore(), owner).catch(() => []))[0] ?? null) : null),
    [owner],
  )
  return online ? null : kept
}
