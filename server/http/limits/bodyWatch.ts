import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { ErrorBody } from '../../../contract/Refused.ts'
import { writeHeaders } from '../../../contract/endpoints/records.ts'

export interface BodyPace {
  /**
   * A body that brings less than `leastBytes`, or than `leastShare` of what has arrived of it, in this time is given
   * up, ms. A large body is on the disk while it arrives; a steady sender passes for `idleMs / leastShare`.
   */
  readonly idleMs: number
  readonly leastBytes: number
  readonly leastShare: number
  /**
   * After the answer, the rest of the body is read and dropped for this long and up to this size, so that
   * the sender can read the answer.
   */
  readonly lingerMs: number
  readonly lingerBytes: number
}

/** Ten minutes at an even pace; a request ends after five (`requestTimeout`). */
export const standardPace: BodyPace = {
  idleMs: 30_000,
  leastBytes: 8 * 1024,
  leastShare: 1 / 20,
  lingerMs: 10_000,
  lingerBytes: 64 * 1024 * 1024,
}

interface Watched {
  readonly raw: IncomingMessage
  readonly response: ServerResponse
  readonly socket: Socket
  /** Bytes of the connection before this body, and at the last look that found it fast enough. */
  readonly start: number
  bytes: number
  /** Since that look, ms. Time in which this process did not run counts as one look: nothing was read in it. */
  waited: number
  answered: boolean
}

/** Ends requests with a body that stops in the middle: one timer for all, and only counters per request. */
export class BodyWatch {
  private readonly pace: BodyPace
  private readonly watched = new Set<Watched>()
  /** Of this turn of the event loop. */
  private begun: Watched[] = []
  private timer: NodeJS.Timeout | undefined
  private lookedAt = 0

  constructor(pace: BodyPace = standardPace) {
    this.pace = pace
  }

  add(raw: IncomingMessage, response: ServerResponse): void {
    // A request that was injected without a network has no socket to end.
    if (raw.complete || !(raw.socket instanceof Socket)) return
    const start = raw.socket.bytesRead
    // Most bodies are complete at the end of this turn and cost no listeners.
    if (this.begun.length === 0) setImmediate(() => this.watchBegun())
    this.begun.push({ raw, response, socket: raw.socket, start, bytes: start, waited: 0, answered: false })
  }

  private watchBegun(): void {
    const begun = this.begun
    this.begun = []
    for (const one of begun) if (!one.raw.complete && !one.socket.destroyed) this.watch(one)
  }

  private watch(one: Watched): void {
    const { raw, response } = one
    this.watched.add(one)
    one.answered = response.writableFinished
    response.once('finish', () => {
      if (raw.complete) return void this.watched.delete(one)
      one.answered = true
      one.bytes = raw.socket.bytesRead
      one.waited = 0
    })
    // After an answer the connection stays open, and the rest of the body may still arrive.
    response.once('close', () => {
      if (!one.answered) this.watched.delete(one)
    })
    if (this.timer) return
    this.lookedAt = performance.now()
    this.timer = setInterval(() => this.look(), this.lookEveryMs).unref()
  }

  private get lookEveryMs(): number {
    return Math.min(1000, this.pace.idleMs / 2)
  }

  get size(): number {
    return this.watched.size
  }

  stop(): void {
    clearInterval(this.timer)
    this.timer = undefined
    this.begun = []
    this.watched.clear()
  }

  private look(): void {
    const { idleMs, leastBytes, leastShare, lingerMs, lingerBytes } = this.pace
    const now = performance.now()
    const passed = Math.min(now - this.lookedAt, this.lookEveryMs * 1.5)
    this.lookedAt = now
    for (const one of this.watched) {
      const { raw, socket } = one
      one.waited += passed
      const came = socket.bytesRead - one.bytes
      if (raw.complete || socket.destroyed) this.watched.delete(one)
      else if (one.answered) {
        if (one.waited > lingerMs || came > lingerBytes) this.end(one)
      } else if (came >= Math.max(leastBytes, (one.bytes - one.start) * leastShare)) {
        one.bytes = socket.bytesRead
        one.waited = 0
      } else if (one.waited > idleMs) this.end(one)
    }
    if (this.watched.size > 0) return
    clearInterval(this.timer)
    this.timer = undefined
  }

  private end(one: Watched): void {
    this.watched.delete(one)
    const { response, socket } = one
    if (!response.headersSent && socket.writable) socket.write(timeoutAnswer)
    socket.destroySoon()
  }
}

const body: ErrorBody = { error: { code: 'UNAVAILABLE', message: 'The request stopped half way. Please send it again.' } }
const text = JSON.stringify(body)
/** Written to the socket directly, because the router still waits for the body. */
const timeoutAnswer = [
  'HTTP/1.1 408 Request Timeout',
  'Connection: close',
  `${writeHeaders.app}: 1`,
  'Cache-Control: no-store',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(text)}`,
  '',
  text,
].join('\r\n')
