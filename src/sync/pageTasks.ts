import { getOwner } from '../store/identity/getOwner.ts'
import { sealsFor } from '../store/encryption/sharedDevice.ts'
import type { Store } from '../store/db/store.ts'
import type { Send } from './send.ts'

interface TaskParts {
  readonly store: Store
  readonly send: Send
  readonly locks: LockManager | undefined
}

/** Work of a page that most visits do not need: its code is loaded on demand, and a failure ends nothing else. */
export class PageTasks {
  /** True if a user of the device asked for everything of the site. */
  wantsReady = false
  private readonly parts: TaskParts
  private readonly stops: (() => void)[] = []
  private isStopped = false
  private reports = false

  constructor(parts: TaskParts) {
    this.parts = parts
  }

  /** Fetches the videos and documents that users requested, and what a kiosk needs to show documents. */
  keepMedia(): void {
    const { store } = this.parts
    void import('./downloadMedia.ts').then(({ downloadMedia: keepWanted }) => keepWanted(store)).catch(() => undefined)
    void import('./keepPdfTools.ts').then(({ keepWantedTools }) => keepWantedTools(store)).catch(() => undefined)
  }

  /** Fetches everything for the site, if a user asked for it. */
  makeReady(again = false): void {
    if (!this.wantsReady) return
    void import('./keepReady.ts')
      .then(({ keepReady }) => (this.isStopped ? undefined : keepReady(this.parts, again)))
      .catch(() => undefined)
  }

  /** Gives signed talks to the outbox that a page could not give to it. One tab at a time. */
  queueTalks(): void {
    const { locks } = this.parts
    void import('../store/drafts/queueSigned.ts')
      .then(({ queueLeftTalks }) => (locks ? locks.request('muster:talks', queueLeftTalks) : queueLeftTalks()))
      .catch(() => undefined)
  }

  /** Starts the reports of a device with a billing account. */
  reportDevice(): void {
    // In a frame: the parent page sends the reports.
    if (this.reports || window.parent !== window) return
    this.reports = true
    void import('./startHeartbeat.ts')
      .then(({ startHeartbeat }) => {
        if (!this.isStopped) this.stops.push(startHeartbeat(this.parts.store, this.parts.locks))
      })
      .catch(() => {
        this.reports = false
      })
  }

  /** Makes the data readable again that the user left sealed on a shared device. */
  unlockSealed(): void {
    const { store } = this.parts
    const owner = getOwner()
    if (sealsFor(store, owner))
      void import('../store/encryption/sealSave.ts').then(({ unlockOwn }) => unlockOwn(store, owner)).catch(() => undefined)
  }

  stop(): void {
    this.isStopped = true
    for (const stop of this.stops) stop()
  }
}
