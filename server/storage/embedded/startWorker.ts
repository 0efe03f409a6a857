import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { ArrayType, CompiledWasm, FromWorker, ToldError, ToWorker, WorkerStart } from './ToWorker.ts'

const { resolve } = createRequire(import.meta.url)

/** PostgreSQL has its own memory: JavaScript of the thread only passes messages on. */
const threadSemiSpaceMb = 4

const { WebAssembly: assembly } = globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<CompiledWasm> } }
let compiled: Promise<CompiledWasm> | undefined

/** PostgreSQL as WebAssembly, compiled once for all workers of this process. */
function compilePostgres(): Promise<CompiledWasm> {
  compiled ??= assembly.compile(readFileSync(path.join(path.dirname(resolve('@electric-sql/pglite')), 'pglite.wasm')))
  return compiled
}

export type WorkerNews = Exclude<FromWorker, { opened: unknown } | { notOpened: unknown } | { closed: unknown }>

interface WorkerListeners {
  readonly onNews: (news: WorkerNews) => void
  /** The thread has ended, and all its messages are processed. */
  readonly onEnd: () => void
}

export interface RunningWorker {
  readonly arrays: readonly ArrayType[]
  /** @throws DataCloneError when a value can't be cloned to another thread. */
  post(message: ToWorker): void
  /** Sets whether the thread keeps the process alive. */
  keepAlive(alive: boolean): void
  /** Ends the thread, also in the middle of a statement. Resolves after `onEnd`. */
  end(): Promise<void>
  readonly over: Promise<void>
}

/**
 * Starts the thread of an embedded database; resolves when the database answers. Throws when it can't be
 * opened.
 */
export async function startWorker(start: Omit<WorkerStart, 'wasm'>, { onNews, onEnd }: WorkerListeners): Promise<RunningWorker> {
  const options = { workerData: { ...start, wasm: await compilePostgres() } satisfies WorkerStart }
  const built = path.join(import.meta.dirname, 'database-worker.js')
  // For the heaps of this worker and of later ones; that of the server is made. The flag is stronger than `resourceLimits`.
  setFlagsFromString(`--max-semi-space-size=${threadSemiSpaceMb}`)
  const worker = existsSync(built) ? new Worker(built, options) : new Worker(fromSource(), { ...options, eval: true })
  const over = new Promise<void>((settle) => worker.once('exit', () => settle()))
  const arrays = await new Promise<readonly ArrayType[]>((opened, failed) => {
    let trouble = new Error('the thread of the database ended before it was open')
    const note = (error: Error) => {
      trouble = error
    }
    worker.on('error', note)
    worker.once('exit', () => failed(trouble))
    worker.on('message', (message: FromWorker) => {
      if ('opened' in message) opened(message.opened)
      else if ('notOpened' in message) {
        note(errorOf(message.notOpened))
        void worker.terminate()
      } else if ('closed' in message) void worker.terminate()
      else onNews(message)
    })
  })
  worker.once('exit', onEnd)
  return {
    arrays,
    post: (message) => worker.postMessage(message),
    keepAlive: (alive) => (alive ? worker.ref() : worker.unref()),
    async end() {
      worker.ref()
      await worker.terminate()
      await over
    },
    over,
  }
}

export const errorOf = ({ message, code }: ToldError): Error => Object.assign(new Error(message), code !== undefined && { code })

/** Without a build (development, tests) the thread runs the TypeScript sources. */
function fromSource(): string {
  const tsx = pathToFileURL(path.join(path.dirname(resolve('tsx/package.json')), 'dist/esm/api/index.mjs')).href
  const worker = pathToFileURL(path.join(import.meta.dirname, 'worker.ts')).href
  return `import(${JSON.stringify(tsx)}).then(({ register }) => (register(), import(${JSON.stringify(worker)})))`
}
