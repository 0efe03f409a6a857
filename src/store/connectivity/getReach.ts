export type Reach = 'unknown' | 'ok' | 'offline' | 'captive'

let reach: Reach = 'unknown'
const listeners = new Set<() => void>()

export const getReach = (): Reach => reach

export function setReach(next: Reach): void {
  if (next === reach) return
  reach = next
  for (const listener of listeners) listener()
}

export function onReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
