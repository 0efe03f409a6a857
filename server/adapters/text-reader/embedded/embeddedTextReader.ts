import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type TextReader, TextReaderFailed, type TextReaderQuestion } from '../textReader.ts'
import { compareTexts } from './compareTexts.ts'
import { pictureSize } from './pictureSize.ts'
import type { ProcessAnswer, ProcessMessage, ProcessQuestion } from './process.ts'

export interface EmbeddedTextReaderSettings {
  /** Maximum time of one reading. A photo is read once or twice. */
  readonly milliseconds: number
  /** Maximum time of the start of the process. */
  readonly startMs: number
  /** Maximum time in the line; the check fails after it. */
  readonly waitMs: number
  /** Maximum memory of the process, bytes. */
  readonly memory: number
  /** Maximum of waiting photos; one more is refused. Patient checks do not count. */
  readonly mostWaiting: number
  readonly mostBytes: number
  readonly mostPixels: number
  /** The idle process ends after this time, ms, and gives its memory back. */
  readonly idle: number
}

const standard: EmbeddedTextReaderSettings = {
  milliseconds: 30_000,
  startMs: 30_000,
  waitMs: 20_000,
  memory: 1024 ** 3,
  mostWaiting: 24,
  mostBytes: 12 * 1024 * 1024,
  mostPixels: 16_000_000,
  idle: 60_000,
}

export interface EmbeddedTextReader extends TextReader {
  /** The process that reads now or waits; undefined without one. For tests and measurements. */
  pid(): number | undefined
}

interface Running {
  readonly child: ChildProcess
  /** False when the process did not start. */
  readonly ready: Promise<boolean>
  /** Removes the folder for the languages, which the process needs until it is ready. */
  tidy(): void
}

/**
 * Reads photos with tesseract in a process of its own: one at a time, with limits. A process that exceeds a limit is
 * killed, and the next photo gets a new one. The photo that exceeded it has no verdict, then and later.
 */
export function embeddedTextReader(settings: Partial<EmbeddedTextReaderSettings> = {}): EmbeddedTextReader {
  const limits = { ...standard, ...settings }
  const line = waitingLine(limits)
  let running: Running | undefined
  let clock: NodeJS.Timeout | undefined
  let count = 0
  let closed = false

  const kill = () => {
    clearTimeout(clock)
    running?.child.kill('SIGKILL')
    running?.tidy()
    running = undefined
  }

  function start(): Running {
    const folder = mkdtempSync(path.join(tmpdir(), 'muster-text-reader-'))
    const tidy = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    const child = startProcess(limits.memory, folder)
    child.once('exit', () => {
      tidy()
      if (running?.child === child) running = undefined
    })
    // Without a listener, an error of the idle process would end the server.
    child.on('error', () => undefined)
    const ready = nextMessage(child, (message) => ('ready' in message ? message : undefined), limits.startMs).then((message) => {
      tidy()
      return message !== undefined
    })
    return { child, ready, tidy }
  }

  /** Undefined when the picture is broken, exceeds a limit, or ends the process. */
  async function read(image: Uint8Array, sparse: boolean): Promise<string | undefined> {
    if (closed) throw new TextReaderFailed('the text reader is closed')
    clearTimeout(clock)
    running ??= start()
    const { child, ready } = running
    // Until here no photo has reached the process: its end is the server's fault, not the photo's.
    if (!(await ready) || !child.connected) {
      kill()
      throw new TextReaderFailed('the process of the text reader did not start')
    }
    const id = ++count
    const answered = nextMessage(child, (message) => ('id' in message && message.id === id ? message : undefined), limits.milliseconds)
    let isSent = true
    child.send({ id, image, sparse } satisfies ProcessQuestion, (error) => {
      if (!error) return
      isSent = false
      child.kill('SIGKILL')
    })
    const answer: ProcessAnswer | undefined = await answered
    if (closed) throw new TextReaderFailed('the text reader is closed')
    if (answer) clock = setTimeout(kill, limits.idle).unref()
    else kill()
    if (!isSent) throw new TextReaderFailed('the process of the text reader ended')
    return answer && 'text' in answer ? answer.text : undefined
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
    pid: () => running?.child.pid,
    close() {
      closed = true
      line.clear()
      kill()
    },
    async check(question, { patient = false, signal } = {}) {
      const image = Buffer.from(question.image, 'base64')
      if (!expectsText(question) || !isReadable(image, limits)) return {}
      await line.enter(patient, signal)
      try {
        return await whileThere(signal, kill, () => verdict(image, question))
      } finally {
        line.leave()
      }
    },
  }
}

