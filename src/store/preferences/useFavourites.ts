import { useCallback, useMemo } from 'react'
import { useOwner } from '../identity/useOwner.ts'
import { usePreference } from './preferences.ts'

/**
 * This user's starred items of a list on this device (decision OQ-075); the next user here has their own.
 * `toggle` sets or removes a star. Live in every tab.
 */
export function useFavourites(list: string): [favourites: ReadonlySet<string>, toggle: (id: string) => void] {
  const owner = useOwner()
  const [kept, keep] = usePreference(`x:favourites:${owner}:${list}`)
  const favourites = useMemo(() => new Set(idsIn(kept)), [kept])
  const toggle = useCallback(
    (id: string) => {
      const next = favourites.has(id) ? [...favourites].filter((each) => each !== id) : [...favourites, id]
      keep(next.length > 0 ? JSON.stringify(next) : undefined)
    },
    [favourites, keep],
  )
  return [favourites, toggle]
}

function idsIn(kept: unknown): string[] {
  if (typeof kept !== 'string') return []
  try {
    const ids: unknown = JSON.parse(kept)
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
