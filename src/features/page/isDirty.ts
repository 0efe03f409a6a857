import { useSyncExternalStore } from 'react'

/** Work that must not be interrupted: a form with unsaved changes, a save or an action in progress. */
let dirty = false
let busy = 0
const listeners = new Set<() => void>()

function tell() {
  for (const listener of listeners) listener()
}

export function setDirty(is: boolean): void {
  if (dirty === is) return
  dirty = is
  tell()
}

export const isDirty = (): boolean => dirty

/** Marks work as in progress until the returned function is called. */
export function startWork(): () => void {
  let done = false
  busy += 1
  tell()
  return () => {
    if (done) return
    done = true
    busy -= 1
    tell()
  }
}

export const isBusy = (): boolean => busy > 0

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useDirty = (): boolean => useSyncExternalStore(subscribe, isDirty)

/** Returns true if the app may reload now without interrupting the person. */
export const useMayReload = (): boolean => useSyncExternalStore(subscribe, () => !dirty && busy === 0)
