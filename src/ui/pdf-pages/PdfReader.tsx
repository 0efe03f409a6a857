import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { FullScreen } from '../overlays/FullScreen.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { Spinner } from '../feedback/Spinner.tsx'
import { type OpenPdf, openPdf, PdfTrouble } from './openPdf.ts'
import { PasswordQuestion } from './PasswordQuestion.tsx'
import { PdfPages, type PdfPagesHandle } from './PdfPages.tsx'
import * as fullScreenStyles from '../overlays/fullScreen.module.css'
import * as styles from './pdfPages.module.css'

const zooms = [1, 1.5, 2, 3, 4] as const

interface PdfReaderProps {
  /** An address of our own origin, or the bytes. */
  readonly source: string | Blob
  readonly title: string
  /** The first page to show, from 1. */
  readonly start?: number | undefined
  /** The highest page that was viewed so far, and the number of pages. */
  onViewed?(highest: number, pages: number): void
  onClose(): void
  /** Shown below the pages, beside the page buttons. */
  readonly children?: ReactNode
}

type Shown = { readonly open: OpenPdf } | { readonly trouble: PdfTrouble['kind'] } | { readonly locked: boolean; give(text?: string): void }

/**
 * A document on the whole screen: rotate, zoom, read aloud, select. Escape closes it and returns the focus.
 */
export function PdfReader({ source, title, start = 1, onViewed, onClose, children }: PdfReaderProps) {
  const { t } = useLingui()
  const pages = useRef<PdfPagesHandle>(null)
  const [attempt, setAttempt] = useState(0)
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(0)
  const highest = useRef(0)
  const shown = useShown(source, attempt)

  const pdf = shown && 'open' in shown ? shown.open.pdf : undefined
  const count = pdf?.numPages ?? 0
  const seen = useCallback(
    (number: number) => {
      if (number <= highest.current) return
      highest.current = number
      onViewed?.(number, count)
    },
    [count, onViewed],
  )
  const begun = useRef(false)
  const turned = (number: number) => {
    setPage(number)
    if (begun.current) return
    begun.current = true
    if (start > 1) pages.current?.goTo(Math.min(start, count))
  }

  return (
    <FullScreen label={title} head={<h2 className={`${fullScreenStyles.title} ${styles.readerTitle}`}>{title}</h2>} onClose={onClose}>
      {pdf ? (
        <>
          <PdfPages ref={pages} pdf={pdf} zoom={zooms[zoom] ?? 1} onPage={turned} onViewed={seen} />
          <div className={styles.readerBar}>
            <IconButton
              icon="back"
              kind="plain"
              label={t`Previous page`}
              disabled={page <= 1}
              onClick={() => pages.current?.goTo(page - 1)}
            />
            <span className={styles.readerPage} role="status">
              {t`${page} of ${count}`}
            </span>
            <IconButton
              icon="chevronRight"
              kind="plain"
              label={t`Next page`}
              disabled={page >= count}
              onClick={() => pages.current?.goTo(page + 1)}
            />
            <Button aria-label={t`Smaller`} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
              <span aria-hidden="true">−</span>
            </Button>
            <Button aria-label={t`Larger`} disabled={zoom === zooms.length - 1} onClick={() => setZoom(zoom + 1)}>
              <span aria-hidden="true">+</span>
            </Button>
            {children}
          </div>
        </>
      ) : (
        <div className={styles.readerMiddle}>
          <NotOpen shown={shown} onRetry={() => setAttempt(attempt + 1)} />
        </div>
      )}
    </FullScreen>
  )
}

/** Opens the document again for each attempt. Undefined while it opens. */
function useShown(source: string | Blob, attempt: number): Shown | undefined {
  const [shown, setShown] = useState<Shown>()
  useEffect(() => {
    const abort = new AbortController()
    let opened: OpenPdf | undefined
    const take = (next: Shown) => {
      if (!abort.signal.aborted) setShown(next)
    }
    const password = (wrong: boolean) => new Promise<string | undefined>((give) => take({ locked: wrong, give }))
    openPdf(source, { signal: abort.signal, password }).then(
      (open) => {
        opened = open
        if (abort.signal.aborted) open.close()
        else take({ open })
      },
      (error: unknown) => take({ trouble: error instanceof PdfTrouble ? error.kind : 'unreachable' }),
    )
    return () => {
      abort.abort()
      opened?.close()
      setShown(undefined)
    }
  }, [source, attempt])
  return shown
}

/** Shown instead of the pages: it opens, it needs a password, or it can't be opened. */
function NotOpen({ shown, onRetry }: { readonly shown: Shown | undefined; readonly onRetry: () => void }) {
  const { t } = useLingui()
  if (shown === undefined)
    return (
      <div role="status" className={styles.readerWait}>
        <Spinner />
        {t`Opening the document…`}
      </div>
    )
  if ('give' in shown) return <PasswordQuestion wrong={shown.locked} onGive={shown.give} />
  if (!('trouble' in shown)) return null
  return (
    <>
      <Notice level="error">
        <Trouble kind={shown.trouble} />
      </Notice>
      {shown.trouble === 'broken' ? null : (
        <Button kind="primary" icon="refresh" onClick={onRetry}>
          {t`Try again`}
        </Button>
      )}
    </>
  )
}

function Trouble({ kind }: { readonly kind: PdfTrouble['kind'] }) {
  const { t } = useLingui()
  if (kind === 'broken') return t`This file can't be read as a PDF. Ask the author of the form for another copy.`
  if (kind === 'locked') return t`This document is locked. Ask the author of the form for its password.`
  return t`The document is not on this device and can't be reached. Go to where there is signal and try again.`
}
