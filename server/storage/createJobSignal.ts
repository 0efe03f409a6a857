export interface JobSignal {
  notify(): void
  /** Returns a function that unsubscribes. */
  onNotify(listener: () => void): () => void
}

export function createJobSignal(): JobSignal {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    onNotify(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
