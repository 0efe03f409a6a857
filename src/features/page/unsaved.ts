import { useSyncExternalStore } from 'react'

/** What must not be interrupted: a form with changes that were not saved, a save or an action under way. */
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

/** Until the returned function is called, something is under way. */
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

/** May the app reload now without taking anything from the person's hands? */
export const useMayReload = (): boolean => useSyncExternalStore(subscribe, () => !dirty && busy === 0)
