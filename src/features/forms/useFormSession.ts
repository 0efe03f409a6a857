import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { bringTypes } from '../../fields/index.ts'
import { closeEarly, offerEarly, openedEarly } from './openEarly.ts'
import { openForm, recordOf, type Session } from './openForm.ts'
import type { Shape } from './saveBody.ts'

interface Opened {
  readonly session: Session | undefined
  /** The settings can't be made into a form; the notice says where the fault is. */
  readonly fault: unknown
  /** Opens the record again without typed input: after a save, or when the draft was discarded. */
  reopen(): void
  /** Stays on the record that was just saved. */
  goOn(record: Model): Promise<void>
}

/**
 * Holds the form of a page. New data replaces it only while the form has no changes; new settings (such as a
 * language) keep the answers.
 */
export function useFormSession(data: PageData, address: string, shape: Shape, readOnly: boolean): Opened {
  const [session, setSession] = useState(() => openedEarly(data, address, shape, readOnly))
  const [fault, setFault] = useState<unknown>()
  const [visit, setVisit] = useState(0)
  const shown = useRef<{ session: Session; visit: number; readOnly: boolean } | undefined>(session && { session, visit, readOnly })

  useLayoutEffect(() => void offerEarly(shown.current?.session), [])
  useEffect(() => closeEarly(shown.current?.session), [])

  useEffect(() => {
    let current = true
    const before = shown.current
    const take = (next: Session) => {
      if (!current) {
        // This session is never shown: release its draft for another page.
        if (next.visit !== shown.current?.session.visit) next.visit?.use()()
        return
      }
      shown.current = { session: next, visit, readOnly }
      const draw = () => {
        setFault(undefined)
        setSession(next)
      }
      // Draw synchronously: input typed into the old form after its answers were copied would be lost.
      if (before) flushSync(draw)
      // Only a skeleton is visible, so the long first render runs in slices: a slow phone still responds to
      // touch.
      else startTransition(draw)
    }
    const failed = (error: unknown) => {
      if (current) setFault(error ?? new Error('unreadable'))
    }
    if (before && before.visit === visit && before.session.data === data && before.readOnly === readOnly) return
    const goesOn = before?.visit === visit && before.readOnly === readOnly
    const sameRecord = goesOn && JSON.stringify(recordOf(data, address)) === JSON.stringify(recordOf(before.session.data, address))
    const underNew = ({ session: last }: { readonly session: Session }) => {
      const next = sameRecord ? data : { ...last.data, ...(data.form && { form: data.form, formVersion: data.formVersion }) }
      Promise.all([import('./drafts/restore.ts'), bringTypes(next.form?.children ?? [], [next.form?.template])])
        .then(([{ withSettings }]) => current && take(withSettings(shown.current?.session ?? last, next, readOnly, address)))
        .catch(failed)
    }
    if (before && (sameRecord || (before.visit === visit && before.session.form.dirty()))) underNew(before)
    else
      void openForm(data, address, shape, readOnly, visit > 0).then((opened) => {
        if (!current || !before || !goesOn || !before.session.form.dirty()) take(opened)
        else {
          // The person started to type while the new session was opening: keep their input.
          opened.visit?.use()()
          underNew(before)
        }
      }, failed)
    return () => {
      current = false
    }
  }, [address, data, readOnly, shape, visit])

  const reopen = useCallback(() => setVisit((count) => count + 1), [])
  const goOn = useCallback(async (record: Model) => {
    const before = shown.current
    if (!before) return
    const next = await (await import('./drafts/restore.ts')).afterSave(before.session, record)
    shown.current = { ...before, session: next }
    setSession(next)
  }, [])
  return { session, fault, reopen, goOn }
}
