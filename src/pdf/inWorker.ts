import { type Filling, type PdfContent, PdfTrouble } from './shapes.ts'

export type PdfQuestion =
  | { readonly bytes: Uint8Array; readonly password: string | undefined }
  | { readonly bytes: Uint8Array; readonly what: Filling }
export type PdfAnswer = { readonly content: PdfContent } | { readonly filled: Uint8Array } | { readonly trouble: PdfTrouble['code'] }

/** After this a file is one that was made to harm, in ms. Slow phones take seconds for 350 pages. */
const patience = 60_000

/**
 * `readFields` off the main thread. Bytes that can be had again are handed over, not copied: a scan of 50 MB is held once less.
 * @throws PdfTrouble
 */
export async function readInWorker(source: Uint8Array | (() => Promise<Uint8Array>), password?: string): Promise<PdfContent> {
  const again = typeof source === 'function' ? source : undefined
  const bytes = typeof source === 'function' ? await source() : source
  const answer = await ask({ bytes, password }, again && [bytes.buffer])
  if (answer === undefined) return (await import('./engine.ts')).readFields((await again?.()) ?? bytes, password)
  if ('content' in answer) return answer.content
  throw new PdfTrouble('trouble' in answer ? answer.trouble : 'broken')
}

/** `writeFilled` off the main thread. @throws PdfTrouble */
export async function writeInWorker(bytes: Uint8Array, what: Filling): Promise<Uint8Array> {
  const answer = await ask({ bytes, what })
  if (answer === undefined) return (await import('./engine.ts')).writeFilled(bytes, what)
  if ('filled' in answer) return answer.filled
  throw new PdfTrouble('trouble' in answer ? answer.trouble : 'broken')
}

/** A worker for one question: its memory goes with it. Undefined where there are no such workers. */
function ask(question: PdfQuestion, given: Transferable[] = []): Promise<PdfAnswer | undefined> {
  if (typeof Worker !== 'function') return Promise.resolve(undefined)
  const worker = new Worker(new URL('./pdfWorker.ts', import.meta.url), { type: 'module' })
  return new Promise<PdfAnswer | undefined>((resolve) => {
    const clock = setTimeout(() => resolve({ trouble: 'too-large' }), patience)
    worker.onmessage = ({ data }: MessageEvent<PdfAnswer>) => {
      clearTimeout(clock)
      resolve(data)
    }
    worker.onerror = (event) => {
      event.preventDefault()
      clearTimeout(clock)
      resolve(undefined)
    }
    worker.postMessage(question, given)
  }).finally(() => worker.terminate())
}
