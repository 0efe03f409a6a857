import { PdfFile } from './PdfFile.ts'
import { contentOf, readForm } from './form.ts'
import type { PdfContent } from './PdfContent.ts'

/** Returns the fields that can be filled in, and what else a screen shows. @throws PdfTrouble */
export async function readFields(bytes: Uint8Array, password?: string): Promise<PdfContent> {
  return contentOf(readForm(await PdfFile.open(bytes, password)))
}
