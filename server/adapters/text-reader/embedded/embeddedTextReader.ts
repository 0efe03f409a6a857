import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type TextReader, TextReaderFailed, type TextReaderQuestion } from '../textReader.ts'
import { compareTexts } from './compareTexts.ts'
import { pictureSize } from './pictureSize.ts'
import type { ProcessAnswer, ProcessQuestion } from './process.ts'

export interface EmbeddedTextReaderSettings {
  /** Maximum time of one reading, with the start of the process. */
  readonly milliseconds: number
  /** Maximum memory of the process, bytes. */
  readonly memory: number
  /** Maximum of waiting photos; one more is refused. */
  readonly mostWaiting: number
  readonly mostBytes: number
  readonly mostPixels: number
  /** The idle process ends after this time, ms, and gives its memory back. */
  readonly idle: number
}

const standard: EmbeddedTextReaderSettings = {
  milliseconds: 30_000,
  memory: 1024 ** 3,
  mostWaiting: 24,
  mostBytes: 12 * 1024 * 1024,
  mostPixels: 16_000_000,
  idle: 60_000,
}

export interface EmbeddedTextReader extends TextReader {
  /** The process that reads now or waits; undefined without one. For tests and measurements. */
  pid(): number | undefined
  close(): void
}

/**
 * Reads photos with tesseract in a process of its own: one at a time, with limits. A process that exceeds a limit is
 * killed, and the next photo gets a new one. The photo that exceeded it has no verdict, then and later.
 */
export function embeddedTextReader(settings: Partial<EmbeddedTextReaderSettings> = {}): EmbeddedTextReader {
  const limits = { ...standard, ...settings }
  const line: (() => void)[] = []
  let busy = false
  let child: ChildProcess | undefined
  let clock: NodeJS.Timeout | undefined
  let count = 0

  const kill = () => {
    clearTimeout(clock)
    child?.kill('SIGKILL')
    child = undefined
  }

  /** Undefined when the picture is broken or exceeds a limit. */
  function read(image: Uint8Array, sparse: boolean): Promise<string | undefined> {
    clearTimeout(clock)
    const process = (child ??= startProcess(limits.memory))
    const id = ++count
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timeout)
        process.removeAllListeners()
        // Without a listener, an error of the idle process would end the server.
        process.on('error', () => undefined)
        process.once('exit', () => {
          if (child === process) child = undefined
        })
      }
      const timeout = setTimeout(() => {
        end()
        kill()
        resolve(undefined)
      }, limits.milliseconds)
      process.on('message', (answer: ProcessAnswer) => {
        if (answer.id !== id) return
        end()
        clock = setTimeout(kill, limits.idle).unref()
        resolve('text' in answer ? answer.text : undefined)
      })
      const fail = (cause?: Error) => {
        end()
        kill()
        reject(new TextReaderFailed('the process of the text reader ended', { cause }))
      }
      process.on('error', fail)
      process.on('exit', (code) => {
        if (code !== 137) return fail()
        end()
        kill()
        resolve(undefined)
      })
      process.send({ id, image, sparse } satisfies ProcessQuestion, (error) => error && fail(error))
    })
  }

  /** The second reading finds words that are scattered over the photo. */
  async function verdict(image: Uint8Array, question: TextReaderQuestion) {
    const page = await read(image, false)
    if (page === undefined) return {}
    const first = compareTexts(page, question)
    if (first.success === true) return first
    const scattered = await read(image, true)
    // A photo that was read by half is not called invalid.
    return scattered === undefined ? {} : compareTexts(`${page}\n${scattered}`, question)
  }

  return {
    kind: 'embedded',
    pid: () => child?.pid,
    close: kill,
    async check(question) {
      const image = Buffer.from(question.image, 'base64')
      if (!expectsText(question) || !isReadable(image, limits)) return {}
      if (busy) {
        if (line.length >= limits.mostWaiting) throw new TextReaderFailed('too many photos wait for the text reader')
        // A finished photo passes its place on, so that a new one can't jump the queue.
        await new Promise<void>((go) => line.push(go))
      } else busy = true
      try {
        return await verdict(image, question)
      } finally {
        const next = line.shift()
        if (next) next()
        else busy = false
      }
    },
  }
}

const expectsText = ({ validation, customValidation }: TextReaderQuestion) =>
  [...validation, ...customValidation].some((text) => text.trim() !== '')

function isReadable(image: Uint8Array, { mostBytes, mostPixels }: EmbeddedTextReaderSettings): boolean {
  const { width, height } = (image.length <= mostBytes && pictureSize(image)) || { width: 0, height: 0 }
  return width >= 3 && height >= 3 && width * height <= mostPixels
}

/** The process gets no settings of the server: neither keys nor addresses. */
function startProcess(memory: number): ChildProcess {
  const bundle = path.join(import.meta.dirname, 'text-reader.js')
  const built = existsSync(bundle)
  const child = fork(built ? bundle : fileURLToPath(new URL('./process.ts', import.meta.url)), [], {
    env: { MOST_MEMORY: String(memory) },
    execArgv: ['--max-old-space-size=256', ...(built ? [] : ['--import', tsx()])],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Does not keep the server process alive.
  child.unref()
  child.channel?.unref()
  return child
}

const tsx = () =>
  pathToFileURL(path.join(path.dirname(createRequire(import.meta.url).resolve('tsx/package.json')), 'dist/esm/index.mjs')).href
