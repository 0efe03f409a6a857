import { useLingui } from '@lingui/react/macro'
import { type RefObject, useState } from 'react'
import { NotSaved } from '../../store/outbox/queue.ts'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { type FilledFile, lostIn } from './filledFile.ts'
import type { ReadyFormProps } from './pdfFormProps.ts'
import type { Recovery } from './recovery.ts'
import { type FormField, missingFields } from './formFields.ts'
import type { Scripts } from './author-scripts/scripts.ts'
import { filledOf, submitPdf, TooLarge } from './submitPdf.ts'
import type { PageViewState } from './usePageView.ts'

interface Submitting {
  readonly scripts: RefObject<Scripts | undefined>
  readonly recovery: RefObject<Recovery | undefined>
  /** Writes the filled document. */
  write(): Promise<FilledFile>
  onMissing(fields: readonly FormField[]): void
}

/** Why nothing was sent, and the fields to look at. */
export interface Failure {
  readonly text: string
  readonly fields: readonly FormField[]
}

/** Sends the document, or goes on to the next page. `failed` is the reason why nothing was sent. */
export function useSubmit(props: ReadyFormProps, { page, pages }: PageViewState, { scripts, recovery, write, onMissing }: Submitting) {
  const { data, host, address, opening, open, password, ready, onDone } = props
  const { pdf } = open
  const { config } = opening
  const { fields, filling, content } = ready
  const { t } = useLingui()
  const [failed, setFailed] = useState<Failure>()
  const confirmUnshown = useUnshownConfirm(fields)

  const isRead = () => config.forceRead === false || Math.max(filling.read(), pdf.numPages === 1 ? 1 : 0) >= pdf.numPages
  const failureText = (error: unknown) => {
    if (error instanceof TooLarge) return t`Nothing was sent: the document is larger than 25 MB.`
    if (error instanceof NotSaved) return error.message
    return t`The document could not be written. What you filled in is kept here; try again.`
  }

  const refuse = (failure: Failure) => {
    recovery.current?.resume()
    setFailed(failure)
  }

  const send = async () => {
    await recovery.current?.stop()
    const { bytes: filled, unshown } = await write()
    const lost = await lostIn(filled, fields, filling, password)
    if (lost.length > 0)
      return refuse({ text: t`Nothing was sent: the document does not accept these answers. They are kept here.`, fields: lost })
    if (!(await confirmUnshown(unshown)))
      return refuse({
        text: t`Nothing was sent. Replace the characters that the PDF can’t show, then submit again.`,
        fields: fields.filter(({ name }) => Object.hasOwn(unshown, name)),
      })
    const filledIn = { opening, fields, filling, bytes: filled, pages: pdf.numPages }
    if (props.onFilled && config.save === undefined) {
      await props.onFilled((await filledOf(filledIn)).filled)
      await recovery.current?.handOver()
      return
    }
    const saved = await submitPdf({ data, address, ...filledIn })
    host.dirty(false)
    const returnUrl = data.form?.returnUrl
    onDone()
    host.finish({ ...(returnUrl === undefined ? {} : { returnUrl }), queued: true, ...{ opId: saved.opId } }, 'record')
  }

  const submit = async () => {
    const active = document.activeElement
    if (active instanceof HTMLElement) active.blur()
    setFailed(undefined)
    // By default only the next button asks for reading.
    if (config.forceRead === true && !isRead()) return toast(t`Please Read Entire Document`, 'warning')
    await scripts.current?.commit()
    const left = missingFields({ fields, values: filling.values(), marks: filling.marks() }, config)
    onMissing(left)
    if (left.length > 0) return
    if (content?.digitallySigned && filling.dirty()) {
      const sure = await confirmDialog({
        text: t`This document has a digital signature. Your answers may make it invalid. Submit anyway?`,
        ok: t`Submit`,
      })
      if (!sure) return
    }
    const done = host.busy()
    try {
      await send()
    } catch (error) {
      refuse({ text: failureText(error), fields: [] })
    } finally {
      done()
    }
  }

  const goOn = async () => {
    // Without an address, the button turns the page: that is reading.
    if (config.nextUrl === undefined) return pages.current?.goTo(Math.min(page + 1, pdf.numPages))
    if (!isRead()) return toast(t`Please Read Entire Document`, 'warning')
    await recovery.current?.flush()
    host.navigate(config.nextUrl)
  }

  return { failed, submit, goOn }
}

/** Asks before a document is sent that shows empty boxes in place of some characters. */
function useUnshownConfirm(fields: readonly FormField[]) {
  const { t } = useLingui()
  return async (unshown: FilledFile['unshown']): Promise<boolean> => {
    const chars = [...new Set(Object.values(unshown).join(''))].join(' ')
    if (chars === '') return true
    const names = fields.filter(({ name }) => Object.hasOwn(unshown, name)).map(({ label }) => `“${label}”`)
    const where = names.slice(0, 3).join(', ')
    return confirmDialog({
      text:
        where === ''
          ? t`The PDF can’t show these characters: ${chars}. It shows an empty box instead.`
          : t`The PDF can’t show these characters: ${chars}. It shows an empty box instead, in ${where}. The record keeps your text.`,
      ok: t`Submit anyway`,
      cancel: t`Change text`,
    })
  }
}
