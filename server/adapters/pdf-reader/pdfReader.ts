import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type PdfContent, PdfTrouble } from '../../../src/pdf/shapes.ts'

export type { PdfContent, PdfField } from '../../../src/pdf/shapes.ts'
export type PdfTroubleCode = PdfTrouble['code']

/** What one document may cost: somebody else's file must not take the server down. */
const limits = { bytes: 25 * 1024 * 1024, milliseconds: 20_000, megabytes: 256, atOnce: 2, idle: 30_000 }

let running = 0
const line: (() => void)[] = []

/**
 * The fields of a PDF, read in a thread with little memory and time; at most two at once.
 * @throws PdfTrouble
 */
export async function readPdf(bytes: Uint8Array, password?: string): Promise<PdfContent> {
  if (bytes.length > limits.bytes) throw new PdfTrouble('too-large')
  if (running >= limits.atOnce) await new Promise<void>((go) => line.push(go))
  running++
  try {
    return await inThread(bytes, password)
  } finally {
    running--
    line.shift()?.()
  }
}

export interface ThreadQuestion {
  readonly bytes: Uint8Array
  readonly password: string | undefined
}
export type ThreadAnswer = { readonly content: PdfContent } | { readonly trouble: PdfTrouble['code'] }

/** One that has answered waits a while for the next document: starting it takes longer than reading. */
let waiting: { readonly worker: Worker; readonly clock: NodeJS.Timeout } | undefined

function takeThread(): Worker {
  if (waiting) {
    const { worker, clock } = waiting
    clearTimeout(clock)
    waiting = undefined
    return worker
  }
  const options = { resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 32 } }
  const built = path.join(import.meta.dirname, 'pdf-reader.js')
  const worker = existsSync(built) ? new Worker(built, options) : new Worker(fromSource(), { ...options, eval: true })
  // The server may stop without waiting for it.
  worker.unref()
  return worker
}

function giveBack(worker: Worker): void {
  if (waiting) {
    void worker.terminate()
    return
  }
  const clock = setTimeout(() => {
    waiting = undefined
    void worker.terminate()
  }, limits.idle)
  clock.unref()
  waiting = { worker, clock }
}

function inThread(bytes: Uint8Array, password: string | undefined): Promise<PdfContent> {
  const worker = takeThread()
  return new Promise<PdfContent>((resolve, reject) => {
    const end = () => {
      clearTimeout(clock)
      worker.off('message', told)
      worker.off('error', failed)
    }
    const give = (trouble: PdfTrouble) => {
      end()
      void worker.terminate()
      reject(trouble)
    }
    const told = (answer: ThreadAnswer) => {
      end()
      giveBack(worker)
      if ('content' in answer) resolve(answer.content)
      else reject(new PdfTrouble(answer.trouble))
    }
    const failed = (cause: Error & { code?: string }) =>
      give(new PdfTrouble(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-large' : 'broken', { cause }))
    const clock = setTimeout(() => give(new PdfTrouble('too-large')), limits.milliseconds)
    worker.on('message', told)
    worker.on('error', failed)
    worker.postMessage({ bytes, password } satisfies ThreadQuestion)
  })
}

/** Where nothing is built (development, tests) the thread reads the sources as they are. */
function fromSource(): string {
  const home = path.dirname(createRequire(import.meta.url).resolve('tsx/package.json'))
  const tsx = pathToFileURL(path.join(home, 'dist/esm/api/index.mjs')).href
  const thread = pathToFileURL(path.join(import.meta.dirname, 'thread.ts')).href
  return `import(${JSON.stringify(tsx)}).then(({ register }) => (register(), import(${JSON.stringify(thread)})))`
}
