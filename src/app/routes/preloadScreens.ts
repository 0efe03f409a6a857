import { withTexts } from '../i18n.ts'
import { inAPause } from '../warmUp.ts'
import { consoleScreens } from './consoleScreens.ts'

/** Screens that the menu, the list of projects and the list of bots lead to. */
const oneStepAway = new Set([
  '/automations',
  '/team/$id/automations',
  '/teams',
  '/teams/$id',
  '/automation/$id',
  '/review',
  '/today',
  '/onsite',
  '/onsite/$team',
  '/team/$id/log',
  '/people',
  '/records',
  '/reporting',
  '/libraries',
  '/lists',
  '/devices',
  '/billing',
  '/billing/$id',
])

/**
 * After the first screen of the console: loads the code of those that a person opens next, one in each pause. Returns the
 * function that stops it.
 */
export function preloadScreens(): () => void {
  const listed: readonly (readonly [string, () => Promise<unknown>, ...unknown[]])[] = consoleScreens
  const screens = listed.flatMap(([path, load]) => (oneStepAway.has(path) ? [load] : []))
  const loads = [() => import('../../features/shell/FindAnything.tsx'), ...screens]
  const next = async () => {
    const load = loads.shift()
    // What fails here is loaded again when the person goes there.
    if (load) await withTexts(load).catch(() => undefined)
    if (loads.length > 0) inAPause(() => void next(), 500)
  }
  inAPause(() => void next(), 5000)
  return () => void loads.splice(0)
}
