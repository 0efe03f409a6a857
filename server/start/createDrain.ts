import { setTimeout as pause } from 'node:timers/promises'

export interface Drain {
  /** Called when the server takes requests: a start that fails has nothing to drain. */
  enable(): void
  /** Resolves when the time is over. */
  run(): Promise<void>
  isRunning(): boolean
}

/** The time in which a server that is about to stop still takes requests, while `/readyz` sends the balancer elsewhere. */
export function createDrain(ms = 0): Drain {
  let isEnabled = false
  let isRunning = false
  return {
    enable() {
      isEnabled = true
    },
    async run() {
      if (!isEnabled || ms === 0) return
      isRunning = true
      await pause(ms)
    },
    isRunning: () => isRunning,
  }
}
