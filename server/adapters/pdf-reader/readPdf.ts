import { type PdfContent, PdfTrouble } from '../../../src/pdf/PdfContent.ts'
import { createThreadPool, ThreadTrouble } from '../threads/threadPool.ts'

export type { PdfContent, PdfField } from '../../../src/pdf/PdfContent.ts'
export type PdfTroubleCode = PdfTrouble['code']

export interface ThreadQuestion {
  readonly bytes: Uint8Array
  readonly password: string | undefined
}
export type ThreadAnswer = { readonly content: PdfContent } | { readonly trouble: PdfTroubleCode }

/** Maximum bytes of one document. */
const mostBytes = 25 * 1024 * 1024

/** Limits per document: an uploaded file must not take the server down. */
const threads = createThreadPool<ThreadQuestion, ThreadAnswer>({
  built: 'pdf-reader.js',
  source: new URL('./thread.ts', import.meta.url),
  atOnce: 2,
  mostWaiting: 16,
  milliseconds: 20_000,
  megabytes: 256,
  idle: 30_000,
})

/**
 * The fields of a PDF, read in a thread with little memory and time; at most two at once.
 * @throws PdfTrouble, ThreadTrouble busy
 */
export async function readPdf(bytes: Uint8Array, password?: string): Promise<PdfContent> {
  if (bytes.length > mostBytes) throw new PdfTrouble('too-large')
  const answer = await threads.ask({ bytes, password }).catch((error: unknown) => {
    if (!(error instanceof ThreadTrouble) || error.code === 'busy') throw error
    throw new PdfTrouble(error.code === 'limit' ? 'too-large' : 'broken', { cause: error })
  })
  if ('content' in answer) return answer.content
  throw new PdfTrouble(answer.trouble)
}
