/*
 * Text in visual order, left to right: right-to-left words are reversed, and Arabic letters have the form
 * that their neighbors require. A field has a line or a few, so the common cases of UAX #9 are enough: no
 * embeddings, no explicit marks.
 */

export interface Shown {
  /** The character to draw. */
  readonly char: number
  /** The characters that it represents; several for a ligature. */
  readonly text: string
}

/** First code of the forms (isolated, final, and with four forms: initial, medial) of each Arabic letter. */
const forms = new Map<number, readonly [number, 1 | 2 | 4]>()
const listed =
  '621fe801 622fe812 623fe832 624fe852 625fe872 626fe894 627fe8d2 628fe8f4 629fe932 62afe954 62bfe994 62cfe9d4 62dfea14 62efea54 62ffea92 ' +
  '630feab2 631fead2 632feaf2 633feb14 634feb54 635feb94 636febd4 637fec14 638fec54 639fec94 63afecd4 641fed14 642fed54 643fed94 644fedd4 ' +
  '645fee14 646fee54 647fee94 648feed2 649feef2 64afef14 67efb564 686fb7a4 698fb8a2 6a9fb8e4 6affb924 6ccfbfc4'
for (const entry of listed.split(' '))
  forms.set(Number.parseInt(entry.slice(0, 3), 16), [Number.parseInt(entry.slice(3, 7), 16), Number(entry[7]) as 1 | 2 | 4])

/** Lam with an alef: code of the isolated form; the final one follows. */
const lamAlef: Readonly<Record<number, number>> = { 0x622: 0xfef5, 0x623: 0xfef7, 0x625: 0xfef9, 0x627: 0xfefb }

const isMark = (char: number) => (char >= 0x64b && char <= 0x65f) || char === 0x670 || (char >= 0x591 && char <= 0x5c7)
const isRight = (char: number) =>
  (char >= 0x590 && char <= 0x8ff) || (char >= 0xfb1d && char <= 0xfdff) || (char >= 0xfe70 && char <= 0xfefc)
const isDigit = (char: number) => (char >= 48 && char <= 57) || (char >= 0x660 && char <= 0x669) || (char >= 0x6f0 && char <= 0x6f9)

export const isRightToLeft = (text: string): boolean => {
  for (const char of text) if (isRight(char.codePointAt(0) ?? 0)) return true
  return false
}

/** Returns one line in visual order. */
export function shown(line: string): Shown[] {
  const plain = [...line.normalize('NFC')].map((text) => ({ char: text.codePointAt(0) ?? 0, text }))
  return isRightToLeft(line) ? reorder(joined(plain)) : plain
}

function joined(line: readonly Shown[]): Shown[] {
  const out: Shown[] = []
  /** True when the next letter in direction `step`, past marks, joins with the letter at `at`. */
  const neighbour = (at: number, step: 1 | -1): boolean => {
    let next = at + step
    while (line[next] && isMark(line[next]?.char ?? 0)) next += step
    const char = line[next]?.char ?? 0
    if (char === 0x640 || char === 0x200d) return true
    const count = forms.get(char)?.[1] ?? 0
    return step === 1 ? count >= 2 : count === 4
  }
  for (let at = 0; at < line.length; at++) {
    const one = line[at]
    if (!one) continue
    const form = forms.get(one.char)
    if (!form) {
      out.push(one)
      continue
    }
    const [first, count] = form
    const before = count >= 2 && neighbour(at, -1)
    const next = line[at + 1]
    const together = one.char === 0x644 && next ? lamAlef[next.char] : undefined
    if (together !== undefined && next) {
      out.push({ char: together + (before ? 1 : 0), text: one.text + next.text })
      at++
      continue
    }
    const after = count === 4 && neighbour(at, 1)
    out.push({ char: first + (before && after ? 3 : after ? 2 : before ? 1 : 0), text: one.text })
  }
  return out
}

const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}

function reorder(line: readonly Shown[]): Shown[] {
  type Kind = 'L' | 'R' | 'N' | 'O'
  const kinds: Kind[] = line.map(({ char }) =>
    isDigit(char) ? 'N' : isRight(char) ? 'R' : /\p{L}/u.test(String.fromCodePoint(char)) ? 'L' : 'O',
  )
  const base = kinds.find((kind) => kind === 'L' || kind === 'R') === 'R' ? 1 : 0
  // A separator between two digits belongs to their number: 12:30, 1,500.
  for (let at = 1; at + 1 < kinds.length; at++)
    if (kinds[at] === 'O' && kinds[at - 1] === 'N' && kinds[at + 1] === 'N' && /[.,:/-]/.test(line[at]?.text ?? '')) kinds[at] = 'N'
  const levels: number[] = []
  let strong: Kind = base === 1 ? 'R' : 'L'
  for (const [at, kind] of kinds.entries()) {
    if (kind === 'L' || kind === 'R') strong = kind
    levels[at] = kind === 'R' ? 1 : kind === 'L' ? base * 2 : kind === 'N' ? (strong === 'R' || base === 1 ? 2 : 0) : -1
  }
  for (let at = 0; at < kinds.length; at++) {
    if (levels[at] !== -1) continue
    let end = at
    while (levels[end] === -1) end++
    const side = (level: number | undefined) => (level === undefined ? base : level === 0 ? 0 : level === 1 ? 1 : base === 1 ? 0 : 1)
    const [before, after] = [side(levels[at - 1]), side(levels[end])]
    const level = before === after ? (before === 1 ? 1 : base * 2) : base
    for (; at < end; at++) levels[at] = level
    at--
  }
  const order = line.map((one, at) => ({ one, level: levels[at] ?? base }))
  for (let level = 2; level >= 1; level--)
    for (let at = 0; at < order.length; at++) {
      if ((order[at]?.level ?? 0) < level) continue
      let end = at
      while (end < order.length && (order[end]?.level ?? 0) >= level) end++
      order.splice(at, end - at, ...order.slice(at, end).reverse())
      at = end
    }
  return order.map(({ one, level }) => {
    const other = level === 1 ? mirrored[one.text] : undefined
    return other ? { char: other.codePointAt(0) ?? 0, text: one.text } : one
  })
}
