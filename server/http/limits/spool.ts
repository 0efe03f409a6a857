import { randomBytes } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Refused } from '../../../contract/Refused.ts'
import type { BodyBudget, Sender } from './bodyBudget.ts'
import { text } from '../../i18n/text.ts'

/** A whole body on disk, in a file without a name: closing the handle deletes it, also after a crash. */
export interface SpooledBody {
  readonly size: number
  /** Bytes from `start` (included) to `end` (excluded). */
  read(start: number, end: number): Promise<Buffer>
  /** The whole body, in pieces. */
  stream(): Readable
  close(): Promise<void>
}

interface Receiving {
  readonly folder: string
  readonly budget: BodyBudget
  readonly sender: Sender
  /** @throws Refused if the bytes so far are not acceptable */
  readonly check: (chunk: Buffer, size: number) => void
}

const aborted = () => new Refused(400, 'INVALID', text('The request ended before its body was complete. Please send it again.'))

/**
 * Writes a body to disk as it arrives: a slow sender uses a file, not memory. Throws Refused; the rest of a
 * refused body is dropped.
 */
export async function spool(body: Readable, { folder, budget, sender, check }: Receiving): Promise<SpooledBody> {
  const path = join(folder, `body-${randomBytes(9).toString('hex')}`)
  const file = await open(path, 'wx+', 0o600)
  let size = 0
  let taken = 0
  const close = async () => {
    budget.give(sender, taken)
    taken = 0
    await file.close().catch(() => undefined)
  }
  try {
    await unlink(path)
    await receive(body, async (chunk) => {
      check(chunk, size + chunk.length)
      budget.take(sender, chunk.length)
      taken += chunk.length
      await writeAll(file, chunk, size)
      size += chunk.length
    })
  } catch (error) {
    await close()
    throw error
  }
  async function read(start: number, end: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(end, size) - start))
    let at = 0
    while (at < bytes.length) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at)
      if (bytesRead === 0) throw new Error('a spooled body is shorter than what was written')
      at += bytesRead
    }
    return bytes
  }
  async function* pieces() {
    for (let at = 0; at < size; at += pieceBytes) yield await read(at, at + pieceBytes)
  }
  // Not the handle's own stream: it would keep the file open until it is read to its end.
  return { size, read, stream: () => Readable.from(pieces()), close }
}

const pieceBytes = 256 * 1024

async function writeAll(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  let at = 0
  while (at < chunk.length) at += (await file.write(chunk, at, chunk.length - at, position + at)).bytesWritten
}

/**
 * Processes one piece after the other. Stopping leaves the stream alive, so that the refusal can still be
 * answered on its connection.
 */
function receive(body: Readable, take: (chunk: Buffer) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    if (body.destroyed) return reject(aborted())
    let work: Promise<void> = Promise.resolve()
    let done = false
    const end = (error?: unknown) => {
      if (done) return
      done = true
      body.off('data', onData).off('end', onEnd).off('error', onAbort).off('close', onAbort)
      body.on('error', () => undefined)
      if (error === undefined) return resolve()
      // The rest is read and dropped; bodyWatch ends a sender that takes too long.
      body.resume()
      reject(error as Error)
    }
    const onData = (chunk: Buffer) => {
      body.pause()
      work = take(chunk).then(() => {
        if (!done) body.resume()
      }, end)
    }
    const onEnd = () => void work.then(() => end())
    const onAbort = () => void work.then(() => end(aborted()))
    body.on('data', onData).on('end', onEnd).on('error', onAbort).on('close', onAbort)
  })
}
