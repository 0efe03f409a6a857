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
export function visualOrder(line: string): Shown[] {
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
    out.push({ char: first + formIndex(before, after), text: one.text })
  }
  return out
}

/** Isolated, final, initial, medial: the order of the forms in Unicode. */
function formIndex(before: boolean, after: boolean): 0 | 1 | 2 | 3 {
  if (after) return before ? 3 : 2
  return before ? 1 : 0
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

/** Classes of characters, as in UAX #9: left to right, right to left, number, other (neutral). */
type Kind = 'L' | 'R' | 'N' | 'O'
/** The direction of the line: 0 for left to right, 1 for right to left. */
type Base = 0 | 1

function reorder(line: readonly Shown[]): Shown[] {
  const kinds = kindsOf(line)
  const base = kinds.find((kind) => kind === 'L' || kind === 'R') === 'R' ? 1 : 0
  const levels = levelsOf(kinds, base)
  const order = line.map((one, at) => ({ one, level: levels[at] ?? base }))
  for (let level = 2; level >= 1; level--) reverseRuns(order, level)
  return order.map(({ one, level }) => {
    const other = level === 1 ? mirrored[one.text] : undefined
    return other ? { char: other.codePointAt(0) ?? 0, text: one.text } : one
  })
}

function kindOf(char: number): Kind {
  if (isDigit(char)) return 'N'
  if (isRight(char)) return 'R'
  return /\p{L}/u.test(String.fromCodePoint(char)) ? 'L' : 'O'
}

function kindsOf(line: readonly Shown[]): Kind[] {
  const kinds = line.map(({ char }) => kindOf(char))
  // A separator between two digits belongs to their number: 12:30, 1,500.
  for (let at = 1; at + 1 < kinds.length; at++)
    if (kinds[at] === 'O' && kinds[at - 1] === 'N' && kinds[at + 1] === 'N' && /[.,:/-]/.test(line[at]?.text ?? '')) kinds[at] = 'N'
  return kinds
}

/** The embedding level of each character: even for left to right, odd for right to left. */
function levelsOf(kinds: readonly Kind[], base: Base): number[] {
  const levels: number[] = []
  let strong: Kind = base === 1 ? 'R' : 'L'
  for (const [at, kind] of kinds.entries()) {
    if (kind === 'L' || kind === 'R') strong = kind
    levels[at] = levelOf(kind, strong, base)
  }
  resolveNeutrals(levels, base)
  return levels
}

const neutral = -1

/** `strong` is the last letter's direction; a number after a right-to-left word is inside its run. */
function levelOf(kind: Kind, strong: Kind, base: Base): number {
  switch (kind) {
    case 'R':
      return 1
    case 'L':
      return base * 2
    case 'N':
      return strong === 'R' || base === 1 ? 2 : 0
    default:
      return neutral
  }
}

/** Neutral characters take the direction of both neighbors when they agree, else that of the line. */
function resolveNeutrals(levels: number[], base: Base): void {
  for (let at = 0; at < levels.length; at++) {
    if (levels[at] !== neutral) continue
    let end = at
    while (levels[end] === neutral) end++
    const [before, after] = [sideOf(levels[at - 1], base), sideOf(levels[end], base)]
    levels.fill(before === after ? levelOfSide(before, base) : base, at, end)
    at = end - 1
  }
}

/** The direction that a level shows to its neutral neighbors. */
function sideOf(level: number | undefined, base: Base): Base {
  if (level === undefined) return base
  if (level === 2) return base === 1 ? 0 : 1
  return level === 1 ? 1 : 0
}

const levelOfSide = (side: Base, base: Base): number => (side === 1 ? 1 : base * 2)

/** Reverses each run of characters with at least this level. */
function reverseRuns(order: { readonly one: Shown; readonly level: number }[], level: number): void {
  for (let at = 0; at < order.length; at++) {
    if ((order[at]?.level ?? 0) < level) continue
    let end = at
    while (end < order.length && (order[end]?.level ?? 0) >= level) end++
    order.splice(at, end - at, ...order.slice(at, end).reverse())
    at = end
  }
}
