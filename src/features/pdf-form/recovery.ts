import { pdfRecord } from '../../../contract/forms/pdfRecord.ts'
import type { Opening } from './openPdfForm.ts'
import { draftOf } from './openPdfForm.ts'
import type { Filling } from './filling.ts'
import { amendDraft } from '../../store/drafts/amendDraft.ts'
import { dropDraft, saveDraft } from '../../store/drafts/saveDraft.ts'
import { getOwner } from '../../store/identity/getOwner.ts'

export type RecoveryState = 'none' | 'changed' | 'kept' | 'failed'

/** The filled-in values are exported at most this often (spec/1 §9), ms. */
export const exportEvery = 1000
/** From a change of a value until it is written, ms: what a browser that is killed can lose. */
const amendEvery = 200

export interface Recovery {
  /** Writes pending changes; resolves when the device has stored them or has failed to. */
  flush(): Promise<void>
  /** Stops all writes: the draft becomes a submit. Resolves when the running one has ended. */
  stop(): Promise<void>
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

/**
 * Writes the draft of a filling as a whole, or the values that have changed since, for the person who has opened it.
 * `isStopped`: the draft became a submit.
 */
function draftWriter(
  filling: Filling,
  { visit, path, recordPath, name, attachments }: Opening,
  { address, formVersion }: DraftOptions,
  isStopped: () => boolean,
) {
  const owner = getOwner()
  let exportedAt = -Infinity
  let stored = storedOf(filling)

  /** Resolves to the state of the draft; undefined if another person uses the device now. */
  const write = async (files = ownFiles(filling, { attachments }).map(({ id }) => id)): Promise<RecoveryState | undefined> => {
    if (!visit) return 'none'
    if (getOwner() !== owner) return undefined
    exportedAt = performance.now()
    const now = storedOf(filling)
    const isDirty = filling.dirty()
    if (isDirty) {
      const body = draftOf(now)
      await saveDraft({ path, initHash: visit.key, body, blobIds: files, formVersion, title: name, address, recordPath }, owner)
    } else await dropDraft(path, visit.key, owner)
    stored = now
    return isDirty ? 'kept' : 'none'
  }
  return {
    write,
    async amend(): Promise<RecoveryState | undefined> {
      if (!visit || getOwner() !== owner) return undefined
      const changed = unstored(filling, stored)
      const values = filling.values()
      // The write before this one may have stored them.
      if (Object.keys(changed).length === 0) return onlyValues(filling, stored) ? 'kept' : undefined
      const outcome = await amendDraft([owner, path, visit.key], pdfRecord.fields, changed)
      if (outcome === 'gone' && !isStopped()) return await write()
      if (outcome !== 'amended') return undefined
      stored = { ...stored, values }
      return 'kept'
    },
    drop: async () => {
      if (visit) await dropDraft(path, visit.key, owner)
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
  const { visit } = opening
  const { onState } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = Promise.resolve()
  let stopped = visit === undefined
  let ended = false
  const draft = draftWriter(filling, opening, options, () => stopped)

  const run = (work: () => Promise<RecoveryState | undefined>): Promise<void> => {
    const report = (state: RecoveryState | undefined) => {
      // While further changes wait, not all is kept.
      if (state !== undefined && (timer === undefined || state === 'none')) onState(state)
    }
    running = running
      .then(() => (stopped ? undefined : work()))
      .then(report)
      .catch(() => {
        draft.forget()
        onState('failed')
        if (!stopped && !ended) timer ??= setTimeout(tick, exportEvery)
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
      return running
    },
    resume() {
      stopped = visit === undefined
      timer ??= setTimeout(tick, amendEvery)
    },
    async handOver() {
      await this.stop()
      // A draft that ends also deletes its files.
      await draft.write([])
      await draft.drop()
    },
    async end() {
      off()
      document.removeEventListener('visibilitychange', hidden)
      removeEventListener('pagehide', leaving)
      await flush()
      // If that failed, it is tried once more.
      ended = true
      await flush()
    },
  }
}
