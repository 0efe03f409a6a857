import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { PageThumbnails } from '../../ui/pdf-pages/PageThumbnails.tsx'
import type { Pdf } from '../../ui/pdf-pages/openPdf.ts'
import * as styles from './pdfForm.module.css'
import * as controls from '../../ui/controls/controls.module.css'

interface PagesPanelProps {
  readonly pdf: Pdf
  readonly page: number
  readonly rotation: number
  onPick(page: number): void
  onClose(): void
}

/** Thumbnails of all pages, and navigation by page number. */
export function PagesPanel({ pdf, page, rotation, onPick, onClose }: PagesPanelProps) {
  const { t } = useLingui()
  const id = useId()
  const [text, setText] = useState('')
  const number = Number(text)
  const valid = Number.isInteger(number) && number >= 1 && number <= pdf.numPages
  return (
    <section className={styles.panel} aria-label={t`Pages`}>
      <form
        className={styles.goto}
        onSubmit={(event) => {
          event.preventDefault()
          if (valid) onPick(number)
        }}
      >
        <label className={controls.hint} htmlFor={id}>
          <Trans>Go to page</Trans>
        </label>
        <TextField id={id} inputMode="numeric" size={4} value={text} onChange={(event) => setText(event.target.value)} />
        <Button type="submit" disabled={!valid}>
          {t`Go`}
        </Button>
        <IconButton icon="close" label={t`Close`} onClick={onClose} />
      </form>
      <PageThumbnails pdf={pdf} page={page} rotation={rotation} onPick={onPick} />
    </section>
  )
}
