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

interface DraftOptions {
  readonly address: string
  readonly formVersion: string | undefined
  onState(state: RecoveryState): void
}

/** Writes the draft of a filling as a whole, or the values that have changed since. */
function draftWriter(filling: Filling, { visit, path, recordPath, name, attachments }: Opening, { address, formVersion }: DraftOptions) {
  let exportedAt = -Infinity
  let stored = storedOf(filling)

  /** Resolves to the state of the draft. */
  const write = async (files = ownFiles(filling, { attachments }).map(({ id }) => id)): Promise<RecoveryState> => {
    if (!visit) return 'none'
    exportedAt = performance.now()
    stored = storedOf(filling)
    if (!filling.dirty()) {
      await dropDraft(path, visit.key)
      return 'none'
    }
    const body = draftOf(stored)
    await saveDraft({ path, initHash: visit.key, body, blobIds: files, formVersion, title: name, address, recordPath })
    return 'kept'
  }
  return {
    write,
    async amend(): Promise<RecoveryState | undefined> {
      const values = unstored(filling, stored)
      if (!visit || Object.keys(values).length === 0) return undefined
      stored = { ...stored, values: filling.values() }
      return (await amendDraft(path, visit.key, pdfRecord.fields, values)) ? 'kept' : await write()
    },
    /** Time until the whole draft may be written again, ms. */
    rest: () => exportEvery - (performance.now() - exportedAt),
    onlyValues: () => onlyValues(filling, stored),
    /** A write has failed: the next one writes the whole draft. */
    forget() {
      exportedAt = -Infinity
    },
  }
}

/**
 * Stores the filled-in values on the device while they change, under the hash of the data that the form was opened
 * with (spec/1 §4.6): all of them about once a second, and in between the values that have changed.
 */
export function keepRecovery(filling: Filling, opening: Opening, options: DraftOptions): Recovery {
  const { visit, path } = opening
  const { onState } = options
  const draft = draftWriter(filling, opening, options)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = Promise.resolve()
  let stopped = visit === undefined

  const run = (work: () => Promise<RecoveryState | undefined>): Promise<void> => {
    const report = (state: RecoveryState | undefined) => {
      // While further changes wait, not all is kept.
      if (state !== undefined && (timer === undefined || state === 'none')) onState(state)
    }
    running = running
      .then(work)
      .then(report)
      .catch(() => {
        draft.forget()
        onState('failed')
      })
    return running
  }
  const now = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    return run(() => draft.write())
  }
  const tick = () => {
    const rest = draft.rest()
    if (rest <= 0) return void now()
    timer = draft.onlyValues() ? undefined : setTimeout(tick, Math.min(rest, amendEvery))
    void run(() => draft.amend())
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
      await draft.write([])
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
