import type { I18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { pageSize, type Photo, type RuleLine, standardText, type TextLine, textPdf, textWidth } from '../../pdf/textPdf.ts'
import type { Answer } from '../../fields/defineAnswer.ts'
import { answerText, filesIn } from '../../answers/answerText.ts'
import { isPicture, type StoredFile } from '../../answers/FileViews.tsx'
import { drawnText } from '../../ui/drawnText.ts'

export interface RecordReport {
  readonly title: string
  /** Name and value, in reading order: the form, who sent it, when. */
  readonly facts: readonly (readonly [string, string])[]
  readonly answers: readonly Answer[]
}

/** Loads a picture of a record; undefined when it is not on this device and cannot be fetched. */
export type LoadPhoto = (file: StoredFile, mostWidth: number, mostHeight: number) => Promise<Photo | undefined>

const margin = 48
const width = pageSize.width - 2 * margin
const bottom = pageSize.height - margin
const indent = 14
const photoSize = { width: 230, height: 170 } as const
const signatureSize = { width: 200, height: 80 } as const

interface Page {
  readonly lines: TextLine[]
  readonly rules: RuleLine[]
}

/** The words of a text in lines of at most `most` points; a word that is longer is cut into pieces. */
function wrap(text: string, size: number, most: number, bold = false): string[] {
  const fits = (line: string) => textWidth(standardText(line) ?? line, size, bold) <= most
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = ['']
    for (const word of paragraph.split(' ').flatMap((one) => pieces(one, fits))) {
      const last = lines.at(-1) ?? ''
      const longer = last === '' ? word : `${last} ${word}`
      if (last === '' || fits(longer)) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  })
}

function pieces(word: string, fits: (text: string) => boolean): string[] {
  const found: string[] = []
  let rest = [...word]
  while (rest.length > 1 && !fits(rest.join(''))) {
    let end = rest.length
    while (end > 1 && !fits(rest.slice(0, end).join(''))) end = Math.ceil(end / 2)
    found.push(rest.slice(0, end).join(''))
    rest = rest.slice(end)
  }
  return [...found, rest.join('')]
}

/** Writes from the top to the bottom of pages, and begins the next page when one is full. */
class Writer {
  readonly pages: Page[] = [{ lines: [], rules: [] }]
  private y = margin + 12

  private get page(): Page {
    return this.pages.at(-1) as Page
  }

  /** Begins a new page if less than this height is left. */
  need(height: number): void {
    if (this.y + height <= bottom) return
    this.pages.push({ lines: [], rules: [] })
    this.y = margin + 12
  }

  skip(height: number): void {
    this.y += height
  }

  rule(): void {
    this.page.rules.push({ y: this.y - 8, from: margin, to: pageSize.width - margin })
  }

  text(text: string, { size, bold = false, x = margin }: { size: number; bold?: boolean; x?: number }): void {
    for (const line of wrap(text, size, pageSize.width - margin - x, bold)) {
      this.need(size * 1.4)
      const standard = standardText(line)
      const one: TextLine = { x, y: this.y, size, bold, text: standard ?? line, width: pageSize.width - margin - x }
      this.page.lines.push(standard === undefined ? { ...one, drawing: drawnText(one) } : one)
      this.y += size * 1.4
    }
  }

  photos(photos: readonly Photo[], x: number): void {
    let left = x
    let tallest = 0
    for (const photo of photos) {
      if (left > x && left + photo.width > margin + width) {
        this.y += tallest + 8
        left = x
        tallest = 0
      }
      this.need(photo.height + 8)
      this.page.lines.push({ x: left, y: this.y, size: 0, text: '', drawing: photo })
      left += photo.width + 8
      tallest = Math.max(tallest, photo.height)
    }
    this.y += tallest + 14
  }
}

/** Returns a record as a PDF, made on the device, with its photos and signatures. */
export async function recordPdf(i18n: I18n, { title, facts, answers }: RecordReport, load: LoadPhoto): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new Writer()
  writer.text(title, { size: 18, bold: true })
  writer.skip(4)
  for (const [name, value] of facts) writer.text(`${name}: ${value}`, { size: 9 })
  writer.skip(12)
  writer.rule()
  writer.skip(6)
  await writeAnswers(writer, i18n, answers, { x: margin, load })
  const count = writer.pages.length
  const pages = writer.pages.map(({ lines, rules }, index) => {
    const number = index + 1
    const words = t`Page ${number} of ${count}`
    return {
      rules,
      lines: [...lines, { x: margin, y: pageSize.height - 24, size: 8, text: standardText(words) ?? `${number} / ${count}` }],
    }
  })
  return textPdf({ title, pages })
}

interface Place {
  readonly x: number
  readonly load: LoadPhoto
}

async function writeAnswers(writer: Writer, i18n: I18n, answers: readonly Answer[], place: Place): Promise<void> {
  const { x } = place
  for (const answer of answers) {
    if (answer.heading !== undefined) {
      writer.need(60)
      writer.skip(8)
      writer.text(answer.heading, { size: 13, bold: true, x })
      writer.skip(4)
    }
    writer.need(34)
    writer.text(answer.label, { size: 9, x })
    await writeValue(writer, i18n, answer, place)
    writer.skip(6)
  }
}

async function writeValue(writer: Writer, i18n: I18n, answer: Answer, { x, load }: Place): Promise<void> {
  if (answer.kind === 'items') {
    for (const answers of answer.items ?? []) await writeAnswers(writer, i18n, answers, { x: x + indent, load })
    return
  }
  if (answer.kind !== 'files' && answer.kind !== 'signature') {
    writer.text(answerText(answer, i18n), { size: 11, x })
    return
  }
  const size = answer.kind === 'files' ? photoSize : signatureSize
  const photos: Photo[] = []
  for (const file of filesIn(answer.value)) {
    const photo = answer.kind === 'signature' || isPicture(file) ? await load(file, size.width, size.height) : undefined
    if (photo) photos.push(photo)
    else writer.text(file.name ?? file.filename, { size: 11, x })
  }
  if (photos.length > 0) writer.photos(photos, x)
}
