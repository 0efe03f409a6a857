import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { pagesOf } from '../../fields/pages/pagesOf.ts'
import { dropDraft, saveDraft } from '../../store/drafts/saveDraft.ts'
import { onFlush } from '../../store/drafts/flushUnsaved.ts'
import { type DraftKeeper, draftKeeper } from './draftKeeper.ts'
import type { Session } from './openForm.ts'
import { filesOf, newFiles, titleOf, withAnswers } from './saveBody.ts'

/** changed: the device has not stored the latest input yet. */
export type DraftState = 'none' | 'changed' | 'kept' | 'failed'

async function writeDraft(session: Session, address: string): Promise<void> {
  const { form, settings, shape, path, visit, found, recordPath, data } = session
  if (!visit) return
  const body = withAnswers(shape === 'nested' ? { model: {} } : {}, form.draft(), shape)
  if (!form.dirty() && filesOf(body).length === filesOf(found).length) return await dropDraft(path, visit.key)
  await saveDraft({
    path,
    initHash: visit.key,
    body,
    blobIds: newFiles(body, found).map(({ id }) => id),
    formVersion: data.formVersion,
    title: titleOf(form, settings),
    address,
    recordPath,
    page: pagesOf(form)?.current,
  })
}

/**
 * Stores the input while the person types (decision OQ-038), and returns whether the device has stored it.
 */
export function useDraft(session: Session, address: string): { keeper: DraftKeeper; state: DraftState } {
  const [state, setState] = useState<DraftState>(session.restoredAt === undefined ? 'none' : 'kept')
  const failed = useRef(false)
  const keeper = useMemo(
    () =>
      draftKeeper({
        write: () => writeDraft(session, address),
        onResult: (error) => {
          failed.current = error !== undefined
          const stored = session.form.dirty() ? 'kept' : 'none'
          setState(error === undefined ? stored : 'failed')
        },
      }),
    [session, address],
  )
  const { form, readOnly, visit } = session

  // A layout effect, because a touch may be faster than a normal effect.
  useLayoutEffect(() => {
    if (readOnly) return
    const done = visit?.use()
    const stop = form.subscribe('any', () => {
      keeper.touch()
      setState((last) => (last === 'kept' ? 'changed' : last))
    })
    const pages = pagesOf(form)
    const onTurn = () => keeper.touch()
    pages?.listeners.add(onTurn)
    const hidden = () => {
      if (document.visibilityState === 'hidden') void keeper.flush()
    }
    const leaving = () => void keeper.flush()
    document.addEventListener('visibilitychange', hidden)
    addEventListener('pagehide', leaving)
    const forget = onFlush(async () => {
      await keeper.flush()
      return visit !== undefined && !failed.current
    })
    return () => {
      stop()
      pages?.listeners.delete(onTurn)
      forget()
      document.removeEventListener('visibilitychange', hidden)
      removeEventListener('pagehide', leaving)
      void keeper.flush().finally(done)
    }
  }, [form, keeper, readOnly, visit])

  return { keeper, state }
}
