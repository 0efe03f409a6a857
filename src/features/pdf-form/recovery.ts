import { pdfRecord } from '../../../contract/forms/pdfRecord.ts'
import type { Opening } from './openPdfForm.ts'
import { draftOf } from './openPdfForm.ts'
import type { Filling } from './filling.ts'
import { amendDraft, dropDraft, saveDraft } from '../../store/drafts/saveDraft.ts'

export type RecoveryState = 'none' | 'changed' | 'kept' | 'failed'

/** The filled-in values are exported at most this often (spec/1 §9), ms. */
export const exportEvery = 1000
/** From a change of a value until it is written, ms: what a browser that is killed can lose. */
const amendEvery = 200

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

/** What the device has stored of a filling. */
const storedOf = (filling: Filling) => ({
  values: filling.values(),
  marks: filling.marks(),
  attachments: filling.attachments(),
  read: filling.read(),
})
type Stored = ReturnType<typeof storedOf>

/** Returns the values that are not stored. */
const unstored = (filling: Filling, stored: Stored) =>
  Object.fromEntries(Object.entries(filling.values()).filter(([name, value]) => value !== stored.values[name]))

/** Whether single values are all that is not stored. */
const onlyValues = (filling: Filling, stored: Stored) =>
  filling.dirty() && filling.marks() === stored.marks && filling.attachments() === stored.attachments && filling.read() === stored.read

/**
 * Stores the filled-in values on the device while they change, under the hash of the data that the form was opened
 * with (spec/1 §4.6): all of them about once a second, and in between the values that have changed.
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
  let exportedAt = -Infinity
  let stored = storedOf(filling)

  const write = async (files = ownFiles(filling, opening).map(({ id }) => id)) => {
    if (!visit) return
    exportedAt = performance.now()
    const kept = storedOf(filling)
    stored = kept
    if (!filling.dirty()) {
      await dropDraft(path, visit.key)
      return onState('none')
    }
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
    if (timer === undefined) onState('kept')
  }
  const failed = () => {
    // The next write is a whole one.
    exportedAt = -Infinity
    onState('failed')
  }
  const now = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    running = running.then(() => write()).catch(failed)
    return running
  }
  const amend = async () => {
    const values = unstored(filling, stored)
    if (!visit || Object.keys(values).length === 0) return
    stored = { ...stored, values: filling.values() }
    if (!(await amendDraft(path, visit.key, pdfRecord.fields, values))) return await write()
    if (timer === undefined) onState('kept')
  }
  const tick = () => {
    const rest = exportEvery - (performance.now() - exportedAt)
    if (rest <= 0) return void now()
    timer = onlyValues(filling, stored) ? undefined : setTimeout(tick, Math.min(rest, amendEvery))
    running = running.then(amend).catch(failed)
  }
  const off = filling.subscribe('any', () => {
    // Reading further is not input: it alone creates no draft.
    if (stopped || (!filling.dirty() && timer === undefined)) return
    onState('changed')
    timer ??= setTimeout(tick, amendEvery)
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
      timer ??= setTimeout(tick, amendEvery)
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
