/** Writes the draft soon after a change, also during steady typing, and at once when the page is hidden. */
export interface DraftKeeper {
  /** Reports a change. */
  touch(): void
  /** Writes pending changes; resolves when the device has stored them or has failed to. */
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
  let running = Promise.resolve()

  const now = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    running = running.then(async () => {
      // Stopped while an earlier write was running: a write now would bring back the draft that the save has ended.
      if (stopped) return
      await write().then(() => onResult(undefined), onResult)
    })
    return running
  }

  return {
    touch() {
      if (!stopped) timer ??= setTimeout(() => void now(), delay)
    },
    flush: () => (timer === undefined || stopped ? running : now()),
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
