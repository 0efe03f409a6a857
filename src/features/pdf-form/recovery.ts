import type { Opening } from './openPdfForm.ts'
import { draftOf } from './openPdfForm.ts'
import type { Filling } from './filling.ts'
import { dropDraft, saveDraft } from '../../store/drafts/saveDraft.ts'

export type RecoveryState = 'none' | 'changed' | 'kept' | 'failed'

/** The filled-in values are exported at most this often (spec/1 §9), ms. */
export const exportEvery = 1000

export interface Recovery {
  /** Writes pending changes; resolves when the device has stored them or has failed to. */
  flush(): Promise<void>
  /** Stops all writes: the draft became a submit. */
  stop(): void
  /** Resumes after a failed submit. */
  resume(): void
  /** The form around the document stores the values, with their files: there is nothing left to recover. */
  handOver(): Promise<void>
  /** Unsubscribes; writes pending changes. */
  end(): Promise<void>
}

/** Returns the files that are stored on the device until they are sent. */
export const ownFiles = (filling: Filling, opening: Pick<Opening, 'attachments'>): { id: string; sha256: string; size: number }[] => {
  const before = new Set(opening.attachments.map(({ id }) => id))
  return filling
    .attachments()
    .flatMap(({ id, sha256, size }) => (sha256 !== undefined && size !== undefined && !before.has(id) ? [{ id, sha256, size }] : []))
}

/**
 * Stores the filled-in values on the device, about once a second while they change, under the hash of the
 * data that the form was opened with (spec/1 §4.6).
 */
export function keepRecovery(
  filling: Filling,
  opening: Opening,
  { address, formVersion, onState }: { address: string; formVersion: string | undefined; onState(state: RecoveryState): void },
): Recovery {
  const { visit, path, recordPath, name } = opening
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = Promise.resolve()
  let stopped = visit === undefined

  const write = async (files = ownFiles(filling, opening).map(({ id }) => id)) => {
    if (!visit) return
    if (!filling.dirty()) {
      await dropDraft(path, visit.key)
      return onState('none')
    }
    const kept = { values: filling.values(), marks: filling.marks(), attachments: filling.attachments(), read: filling.read() }
    await saveDraft({
      path,
      initHash: visit.key,
      body: draftOf(kept),
      blobIds: files,
      formVersion,
      title: name,
      address,
      recordPath,
    })
    onState('kept')
  }
  const now = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    running = running.then(() => write()).catch(() => onState('failed'))
    return running
  }
  const off = filling.subscribe('any', () => {
    // Reading further is not input: it alone creates no draft.
    if (stopped || (!filling.dirty() && timer === undefined)) return
    onState('changed')
    timer ??= setTimeout(() => void now(), exportEvery)
  })
  const flush = () => (timer === undefined || stopped ? running : now())
  const hidden = () => {
    if (document.visibilityState === 'hidden') void flush()
  }
  const leaving = () => void flush()
  document.addEventListener('visibilitychange', hidden)
  addEventListener('pagehide', leaving)

  return {
    flush,
    stop() {
      stopped = true
      clearTimeout(timer)
      timer = undefined
    },
    resume() {
      stopped = visit === undefined
      timer ??= setTimeout(() => void now(), exportEvery)
    },
    async handOver() {
      this.stop()
      await running
      // A draft that ends also deletes its files.
      await write([])
      if (visit) await dropDraft(path, visit.key)
    },
    async end() {
      off()
      document.removeEventListener('visibilitychange', hidden)
      removeEventListener('pagehide', leaving)
      await flush()
    },
  }
}