/** Ends the work when the caller leaves. @throws TextReaderFailed */
async function whileThere<T>(signal: AbortSignal | undefined, end: () => void, work: () => Promise<T>): Promise<T> {
  signal?.addEventListener('abort', end)
  try {
    const result = signal?.aborted ? undefined : await work()
    if (result === undefined || signal?.aborted) throw new TextReaderFailed('the caller has left')
    return result
  } finally {
    signal?.removeEventListener('abort', end)
  }
}

/** One photo at a time. A finished photo passes its place on, so that a new one can't jump the queue. */
function waitingLine({ mostWaiting, waitMs }: Pick<EmbeddedTextReaderSettings, 'mostWaiting' | 'waitMs'>) {
  interface Place {
    readonly patient: boolean
    go(): void
    refuse(): void
  }
  const places: Place[] = []
  let busy = false
  return {
    async enter(patient: boolean, signal: AbortSignal | undefined): Promise<void> {
      if (!busy) {
        busy = true
        return
      }
      if (!patient && places.filter((place) => !place.patient).length >= mostWaiting)
        throw new TextReaderFailed('too many photos wait for the text reader')
      await new Promise<void>((resolve, reject) => {
        const refuse = () => {
          clearTimeout(timeout)
          signal?.removeEventListener('abort', refuse)
          if (places.includes(place)) places.splice(places.indexOf(place), 1)
          reject(new TextReaderFailed('the text reader is busy'))
        }
        const timeout = patient ? undefined : setTimeout(refuse, waitMs)
        signal?.addEventListener('abort', refuse)
        const go = () => {
          clearTimeout(timeout)
          signal?.removeEventListener('abort', refuse)
          resolve()
        }
        const place: Place = { patient, go, refuse }
        places.push(place)
      })
    },
    leave() {
      const next = places.shift()
      if (next) next.go()
      else busy = false
    },
    clear() {
      for (const place of [...places]) place.refuse()
    },
  }
}

/** The first message that fits; undefined when the process ends or the time is over before it. */
function nextMessage<T>(
  child: ChildProcess,
  fitting: (message: ProcessMessage) => T | undefined,
  milliseconds: number,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const end = (found?: T) => {
      clearTimeout(timeout)
      child.off('message', hear)
      child.off('exit', giveUp)
      child.off('error', giveUp)
      resolve(found)
    }
    const hear = (message: ProcessMessage) => {
      const found = fitting(message)
      if (found !== undefined) end(found)
    }
    const giveUp = () => end()
    const timeout = setTimeout(giveUp, milliseconds)
    child.on('message', hear)
    child.once('exit', giveUp)
    child.once('error', giveUp)
  })
}

const expectsText = ({ validation, customValidation }: TextReaderQuestion) =>
  [...validation, ...customValidation].some((text) => text.trim() !== '')

function isReadable(image: Uint8Array, { mostBytes, mostPixels }: EmbeddedTextReaderSettings): boolean {
  const { width, height } = (image.length <= mostBytes && pictureSize(image)) || { width: 0, height: 0 }
  return width >= 3 && height >= 3 && width * height <= mostPixels
}

/** The process gets no settings of the server: neither keys nor addresses. */
function startProcess(memory: number, folder: string): ChildProcess {
  const bundle = path.join(import.meta.dirname, 'text-reader.js')
  const built = existsSync(bundle)
  const child = fork(built ? bundle : fileURLToPath(new URL('./process.ts', import.meta.url)), [], {
    env: { MOST_MEMORY: String(memory), FOLDER: folder },
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
