/** The writes of uploads that have not ended, by the id of the upload. */
export interface RunningWrites {
  /** Adds a write, and returns it. */
  add<Result>(id: string, write: Promise<Result>): Promise<Result>
  /** Resolves when the newest write of this upload has succeeded or failed. */
  settled(id: string): Promise<void>
}

export function runningWrites(): RunningWrites {
  const running = new Map<string, Promise<unknown>>()
  return {
    add(id, write) {
      const settled = write
        .catch(() => undefined)
        .finally(() => {
          if (running.get(id) === settled) running.delete(id)
        })
      running.set(id, settled)
      return write
    },
    async settled(id) {
      await running.get(id)
    },
  }
}
