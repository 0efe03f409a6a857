/** Writes the draft soon after a change, also during steady typing, and at once when the page is hidden. */
export interface DraftKeeper {
  /** Reports a change. */
  touch(): void
  /** Writes pending changes, and again what a write could not store; resolves when the device has stored them or has failed to. */
  flush(): Promise<void>
  /** Stops all writes: the draft became a save, or was discarded. */
  stop(): void
  /** Resumes after a failed save. */
  resume(): void
}

interface DraftKeeperOptions {
  write(): Promise<void>
  onResult(error: unknown): void
  /** From the first unwritten change to the write, ms: what a browser that is killed can lose. */
  delay?: number
}

export function draftKeeper({ write, onResult, delay = 200 }: DraftKeeperOptions): DraftKeeper {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let failed = false
  let running = Promise.resolve()

  const report = (error?: unknown) => {
    failed = error !== undefined
    onResult(error)
  }
  const now = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    running = running.then(async () => {
      // Stopped while an earlier write was running: a write now would bring back the draft that the save has ended.
      if (stopped) return
      await write().then(() => report(), report)
    })
    return running
  }

  return {
    touch() {
      if (!stopped) timer ??= setTimeout(() => void now(), delay)
    },
    async flush() {
      if (timer !== undefined && !stopped) return await now()
      await running
      // The write was ended, for example with the transactions of a page that was left.
      if (failed && !stopped) await now()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      timer = undefined
    },
    resume() {
      stopped = false
    },
  }
}
