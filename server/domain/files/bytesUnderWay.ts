import type { App } from '../app.ts'

/**
 * Bytes of requests in progress, by key. A slow request counts for its whole length from its start: the database
 * learns of its bytes when it ends.
 */
export class BytesUnderWay {
  private readonly apps = new WeakMap<App, Map<string, number>>()

  of(app: App, key: string): number {
    return this.apps.get(app)?.get(key) ?? 0
  }

  /** Returns how to end the count. */
  add(app: App, keys: readonly string[], bytes: number): () => void {
    const held = this.apps.get(app) ?? new Map<string, number>()
    this.apps.set(app, held)
    for (const key of keys) held.set(key, (held.get(key) ?? 0) + bytes)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      for (const key of keys) {
        const left = (held.get(key) ?? 0) - bytes
        if (left > 0) held.set(key, left)
        else held.delete(key)
      }
    }
  }
}
