import { useSyncExternalStore } from 'react'
import type { Language } from '../../../contract/reference/languages.ts'
import { getStore } from '../db/store.ts'

export type Theme = 'system' | 'light' | 'dark' | 'sun'

/** Settings of a user on this device. `open:<page>#<group>`: whether a group was left open. */
export interface Preferences {
  language: Language
  theme: Theme
  [open: `open:${string}`]: boolean
  [other: `x:${string}`]: string | number | boolean
}

const prefix = 'muster:preference:'
const listeners = new Set<() => void>()
const memory = new Map<string, unknown>()

/** Synchronous, so that the first paint already has the right language and colors. */
export function getPreference<K extends keyof Preferences>(name: K): Preferences[K] | undefined {
  if (!memory.has(name)) {
    let value: unknown
    try {
      value = JSON.parse(getStore().storage?.getItem(prefix + name) ?? 'null') ?? undefined
    } catch {
      value = undefined
    }
    memory.set(name, value)
  }
  return memory.get(name) as Preferences[K] | undefined
}

/** `undefined` restores the default. */
export function setPreference<K extends keyof Preferences>(name: K, value: Preferences[K] | undefined): void {
  memory.set(name, value)
  try {
    const { storage } = getStore()
    if (value === undefined) storage?.removeItem(prefix + name)
    else storage?.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // localStorage is full or blocked: the setting lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/**
 * Called at log-out: deletes what the user opened, has seen and was shown. Theme and language stay, and so do
 * stars, which are stored per user.
 */
export function clearPersonalPreferences(): void {
  memory.clear()
  try {
    const gone = Object.keys(localStorage).filter((key) => /^muster:preference:(?:open:|x:seen:|x:options:)/.test(key))
    for (const key of gone) localStorage.removeItem(key)
  } catch {
    // Blocked: there is nothing to delete.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const otherTab = (event: StorageEvent) => {
    if (event.key?.startsWith(prefix)) {
      memory.delete(event.key.slice(prefix.length))
      listener()
    }
  }
  listeners.add(listener)
  addEventListener('storage', otherTab)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', otherTab)
  }
}

/** Live in every tab. */
export function usePreference<K extends keyof Preferences>(
  name: K,
): [Preferences[K] | undefined, (value: Preferences[K] | undefined) => void] {
  const value = useSyncExternalStore(subscribe, () => getPreference(name))
  return [value, (next) => setPreference(name, next)]
}
