import type { DocumentFormProps } from '../../fields/documentForm.ts'
import type { PdfContent } from '../../pdf/PdfContent.ts'
import type { OpenPdf } from '../../ui/pdf-pages/openPdf.ts'
import type { Filling } from './filling.ts'
import type { Opening } from './openPdfForm.ts'
import type { FormField } from './formFields.ts'

export interface PdfFormProps extends DocumentFormProps {
  readonly opening: Opening
  readonly open: OpenPdf
  readonly password: string | undefined
  onDone(): void
}

/** The fields of the document and their values. */
export interface Ready {
  readonly fields: readonly FormField[]
  readonly filling: Filling
  readonly content: PdfContent | undefined
  /** The viewer shows the document, but its fields can't be read or written. */
  readonly isUnreadable: boolean
}

export interface ReadyFormProps extends PdfFormProps {
  readonly ready: Ready
  /** False while the document is read: it has no fields until then. */
  readonly isReady: boolean
}
