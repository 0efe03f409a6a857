import { useOwner } from '../identity/useOwner.ts'
import { usePreference } from '../preferences/preferences.ts'

/**
 * Report time of the newest loss that this user has viewed on this device, ISO 8601; empty before the first
 * view. The second item sets it.
 */
export function useLossesSeen(): [string, (toldAt: string) => void] {
  const owner = useOwner()
  const [seen, setSeen] = usePreference(`x:losses-seen:${owner}`)
  return [typeof seen === 'string' ? seen : '', setSeen]
}
