import { useCallback, useMemo } from 'react'
import { usePreference } from './preferences.ts'

/** Starred items of a list, on this device for everybody who uses it (decision OQ-075); `toggle` sets or takes a star. Live in every tab. */
export function useFavourites(list: string): [favourites: ReadonlySet<string>, toggle: (id: string) => void] {
  const [kept, keep] = usePreference(`x:favourites:${list}`)
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
