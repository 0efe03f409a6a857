import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The part of the fontkit API that is used here. */
interface FontFile {
  readonly unitsPerEm: number
  hasGlyphForCodePoint(code: number): boolean
  layout(text: string): {
    readonly glyphs: readonly { readonly path: { toSVG(): string } }[]
    readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[]
  }
}

/**
 * The Inter subsets that the app includes, named as in its package: Latin with extensions, Vietnamese,
 * Cyrillic, Greek.
 */
const alphabets = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext']

/** Font folders of operating systems, for scripts that the app does not include. */
const systemFolders = ['/usr/share/fonts', '/usr/local/share/fonts', '/System/Library/Fonts', '/Library/Fonts', 'C:\\Windows\\Fonts']
const wide = /DroidSansFallback|WenQuanYi|wqy-|ArialUnicode|Arial Unicode|malgun|msyh|simsun|DejaVuSans\./i
const isWide = (name: string) =>
  /\.(?:ttf|otf)$/i.test(name) && (wide.test(name) || (/Noto(?:Sans|Kufi|Naskh)/i.test(name) && /Regular/i.test(name)))

const opened = new Map<string, Promise<FontFile>>()

function open(path: string): Promise<FontFile> {
  const known = opened.get(path)
  if (known) return known
  const font = readFont(path)
  opened.set(path, font)
  return font
}

async function readFont(path: string): Promise<FontFile> {
  // The library has 3 MB: only import it when a page with text is drawn.
  const [bytes, { default: fontkit }] = await Promise.all([readFile(path), import('@pdf-lib/fontkit')])
  return fontkit.create(bytes) as unknown as FontFile
}

const inter = () => dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json'))

let found: string[] | undefined

function systemFonts(): readonly string[] {
  found ??= systemFolders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => {
      try {
        return readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && isWide(entry.name))
          .map((entry) => join(entry.parentPath, entry.name))
      } catch {
        return []
      }
    })
  return found
}

async function fontFor(code: number): Promise<FontFile | undefined> {
  for (const alphabet of alphabets) {
    const font = await open(join(inter(), 'files', `inter-${alphabet}-wght-normal.woff2`))
    if (font.hasGlyphForCodePoint(code)) return font
  }
  for (const path of systemFonts()) {
    const font = await open(path).catch(() => undefined)
    if (font?.hasGlyphForCodePoint(code)) return font
  }
  return undefined
}

/** A positioned glyph: `x` and `y` in units of the font size, its outline as an SVG path in font units. */
interface Placed {
  readonly path: string
  readonly scale: number
  readonly x: number
  readonly y: number
}

/**
 * A line of text as outlines, so that every script prints as it looks here on any printer. Lengths are in
 * units of the font size.
 */
export interface Outlined {
  readonly width: number
  readonly glyphs: readonly Placed[]
}

/** Returns the outlines of a text. Omits characters that no available font can draw. */
export async function outline(text: string): Promise<Outlined> {
  const runs: { font: FontFile; text: string }[] = []
  for (const sign of text.normalize('NFC')) {
    const last = runs.at(-1)
    // A run continues while its font has the character, because many scripts are shaped as a whole.
    const code = sign.codePointAt(0) ?? 32
    if (last?.font.hasGlyphForCodePoint(code)) {
      last.text += sign
      continue
    }
    const font = await fontFor(code)
    if (font) runs.push({ font, text: sign })
  }
  const glyphs: Placed[] = []
  let x = 0
  for (const run of runs) {
    const scale = 1 / run.font.unitsPerEm
    const { glyphs: drawn, positions } = run.font.layout(run.text)
    drawn.forEach((glyph, index) => {
      const at = positions[index]
      const path = glyph.path.toSVG()
      if (path !== '') glyphs.push({ path, scale, x: x + (at?.xOffset ?? 0) * scale, y: (at?.yOffset ?? 0) * scale })
      x += (at?.xAdvance ?? 0) * scale
    })
  }
  return { width: x, glyphs }
}

/** Wraps a text into lines of at most `most`, between words. A single word that is longer is not broken. */
export async function wrapped(text: string, most: number): Promise<Outlined[]> {
  const lines: Outlined[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && (await outline(longer)).width > most) {
      lines.push(await outline(line))
      line = word
    } else line = longer
  }
  if (line !== '') lines.push(await outline(line))
  return lines
}
