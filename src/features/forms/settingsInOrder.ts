import { useEffect, useState } from 'react'
import { getPreference, setPreference } from '../../store/preferences.ts'

/** Settings that were found in order on this visit. */
const inOrder = new Set<unknown>()

const keptVersions = 'x:forms-in-order'
const mostKept = 40
const versions = () => String(getPreference(keptVersions) ?? '').split('\n')
const named = (version: string) => `${__APP_VERSION__} ${version}`

/** Found on this device, by this version of the app. `version` is that of the form. */
export function keepInOrder(settings: unknown, version: string | undefined): void {
  inOrder.add(settings)
  if (version !== undefined) setPreference(keptVersions, [named(version), ...versions()].slice(0, mostKept).join('\n'))
}

const isInOrder = (settings: unknown, version: string | undefined) =>
  inOrder.has(settings) || (version !== undefined && versions().includes(named(version)))

/** A form stands this long before its settings are checked, ms: what checks them is not needed to fill it in. */
const pause = 1_500

/** Settings to check now: none until the form stands, and none that were found in order. */
export function useUncheckedSettings<S>(settings: S, version: string | undefined): S | undefined {
  const [unchecked, setUnchecked] = useState<S>()
  useEffect(() => {
    const next = isInOrder(settings, version) ? undefined : settings
    const timer = setTimeout(() => setUnchecked(next), next ? pause : 0)
    return () => clearTimeout(timer)
  }, [settings, version])
  return unchecked
}
