import { Unzip, UnzipInflate } from 'fflate'
import { SaxesParser } from 'saxes'
import { dateText, isDateFormat } from './dateCells.ts'
import { collectRows, type FileTable, tableLimits, TableTrouble } from './FileTable.ts'

/** Bytes of the file that are unpacked at once: at most a thousand times as much is in memory. */
const step = 16_384

/** Unpacks one part and gives it to `take` piece by piece. Returns false if the file has no such part. */
function unpack(bytes: Uint8Array, part: string, take: (piece: Uint8Array, isLast: boolean) => void): boolean {
  let [found, isDone, size] = [false, false, 0]
  const zip = new Unzip((file) => {
    if (file.name !== part || found) return
    found = true
    file.ondata = (error, piece, isLast) => {
      if (error instanceof TableTrouble) throw error
      if (error) throw new TableTrouble('damaged')
      size += piece.length
      if (size > tableLimits.unpacked) throw new TableTrouble('tooLarge')
      isDone ||= isLast
      take(piece, isLast)
    }
    file.start()
  })
  zip.register(UnzipInflate)
  for (let at = 0; at < bytes.length && !isDone; at += step) zip.push(bytes.subarray(at, at + step), at + step >= bytes.length)
  if (found && !isDone) throw new TableTrouble('damaged')
  return found
}

interface Events {
  /** Names without a prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Reads an XML part as a stream. A part with a DTD is refused, so that no entity can expand. */
function readXml(bytes: Uint8Array, part: string, { open, text, close }: Events): boolean {
  const decoder = new TextDecoder()
  const parser = new SaxesParser({ position: false })
  parser.on('error', () => {
    throw new TableTrouble('damaged')
  })
  parser.on('doctype', () => {
    throw new TableTrouble('damaged')
  })
  parser.on('opentag', ({ name, attributes }) => open?.(localName(name), attributes as Record<string, string>))
  parser.on('text', (piece) => text?.(piece))
  parser.on('cdata', (piece) => text?.(piece))
  parser.on('closetag', ({ name }) => close?.(localName(name)))
  return unpack(bytes, part, (piece, isLast) => {
    parser.write(decoder.decode(piece, { stream: !isLast }))
    if (isLast) parser.close()
  })
}

/** The part of the first sheet that is not hidden, and whether days are counted from 1904. */
function firstSheet(bytes: Uint8Array): { readonly part: string; readonly is1904: boolean } {
  let is1904 = false
  const sheets: string[] = []
  const isWorkbook = readXml(bytes, 'xl/workbook.xml', {
    open(name, attributes) {
      const id = attributes['r:id'] ?? Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
      if (name === 'sheet' && id !== undefined && attributes['state'] === undefined) sheets.push(id)
    },
  })
  if (!isWorkbook) throw new TableTrouble('notATable')
  let target: string | undefined
  readXml(bytes, 'xl/_rels/workbook.xml.rels', {
    open(_name, attributes) {
      if (attributes['Id'] === sheets[0]) target = attributes['Target']
    },
  })
  if (target === undefined) return { part: 'xl/worksheets/sheet1.xml', is1904 }
  return { part: target.startsWith('/') ? target.slice(1) : `xl/${target}`, is1904 }
}

/** Numbers of the cell styles that show a date or a time. */
function dateStyles(bytes: Uint8Array): ReadonlySet<string> {
  const codes = new Map<number, string>()
  const found = new Set<string>()
  let isCells = false
  let style = 0
  readXml(bytes, 'xl/styles.xml', {
    open(name, attributes) {
      const id = Number(attributes['numFmtId'])
      if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '')
      if (name === 'cellXfs') isCells = true
      if (name !== 'xf' || !isCells) return
      if (isDateFormat(id, codes.get(id))) found.add(String(style))
      style++
    },
    close(name) {
      if (name === 'cellXfs') isCells = false
    },
  })
  return found
}

