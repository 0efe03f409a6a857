import { runIn } from '../tracing/Span.ts'

export interface JobSignal {
  notify(): void
  /** Returns a function that unsubscribes. */
  onNotify(listener: () => void): () => void
}

export function createJobSignal(): JobSignal {
  const listeners = new Set<() => void>()
  return {
    notify() {
      // What listeners do is no part of the request that has committed.
      for (const listener of listeners) runIn(undefined, listener)
    },
    onNotify(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
