/** Work that has not ended, by a key such as the id of an upload. */
export interface RunningWork {
  /** Adds work, and returns it. */
  add<Result>(key: string, work: Promise<Result>): Promise<Result>
  /** Resolves when all work of this key that runs now has succeeded or failed. */
  settled(key: string): Promise<void>
  /** Resolves when no work runs. */
  idle(): Promise<void>
}

export function runningWork(): RunningWork {
  const running = new Map<string, Set<Promise<unknown>>>()
  return {
    add(key, work) {
      const ofKey = running.get(key) ?? new Set<Promise<unknown>>()
      running.set(key, ofKey)
      const settled = work
        .catch(() => undefined)
        .finally(() => {
          ofKey.delete(settled)
          if (ofKey.size === 0) running.delete(key)
        })
      ofKey.add(settled)
      return work
    },
    async settled(key) {
      await Promise.all(running.get(key) ?? new Set<Promise<unknown>>())
    },
    async idle() {
      while (running.size > 0) await Promise.all([...running.values()].flatMap((works) => [...works]))
    },
  }
}