/** The texts that cells name by number. Phonetic guides are not part of a text. */
function sharedTexts(bytes: Uint8Array): string[] {
  const texts: string[] = []
  let now = ''
  let [isText, isGuide] = [false, false]
  readXml(bytes, 'xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si') now = ''
      if (name === 'rPh') isGuide = true
      isText = name === 't' && !isGuide
    },
    text(piece) {
      if (isText && now.length < tableLimits.cell) now += piece
    },
    close(name) {
      if (name === 't') isText = false
      if (name === 'rPh') isGuide = false
      if (name === 'si') texts.push(now)
    },
  })
  return texts
}

/** 'B3' → column 1, row 3. */
function placeOf(reference: string | undefined): { column: number; row: number } | undefined {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference ?? '') ?? []
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64)
  return { column: column - 1, row: Number(digits) }
}

/** What cells need to become texts. */
interface Reading {
  readonly texts: readonly string[]
  readonly dates: ReadonlySet<string>
  readonly is1904: boolean
}

/** The text of a cell: the stored result of a formula, which is never calculated; empty for an error. */
function cellText(type: string | undefined, style: string | undefined, value: string, { texts, dates, is1904 }: Reading): string {
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'e') return ''
  if (type === 'b') return value === '1' ? 'yes' : 'no'
  if (type === 'd') return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')
  const isNumber = type === undefined || type === 'n'
  if (isNumber && style !== undefined && dates.has(style)) return dateText(value, is1904)
  if (isNumber) return /e/i.test(value) ? String(Number(value)) : value
  return value
}

/** Maximum number of merged areas whose other cells get the text of the first one. */
const mostAreas = 10_000

type Cells = Map<number, string[]>

/** Every cell of a merged area means the text of its first cell. */
function fillArea(cells: Cells, reference: string): void {
  const [from, to] = reference.split(':').map(placeOf)
  const text = from && cells.get(from.row)?.[from.column]
  if (!from || !to || !text) return
  for (let row = from.row; row <= Math.min(to.row, from.row + tableLimits.rows); row++) {
    const line = cells.get(row)
    if (!line) continue
    for (let column = from.column; column <= Math.min(to.column, tableLimits.columns - 1); column++) line[column] ??= text
  }
}

/** Reads the cells of a sheet by row, and its merged areas. */
function sheetCells(bytes: Uint8Array, part: string, reading: Reading): { cells: Cells; areas: string[] } {
  const cells: Cells = new Map()
  const areas: string[] = []
  let [row, column, value] = [0, -1, '']
  let type: string | undefined
  let style: string | undefined
  let isValue = false
  const isSheet = readXml(bytes, part, {
    open(name, attributes) {
      if (name === 'row') {
        row = Number(attributes['r'] ?? row + 1)
        column = -1
        if (cells.size > tableLimits.rows) throw new TableTrouble('tooManyRows')
      } else if (name === 'c') {
        column = placeOf(attributes['r'])?.column ?? column + 1
        type = attributes['t']
        style = attributes['s']
        value = ''
      } else if (name === 'mergeCell' && areas.length < mostAreas) areas.push(attributes['ref'] ?? '')
      isValue = name === 'v' || name === 't'
    },
    text(piece) {
      if (isValue && value.length < tableLimits.cell) value += piece
    },
    close(name) {
      isValue = false
      if (name !== 'c') return
      const text = cellText(type, style, value, reading)
      if (text === '') return
      if (column >= tableLimits.columns) throw new TableTrouble('tooManyColumns')
      const line = cells.get(row) ?? []
      line[column] = text
      cells.set(row, line)
    },
  })
  if (!isSheet) throw new TableTrouble('damaged')
  return { cells, areas }
}

/** Reads the first visible sheet of an .xlsx file, part by part, within the limits. Throws TableTrouble. */
export function readXlsx(bytes: Uint8Array): FileTable {
  const { part, is1904 } = firstSheet(bytes)
  const { cells, areas } = sheetCells(bytes, part, { texts: sharedTexts(bytes), dates: dateStyles(bytes), is1904 })
  for (const area of areas) fillArea(cells, area)
  const collected = collectRows()
  for (const [number, line] of [...cells].sort(([a], [b]) => a - b))
    collected.add(
      Array.from(line, (cell) => cell ?? ''),
      number,
    )
  return collected.table()
}
