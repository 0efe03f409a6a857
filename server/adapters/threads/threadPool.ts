import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

export interface ThreadPoolSettings {
  /** File name of the built bundle in dist/server. */
  readonly built: string
  /** The module that runs in the thread without a build (development, tests). */
  readonly source: URL
  readonly atOnce: number
  /** Maximum of waiting questions; one more is refused. */
  readonly mostWaiting: number
  readonly milliseconds: number
  /** Heap limit. Buffers are not counted, so a thread must limit what it unpacks itself. */
  readonly megabytes: number
  /**
   * An idle thread waits this long for the next question, ms: starting a thread takes longer than most
   * answers.
   */
  readonly idle: number
}

/**
 * `busy`: too many questions wait. `limit`: memory or time ran out. `broken`: the thread ended for another
 * reason.
 */
export class ThreadTrouble extends Error {
  readonly code: 'busy' | 'limit' | 'broken'
  constructor(code: ThreadTrouble['code'], options?: ErrorOptions) {
    super(code, options)
    this.name = 'ThreadTrouble'
    this.code = code
  }
}

export interface ThreadPool<Question, Answer> {
  /** @throws ThreadTrouble */
  ask(question: Question): Promise<Answer>
}

/**
 * Threads for untrusted files, each with little memory and time: one expensive file delays no other
 * request. The thread answers each message with exactly one message.
 */
export function createThreadPool<Question, Answer>(settings: ThreadPoolSettings): ThreadPool<Question, Answer> {
  const { built, source, atOnce, mostWaiting, milliseconds, megabytes, idle } = settings
  const line: (() => void)[] = []
  let running = 0
  /** An idle thread that waits for the next question. */
  let waiting: { readonly worker: Worker; readonly clock: NodeJS.Timeout } | undefined

  function takeThread(): Worker {
    if (waiting) {
      const { worker, clock } = waiting
      clearTimeout(clock)
      waiting = undefined
      return worker
    }
    const options = { resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 } }
    const bundle = path.join(import.meta.dirname, built)
    const worker = existsSync(bundle) ? new Worker(bundle, options) : new Worker(fromSource(source), { ...options, eval: true })
    // Does not keep the server process alive.
    worker.unref()
    return worker
  }

  function giveBack(worker: Worker): void {
    if (waiting) {
      void worker.terminate()
      return
    }
    const end = () => {
      if (waiting?.worker === worker) {
        clearTimeout(waiting.clock)
        waiting = undefined
      }
      void worker.terminate()
    }
    const clock = setTimeout(end, idle)
    clock.unref()
    waiting = { worker, clock }
    // An error of an idle thread only ends that thread.
    worker.once('error', end)
  }

  function inThread(question: Question): Promise<Answer> {
    const worker = takeThread()
    return new Promise<Answer>((resolve, reject) => {
      const end = () => {
        clearTimeout(clock)
        worker.removeAllListeners()
      }
      const give = (trouble: ThreadTrouble) => {
        end()
        worker.on('error', () => undefined)
        void worker.terminate()
        reject(trouble)
      }
      const clock = setTimeout(() => give(new ThreadTrouble('limit')), milliseconds)
      worker.removeAllListeners()
      worker.on('message', (answer: Answer) => {
        end()
        giveBack(worker)
        resolve(answer)
      })
      worker.on('error', (cause: Error & { code?: string }) =>
        give(new ThreadTrouble(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'limit' : 'broken', { cause })),
      )
      worker.on('exit', () => give(new ThreadTrouble('broken')))
      worker.postMessage(question)
    })
  }

  return {
    async ask(question) {
      if (running >= atOnce) {
        if (line.length >= mostWaiting) throw new ThreadTrouble('busy')
        // A finished question passes its slot on, so that a new question can't jump the queue.
        await new Promise<void>((go) => line.push(go))
      } else running++
      try {
        return await inThread(question)
      } finally {
        const next = line.shift()
        if (next) next()
        else running--
      }
    },
  }
}

function fromSource(source: URL): string {
  const home = path.dirname(createRequire(import.meta.url).resolve('tsx/package.json'))
  const tsx = pathToFileURL(path.join(home, 'dist/esm/api/index.mjs')).href
  const thread = pathToFileURL(fileURLToPath(source)).href
  return `import(${JSON.stringify(tsx)}).then(({ register }) => (register(), import(${JSON.stringify(thread)})))`
}
