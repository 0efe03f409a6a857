/** Writes behind the typing: soon after the last change, and at once when the page goes away. */
export interface DraftKeeper {
  /** Something changed. */
  touch(): void
  /** Writes what is not written yet; resolves when the device holds it or could not. */
  flush(): Promise<void>
  /** Nothing is written from here on: the draft became a save, or was given up. */
  stop(): void
  /** Takes up again after a save that failed. */
  resume(): void
}

interface DraftKeeperOptions {
  write(): Promise<void>
  onResult(error: unknown): void
  /** ms from the last change to the write; a steady typist is written at least every ten times that. */
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
