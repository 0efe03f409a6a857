import { useEffect, useState } from 'react'
import { getPreference, setPreference } from '../../store/preferences/preferences.ts'

/** Settings that were found valid during this visit. */
const inOrder = new Set<unknown>()

const keptVersions = 'x:forms-in-order'
const mostKept = 40
const versions = () => String(getPreference(keptVersions) ?? '').split('\n')
const named = (version: string) => `${__APP_VERSION__} ${version}`

/**
 * Remembers that the settings are valid, for this version of the app on this device. `version` is that of the
 * form.
 */
export function keepInOrder(settings: unknown, version: string | undefined): void {
  inOrder.add(settings)
  if (version !== undefined) setPreference(keptVersions, [named(version), ...versions()].slice(0, mostKept).join('\n'))
}

const isInOrder = (settings: unknown, version: string | undefined) =>
  inOrder.has(settings) || (version !== undefined && versions().includes(named(version)))

/** A form is shown this long before its settings are checked, ms: the checker is not needed to fill it in. */
const pause = 1_500

/** Returns the settings to check now: none until the form is drawn, and none that were found valid before. */
export function useUncheckedSettings<S>(settings: S, version: string | undefined): S | undefined {
  const [unchecked, setUnchecked] = useState<S>()
  useEffect(() => {
    const next = isInOrder(settings, version) ? undefined : settings
    const timer = setTimeout(() => setUnchecked(next), next ? pause : 0)
    return () => clearTimeout(timer)
  }, [settings, version])
  return unchecked
}
