import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import type { PageData } from '../../../contract/pages.ts'
import type { Model } from '../../../contract/records.ts'
import { bringTypes } from '../../fields/index.ts'
import { closeEarly, openedEarly } from './openEarly.ts'
import { openForm, recordOf, type Session } from './openForm.ts'
import type { Shape } from './record.ts'

interface Opened {
  readonly session: Session | undefined
  /** The settings can't be made into a form; the notice says where. */
  readonly fault: unknown
  /** Opens the record again, with nothing typed: after a save, or when the draft was given up. */
  reopen(): void
  /** Stays on the record that was just saved. */
  goOn(record: Model): Promise<void>
}

/** The form of a page. Other data replaces it only while nothing is changed; other settings (a language) take the answers along. */
export function useFormSession(data: PageData, address: string, shape: Shape, readOnly: boolean): Opened {
  const [session, setSession] = useState(() => openedEarly(data, address, shape, readOnly))
  const [fault, setFault] = useState<unknown>()
  const [visit, setVisit] = useState(0)
  const shown = useRef<{ session: Session; visit: number; readOnly: boolean } | undefined>(session && { session, visit, readOnly })

  useEffect(() => closeEarly(shown.current?.session), [])

  useEffect(() => {
    let current = true
    const take = (next: Session) => {
      if (!current) {
        // Nobody will show it: another page may go on with its draft.
        if (next.visit !== shown.current?.session.visit) next.visit?.use()()
        return
      }
      shown.current = { session: next, visit, readOnly }
      setFault(undefined)
      if (before) setSession(next)
      // Nothing but a skeleton stands yet, so the long first drawing is made in slices: a slow phone answers a finger meanwhile.
      else startTransition(() => setSession(next))
    }
    const failed = (error: unknown) => {
      if (current) setFault(error ?? new Error('unreadable'))
    }
    const before = shown.current
    if (before && before.visit === visit && before.session.data === data && before.readOnly === readOnly) return
    const sameRecord =
      before?.visit === visit &&
      before.readOnly === readOnly &&
      JSON.stringify(recordOf(data, address)) === JSON.stringify(recordOf(before.session.data, address))
    if (before && before.visit === visit && (sameRecord || before.session.form.dirty())) {
      const next = sameRecord ? data : { ...before.session.data, ...(data.form && { form: data.form, formVersion: data.formVersion }) }
      Promise.all([import('./drafts/restore.ts'), bringTypes(next.form?.children ?? [])])
        .then(([{ withSettings }]) => current && take(withSettings(shown.current?.session ?? before.session, next, readOnly, address)))
        .catch(failed)
    } else void openForm(data, address, shape, readOnly, visit > 0).then(take, failed)
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
