import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { DocumentFormProps } from '../../fields/documentForm.ts'
import { useKeptSet } from '../../store/media/useKeptSet.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { type OpenPdf, openPdf, PdfTrouble, preparePdf } from '../../ui/pdf-pages/openPdf.ts'
import { PasswordQuestion } from '../../ui/pdf-pages/PasswordQuestion.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { ForeignSource, type Opening, openPdfForm } from './openPdfForm.ts'
import { PdfForm } from './PdfForm.tsx'
import * as pdfPagesStyles from '../../ui/pdf-pages/pdfPages.module.css'

type Trouble = PdfTrouble['kind'] | 'foreign'

type Shown =
  | { readonly at: 'opening' }
  | { readonly at: 'locked'; readonly wrong: boolean; give(text?: string): void }
  | { readonly at: 'trouble'; readonly trouble: Trouble }
  | { readonly at: 'open'; readonly opening: Opening; readonly open: OpenPdf; readonly password: string | undefined }

function troubleOf(error: unknown): Trouble {
  if (error instanceof ForeignSource) return 'foreign'
  return error instanceof PdfTrouble ? error.kind : 'unreachable'
}

/**
 * A PDF that people fill in, sign and send (spec/1 §2.7). It opens once: newer page data is used at the next
 * visit.
 */
export function PdfFormScreen(props: DocumentFormProps) {
  // After a submit the form starts again.
  const [visit, setVisit] = useState(0)
  return <OneVisit key={visit} {...props} onDone={() => setVisit((count) => count + 1)} />
}

function OneVisit(props: DocumentFormProps & { onDone(): void }) {
  const { t } = useLingui()
  const [first] = useState(props)
  const { data, address } = first
  const [shown, setShown] = useState<Shown>({ at: 'opening' })
  const [attempt, setAttempt] = useState(0)
  const source = data.form?.pdf?.source ?? ''
  useKeptSet(source === '' ? [] : [source], props.owner, true)
  const held = useRef<Opening>(undefined)

  useEffect(() => {
    const abort = new AbortController()
    let open: OpenPdf | undefined
    let given: string | undefined
    const take = (next: Shown) => {
      if (!abort.signal.aborted) setShown(next)
    }
    preparePdf()
    const begin = async () => {
      const password = async (wrong: boolean) => {
        given = await new Promise<string | undefined>((give) => take({ at: 'locked', wrong, give }))
        return given
      }
      let begun: Promise<OpenPdf> | undefined
      // The document is loaded while the device looks for a draft.
      const read = (source: Opening['source']) => {
        begun ??= openPdf(source, { signal: abort.signal, password, whole: true })
        begun.catch(() => undefined)
        return begun
      }
      const opening = (held.current ??= await openPdfForm(data, address, (source) => void read(source)))
      open = await read(opening.source)
      if (abort.signal.aborted) open.close()
      else take({ at: 'open', opening, open, password: given })
    }
    begin().catch((error: unknown) => take({ at: 'trouble', trouble: troubleOf(error) }))
    return () => {
      abort.abort()
      open?.close()
    }
  }, [address, attempt, data])

  useEffect(() => {
    // Inside a form the page keeps its own title.
    if (data.form?.name && !first.onFilled) document.title = `${data.form.name} – Muster`
  }, [data, first])

  if (shown.at === 'open') return <PdfForm {...props} {...shown} data={data} address={address} />
  const retry = () => {
    setShown({ at: 'opening' })
    setAttempt(attempt + 1)
  }
  return (
    <Page title={data.form?.name}>
      {shown.at === 'opening' && (
        <div role="status" className={pdfPagesStyles.readerWait}>
          <Spinner />
          {t`Opening the document…`}
        </div>
      )}
      {shown.at === 'locked' && <PasswordQuestion wrong={shown.wrong} onGive={shown.give} />}
      {shown.at === 'trouble' && <TroubleNotice trouble={shown.trouble} onRetry={retry} />}
    </Page>
  )
}

/** Why the document can't be opened, with a button if a second attempt may succeed. */
function TroubleNotice({ trouble, onRetry }: { readonly trouble: Trouble; onRetry(): void }) {
  const { t } = useLingui()
  const texts: Record<Trouble, string> = {
    broken: t`This file can't be read as a PDF: it is damaged, empty or something else. Ask the author of the form for another copy.`,
    locked: t`This document is locked. Ask the author of the form for its password.`,
    foreign: t`This document is on another website and can't be read here. Ask the author of the form to put it on this server.`,
    unreachable: t`The document is not on this device and can't be reached. Go to where there is signal and try again.`,
  }
  return (
    <>
      <Notice level="error">{texts[trouble]}</Notice>
      {trouble === 'broken' || trouble === 'foreign' ? null : (
        <Button kind="primary" icon="refresh" onClick={onRetry}>
          {t`Try again`}
        </Button>
      )}
    </>
  )
}
