import { type Filled, type Filling, type PdfContent, PdfTrouble } from './PdfContent.ts'

export type PdfQuestion =
  | { readonly bytes: Uint8Array; readonly password: string | undefined }
  | { readonly bytes: Uint8Array; readonly what: Filling }
export type PdfAnswer = { readonly content: PdfContent } | { readonly filled: Filled } | { readonly trouble: PdfTrouble['code'] }

/** Timeout in ms; a file that takes longer counts as malicious. Slow phones need seconds for 350 pages. */
const patience = 60_000

/**
 * `readFields` in a worker. Bytes from a function are transferred, not copied, because they can be loaded
 * again: a scan of 50 MB is in memory once less.
 * @throws PdfTrouble
 */
export async function readInWorker(source: Uint8Array | (() => Promise<Uint8Array>), password?: string): Promise<PdfContent> {
  const again = typeof source === 'function' ? source : undefined
  const bytes = typeof source === 'function' ? await source() : source
  const answer = await ask({ bytes, password }, again && [bytes.buffer])
  if (answer === undefined) return (await import('./engine.ts')).engine.readFields((await again?.()) ?? bytes, password)
  if ('content' in answer) return answer.content
  throw new PdfTrouble('trouble' in answer ? answer.trouble : 'broken')
}

/** `fillFile` in a worker. @throws PdfTrouble */
export async function writeInWorker(bytes: Uint8Array, what: Filling): Promise<Filled> {
  const answer = await ask({ bytes, what })
  if (answer === undefined) return (await import('./engine.ts')).engine.fillFile(bytes, what)
  if ('filled' in answer) return answer.filled
  throw new PdfTrouble('trouble' in answer ? answer.trouble : 'broken')
}

/**
 * Starts one worker per request, so that its memory is released afterwards. Undefined when workers are not
 * supported.
 */
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
