import { Refused } from '../../../contract/Refused.ts'
import type { SpooledBody } from './spool.ts'
import { text } from '../../i18n/text.ts'

/** A part of a multipart/form-data body; a file if it has a filename. */
export interface FormPart {
  readonly name: string
  readonly filename: string | undefined
  readonly type: string
  readonly size: number
  /** Reads the part from disk. */
  bytes(): Promise<Buffer>
}

const mostParts = 220
const mostHeaderBytes = 8 * 1024
const pieceBytes = 1024 * 1024

const wrong = (message: string) =>
  new Refused(400, 'INVALID', text('The form could not be read. Please send it again.'), { details: [{ path: 'body', message }] })

/** The boundary of a `content-type` (RFC 2046: 1 to 70 characters). */
export function boundaryOf(type: string | undefined): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec((type ?? '').slice(0, 500)) ?? []
  return quoted ?? plain
}

/**
 * The parts of a body on disk. Reads the body once from start to end, a piece at a time, and keeps
 * positions, not bytes.
 * @throws Refused INVALID
 */
export async function readParts(body: SpooledBody, boundary: string): Promise<FormPart[]> {
  const marks = await marksOf(body, Buffer.from(`--${boundary}`))
  const parts: FormPart[] = []
  for (const [n, mark] of marks.entries()) {
    const next = marks[n + 1]
    if (next === undefined) {
      if (!mark.last) throw wrong('expected multipart/form-data that is whole')
      break
    }
    if (mark.last) break
    if (parts.length >= mostParts) throw wrong(`expected at most ${mostParts} parts`)
    parts.push(await partOf(body, mark.end, next.start))
  }
  if (marks.length === 0) throw wrong('expected multipart/form-data that is whole')
  return parts
}

interface Mark {
  /** Position of the line break before the boundary. */
  readonly start: number
  /** Position after the line break that follows it. */
  readonly end: number
  readonly last: boolean
}

/** Positions of the boundary at the start of a line. */
async function marksOf(body: SpooledBody, boundary: Buffer): Promise<Mark[]> {
  const marks: Mark[] = []
  const around = boundary.length + 4
  let from = 0
  while (from < body.size) {
    // Each piece overlaps the previous one, so that no boundary is cut in two.
    const start = Math.max(0, from - 2)
    const piece = await body.read(start, from + pieceBytes + around)
    for (let at = piece.indexOf(boundary, from - start); at !== -1; at = piece.indexOf(boundary, at + 1)) {
      if (start + at >= from + pieceBytes) break
      const mark = markAt(piece, { start, at, boundary, size: body.size })
      if (mark) marks.push(mark)
      if (mark?.last || marks.length > mostParts + 1) return marks
    }
    from += pieceBytes
  }
  return marks
}

function markAt(
  piece: Buffer,
  { start, at, boundary, size }: { start: number; at: number; boundary: Buffer; size: number },
): Mark | undefined {
  const first = start + at === 0
  if (!first && piece.toString('latin1', at - 2, at) !== '\r\n') return undefined
  const behind = at + boundary.length
  const tail = piece.toString('latin1', behind, behind + 2)
  if (tail !== '\r\n' && tail !== '--') return undefined
  return { start: first ? 0 : start + at - 2, end: Math.min(start + behind + 2, size), last: tail === '--' }
}

async function partOf(body: SpooledBody, start: number, end: number): Promise<FormPart> {
  const head = await body.read(start, Math.min(end, start + mostHeaderBytes))
  const stop = head.indexOf('\r\n\r\n')
  if (stop === -1) throw wrong('expected parts with headers of at most 8 kB')
  const headers = new Map(
    head
      .toString('utf8', 0, stop)
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const
      }),
  )
  const disposition = headers.get('content-disposition') ?? ''
  const name = parameter(disposition, 'name')
  if (!/^form-data\b/i.test(disposition) || name === undefined) throw wrong('expected parts with a name')
  const from = start + stop + 4
  return {
    name,
    filename: parameter(disposition, 'filename'),
    type: headers.get('content-type') ?? '',
    size: Math.max(0, end - from),
    bytes: () => body.read(from, end),
  }
}

const parameters = { name: /;\s*name="([^"]*)"/i, filename: /;\s*filename="([^"]*)"/i }

/** The encoding of browsers: quotes and line breaks are percent-encoded. */
function parameter(disposition: string, name: keyof typeof parameters): string | undefined {
  const found = parameters[name].exec(disposition)?.[1]
  return found?.replace(/%(?:22|0D|0A)/gi, (code) => decodeURIComponent(code)).replaceAll('\0', '')
}
