/** Writes the draft with a debounce after the last change, and at once when the page is hidden. */
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
  /**
   * Debounce from the last change to the write, ms; during steady typing it writes at least every ten times
   * that.
   */
  delay?: number
}

export function draftKeeper({ write, onResult, delay = 300 }: DraftKeeperOptions): DraftKeeper {
  let timer: ReturnType<typeof setTimeout> | undefined
  let since = 0
  let stopped = false
  let running = Promise.resolve()

  const now = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    running = running.then(write).then(() => onResult(undefined), onResult)
    return running
  }

  return {
    touch() {
      if (stopped) return
      if (timer === undefined) since = Date.now()
      clearTimeout(timer)
      timer = setTimeout(() => void now(), Math.max(0, Math.min(delay, since + delay * 10 - Date.now())))
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
