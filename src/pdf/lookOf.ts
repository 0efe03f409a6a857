import type { Face, Faces, Line } from './faces.ts'
import { decodeText, type Dict, dictOf, type PdfString, type PdfValue } from './PdfValue.ts'

/** How a box is drawn, from its /MK, /BS, /Border and /Rect. Points. */
export interface Frame {
  /** In the direction of the text: already rotated with the box. */
  readonly width: number
  readonly height: number
  /** 0, 90, 180, 270 degrees. */
  readonly turn: number
  readonly background: readonly number[]
  readonly border: readonly number[]
  readonly borderWidth: number
  readonly borderStyle: string
}

/** The text style from /DA. */
export interface Style {
  readonly font: string
  /** 0: as large as fits. */
  readonly size: number
  /** Operators that set the color. */
  readonly colour: string
}

/** The appearance of a box, with the resources to draw it. */
export interface Look {
  readonly content: string
  readonly dict: Dict
}

export function styleOf(da: PdfString | undefined): Style {
  const words = (da ? decodeText(da) : '').trim().split(/\s+/)
  let [font, size, colour] = ['', 0, '0 g']
  for (const [at, word] of words.entries()) {
    if (word === 'Tf') {
      font = (words[at - 2] ?? '').replace(/^\//, '')
      size = Math.abs(Number(words[at - 1])) || 0
    }
    const count = { g: 1, rg: 3, k: 4 }[word]
    if (count !== undefined && at >= count) {
      const given = words.slice(at - count, at)
      if (given.every((one) => Number.isFinite(Number(one)))) colour = `${given.join(' ')} ${word}`
    }
  }
  return { font, size: Math.min(size, 300), colour }
}

/** The size of a box in the direction of its text; `rotation` in degrees, as the file gives it. */
export function rotatedSize(across: number, up: number, rotation: number): Pick<Frame, 'width' | 'height' | 'turn'> {
  const turn = ((rotation % 360) + 360) % 360
  return turn % 180 === 90 ? { width: up, height: across, turn } : { width: across, height: up, turn }
}

const n = (value: number): string => String(Math.round(value * 1000) / 1000)

const paint = (colour: readonly number[], stroke: boolean): string => {
  const operator = { 1: 'g', 3: 'rg', 4: 'k' }[colour.length]
  return operator ? `${colour.map(n).join(' ')} ${stroke ? operator.toUpperCase() : operator}` : ''
}

function frameContent(frame: Frame): string {
  const { width, height, borderWidth, borderStyle } = frame
  let out = ''
  const background = paint(frame.background, false)
  if (background) out += `q ${background} 0 0 ${n(width)} ${n(height)} re f Q\n`
  const border = borderWidth > 0 ? paint(frame.border, true) : ''
  if (border) {
    const half = borderWidth / 2
    const dash = borderStyle === 'D' ? '[3] 0 d ' : ''
    const line =
      borderStyle === 'U'
        ? `0 ${n(half)} m ${n(width)} ${n(half)} l S`
        : `${n(half)} ${n(half)} ${n(width - borderWidth)} ${n(height - borderWidth)} re S`
    out += `q ${border} ${n(borderWidth)} w ${dash}${line} Q\n`
  }
  return out
}

const matrices: Readonly<Record<number, (w: number, h: number) => PdfValue[]>> = {
  90: (_w, h) => [0, 1, -1, 0, h, 0],
  180: (w, h) => [-1, 0, 0, -1, w, h],
  270: (w) => [0, -1, 1, 0, 0, w],
}

export function lookOf(frame: Frame, content: string, faces: readonly Face[]): Look {
  const { width, height, turn } = frame
  const fonts = new Map(faces.map((face) => [face.id, face.resource]))
  const matrix = matrices[turn]?.(width, height)
  return {
    content,
    dict: new Map<string, PdfValue>([
      ...dictOf({ BBox: [0, 0, width, height], Resources: dictOf(fonts.size > 0 ? { Font: fonts } : {}) }),
      ...(matrix ? ([['Matrix', matrix]] as const) : []),
    ]),
  }
}

export interface TextWish {
  readonly text: string
  readonly style: Style
  /** 0 left, 1 middle, 2 right. */
  readonly align: number
  readonly multiline: boolean
  /** Number of cells of a comb. */
  readonly cells: number | undefined
  readonly fonts: Dict | undefined
}

const smallest = 2
const largestAuto = 12
const gap = 2

/** Draws a text box. */
export function textLook(faces: Faces, frame: Frame, wish: TextWish): Look {
  const { style, text } = wish
  const candidates = faces.facesFor(text, style.font, wish.fonts)
  const used = new Set<Face>()
  const inner = { width: frame.width, height: frame.height, edge: frame.borderWidth * (/[BI]/.test(frame.borderStyle) ? 2 : 1) }
  const room = { ...inner, pad: Math.min(gap, inner.width / 8) + inner.edge }
  const body = bodyText(faces, candidates, room, wish, used)
  const edge = Math.min(inner.edge, inner.width / 4, inner.height / 4)
  const clip = `${n(edge)} ${n(edge)} ${n(inner.width - 2 * edge)} ${n(inner.height - 2 * edge)} re W n`
  const content = `${frameContent(frame)}/Tx BMC\nq\n${clip}\nBT\n${style.colour}\n${body}ET\nQ\nEMC`
  return lookOf(frame, content, [...used])
}

function bodyText(faces: Faces, candidates: readonly Face[], room: Room, wish: TextWish, used: Set<Face>): string {
  if (wish.cells !== undefined && wish.cells > 0) return combText(faces, candidates, room, wish, wish.cells, used)
  if (wish.multiline) return linesText(faces, candidates, room, wish, used)
  return lineText(faces, candidates, room, wish, used)
}

interface Room {
  readonly width: number
  readonly height: number
  /** Padding at the left and the right. */
  readonly pad: number
}

/** Metrics of the first font, which determine the baseline. */
const reach = (candidates: readonly Face[]) => {
  const [first] = candidates
  return { up: first?.ascent ?? 0.718, down: -(first?.descent ?? -0.207) }
}

function show(line: Line, size: number, x: number, y: number, used: Set<Face>): string {
  let out = `1 0 0 1 ${n(x)} ${n(y)} Tm\n`
  let open: Face | undefined
  let codes = ''
  const flush = () => {
    if (open && codes) out += `/${open.id} ${n(size)} Tf <${codes}> Tj\n`
    codes = ''
  }
  for (const { face, code } of line.pieces) {
    if (face !== open) flush()
    open = face
    used.add(face)
    codes += code
  }
  flush()
  return out
}

function alignedAt(align: number, room: Room, width: number): number {
  if (align === 1) return (room.width - width) / 2
  if (align === 2) return room.width - room.pad - width
  return room.pad
}

function lineText(faces: Faces, candidates: readonly Face[], room: Room, { text, style, align }: TextWish, used: Set<Face>): string {
  const line = faces.set(
    text.replace(/\s+/g, (gap) => (gap.includes('\n') ? ' ' : gap)),
    candidates,
  )
  const { up, down } = reach(candidates)
  const wide = line.width > 0 ? ((room.width - 2 * room.pad) * 1000) / line.width : largestAuto
  const size = style.size || Math.max(smallest, Math.min((room.height * 0.9) / (up + down), wide, Math.max(largestAuto, room.height * 0.6)))
  const y = (room.height - (up + down) * size) / 2 + down * size
  return show(line, size, alignedAt(align, room, (line.width * size) / 1000), y, used)
}

function linesText(faces: Faces, candidates: readonly Face[], room: Room, { text, style, align }: TextWish, used: Set<Face>): string {
  const { up, down } = reach(candidates)
  const leading = Math.max(1.15, up + down)
  const wrapped = (size: number) => wrap(faces, candidates, text, ((room.width - 2 * room.pad) * 1000) / size)
  let size = style.size || largestAuto
  let lines = wrapped(size)
  while (style.size === 0 && size > 4 && lines.length * leading * size > room.height - 2 * gap) {
    size = Math.max(4, size - 0.5)
    lines = wrapped(size)
  }
  let y = room.height - room.pad - up * size
  // A single line in a box with too little height is centered vertically.
  if (lines.length === 1 && y - down * size < 0) y = (room.height - (up + down) * size) / 2 + down * size
  let out = ''
  for (const line of lines) {
    out += show(line, size, alignedAt(align, room, (line.width * size) / 1000), y, used)
    y -= leading * size
  }
  return out
}

/**
 * Breaks a text into lines of at most `width` (thousandths): between words, inside a word that is too long,
 * or between Han characters.
 */
function wrap(faces: Faces, candidates: readonly Face[], text: string, width: number): Line[] {
  const lines: Line[] = []
  for (const paragraph of text.split('\n')) {
    let open = ''
    const words =
      paragraph.match(
        /\s+|[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef\u0e00-\u0e7f]|[^\s\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef\u0e00-\u0e7f]+/gu,
      ) ?? []
    for (const word of words) {
      if (faces.set(open + word.trimEnd(), candidates).width <= width) {
        open += word
        continue
      }
      if (open.trim() !== '') lines.push(faces.set(open.trimEnd(), candidates))
      open = ''
      for (const char of word.trimStart()) {
        if (open !== '' && faces.set(open + char, candidates).width > width) {
          lines.push(faces.set(open, candidates))
          open = ''
        }
        open += char
      }
    }
    lines.push(faces.set(open.trimEnd(), candidates))
  }
  return lines
}

function combText(faces: Faces, candidates: readonly Face[], room: Room, wish: TextWish, cells: number, used: Set<Face>): string {
  const chars = [...wish.text.replace(/\n/g, ' ')].slice(0, cells)
  const cell = room.width / cells
  const { up, down } = reach(candidates)
  const lines = chars.map((char) => faces.set(char, candidates))
  const widest = Math.max(1, ...lines.map((line) => line.width))
  const size =
    wish.style.size || Math.max(smallest, Math.min((room.height * 0.85) / (up + down), (cell * 0.95 * 1000) / widest, largestAuto))
  const y = (room.height - (up + down) * size) / 2 + down * size
  const skipped = cellsBefore(wish.align, cells - chars.length)
  return lines.map((line, at) => show(line, size, (at + skipped) * cell + (cell - (line.width * size) / 1000) / 2, y, used)).join('')
}

/** The number of empty cells in front of the first character. */
function cellsBefore(align: number, empty: number): number {
  if (align === 1) return Math.floor(empty / 2)
  return align === 2 ? empty : 0
}

export interface ListWish {
  readonly options: readonly string[]
  readonly chosen: ReadonlySet<number>
  /** Index of the first visible option. */
  readonly top: number
  readonly style: Style
  readonly fonts: Dict | undefined
}

/** Draws a list box with its choices highlighted. */
export function listLook(faces: Faces, frame: Frame, wish: ListWish): Look {
  const { style } = wish
  const used = new Set<Face>()
  const edge = frame.borderWidth
  const size = style.size || Math.min(largestAuto, Math.max(4, frame.height / 1.3))
  const step = Math.min(size * 1.2, Math.max(1, frame.height - 2 * edge))
  const rows = Math.max(1, Math.floor((frame.height - 2 * edge) / step))
  const first = Math.min(...wish.chosen, Number.POSITIVE_INFINITY)
  // The choice must be visible.
  const top = Number.isFinite(first) && (first < wish.top || first >= wish.top + rows) ? first : wish.top
  let marks = ''
  let texts = ''
  for (let row = 0; row < rows && top + row < wish.options.length; row++) {
    const option = wish.options[top + row] ?? ''
    const candidates = faces.facesFor(option, style.font, wish.fonts)
    const { down } = reach(candidates)
    const bottom = frame.height - edge - (row + 1) * step
    if (wish.chosen.has(top + row)) marks += `0.6 0.75686 0.8549 rg ${n(edge)} ${n(bottom)} ${n(frame.width - 2 * edge)} ${n(step)} re f\n`
    texts += show(faces.set(option, candidates), size, edge + gap, bottom + down * size + (step - size) / 2, used)
  }
  const clip = `${n(edge)} ${n(edge)} ${n(frame.width - 2 * edge)} ${n(frame.height - 2 * edge)} re W n`
  const content = `${frameContent(frame)}/Tx BMC\nq\n${clip}\n${marks}BT\n${style.colour}\n${texts}ET\nQ\nEMC`
  return lookOf(frame, content, [...used])
}

/** Marks by the letter of ZapfDingbats in /MK /CA, drawn in a square of 1 by 1. */
const usualMark = '0.14 0.5 m 0.24 0.58 l 0.4 0.36 l 0.76 0.86 l 0.86 0.8 l 0.42 0.14 l h f'
const marks: ReadonlyMap<string, string> = new Map([
  ['4', usualMark],
  ['8', '0.2 0.1 m 0.5 0.4 l 0.8 0.1 l 0.9 0.2 l 0.6 0.5 l 0.9 0.8 l 0.8 0.9 l 0.5 0.6 l 0.2 0.9 l 0.1 0.8 l 0.4 0.5 l 0.1 0.2 l h f'],
  [
    'l',
    '0.5 0.2 m 0.666 0.2 0.8 0.334 0.8 0.5 c 0.8 0.666 0.666 0.8 0.5 0.8 c 0.334 0.8 0.2 0.666 0.2 0.5 c 0.2 0.334 0.334 0.2 0.5 0.2 c h f',
  ],
  ['u', '0.5 0.1 m 0.9 0.5 l 0.5 0.9 l 0.1 0.5 l h f'],
  ['n', '0.2 0.2 0.6 0.6 re f'],
  ['H', '0.5 0.95 m 0.62 0.62 l 0.97 0.6 l 0.7 0.38 l 0.79 0.05 l 0.5 0.24 l 0.21 0.05 l 0.3 0.38 l 0.03 0.6 l 0.38 0.62 l h f'],
])

/** Draws a checkbox or radio button; `mark` is the letter of /MK /CA, undefined when it is not ticked. */
export function tickLook(frame: Frame, mark: string | undefined, colour: string): Look {
  const side = Math.min(frame.width, frame.height)
  const shape = mark === undefined ? '' : (marks.get(mark) ?? usualMark)
  const [x, y] = [(frame.width - side) / 2, (frame.height - side) / 2]
  const body = shape ? `q ${colour} ${n(side)} 0 0 ${n(side)} ${n(x)} ${n(y)} cm ${shape} Q` : ''
  return lookOf(frame, frameContent(frame) + body, [])
}
