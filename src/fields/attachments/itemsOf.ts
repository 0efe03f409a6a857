import type { Attachment } from '../../../contract/endpoints/uploads.ts'

/** The list that the field stores; any other value counts as an empty list. */
export function itemsOf(value: unknown): readonly Attachment[] {
  return Array.isArray(value) ? value.filter((item): item is Attachment => typeof item === 'object' && item !== null) : []
}

const isPicture = (type: string) => /^image\/(?!svg)/.test(type)

/** Whether this is a photo that is resized. Drawings (SVG) are files. */
export const isPhoto = ({ type }: { type: string }) => isPicture(type)

/** `photo.PNG` becomes `photo.jpg`: resized photos are JPEG. */
export const jpegName = (filename: string) => `${filename.replace(/\.[^.]{1,5}$/, '') || 'image'}.jpg`

const two = (n: number, width = 2) => String(n).padStart(width, '0')

/** `2026-03-14 09.26.53.589.jpg`: local time, sorts by age, valid in every file system. */
export function timestampName(filename: string, at: Date): string {
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const time = `${two(at.getHours())}.${two(at.getMinutes())}.${two(at.getSeconds())}.${two(at.getMilliseconds(), 3)}`
  return `${day} ${time}${/\.[^.]{1,5}$/.exec(filename)?.[0].toLowerCase() ?? ''}`
}

/**
 * Name of a new file: its own, unless the list has it or it is the generic image.jpg of phones (spec/1 §5).
 */
export function nameFor(filename: string, items: readonly { filename: string }[], at: Date): string {
  const taken = new Set(items.map((item) => item.filename.toLowerCase()))
  if (filename !== '' && filename.toLowerCase() !== 'image.jpg' && !taken.has(filename.toLowerCase())) return filename
  for (let time = at; ; time = new Date(time.getTime() + 1)) {
    const name = timestampName(filename, time)
    if (!taken.has(name.toLowerCase())) return name
  }
}

/** '310 kB', '4.2 MB' in the format of the language. */
export function sizeText(bytes: number, language: string): string {
  const [unit, value] = bytes < 1024 * 1024 ? (['kilobyte', bytes / 1024] as const) : (['megabyte', bytes / 1024 / 1024] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: unit === 'megabyte' ? 1 : 0 }).format(
    Math.max(value, 0.1),
  )
}
