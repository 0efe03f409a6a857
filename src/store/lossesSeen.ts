import { useOwner } from './owner.ts'
import { usePreference } from './preferences.ts'

/** Of what devices have lost, when the latest was told that this person has looked at on this device, ISO 8601; empty before the first look. */
export function useLossesSeen(): [string, (toldAt: string) => void] {
  const owner = useOwner()
  const [seen, setSeen] = usePreference(`x:losses-seen:${owner}`)
  return [typeof seen === 'string' ? seen : '', setSeen]
}
