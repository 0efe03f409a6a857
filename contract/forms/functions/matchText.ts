import { countSteps } from '../stepBudgets.ts'

/**
 * The patterns of `match(text, pattern)`. They are never given to the regular expressions of JavaScript, some of which
 * need exponential time: a text is compared in one pass, with all places of the pattern that fit at once, so the time
 * is at most (length of the text) × (size of the pattern), and both are bounded.
 *
 *   A-Z 0-9 ...   the character itself           [A-Z0-9-]  [^ ]   one of these, or none of these
 *   .             any character                  \d \w \s          digit, letter or digit or _, space; \. is a dot
 *   ? * + {3} {2,4} {2,}   how often             ( | )             either, or
 *
 * The pattern must fit the whole text.
 */

/** A pattern that cannot be read; `at` is the position, from 0. */
export class PatternError extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.name = 'PatternError'
    this.at = at
  }
}

export const longestPattern = 200
export const longestMatched = 2000
const mostInstructions = 1000
const deepestPattern = 20

type Test = (code: number) => boolean
type Instruction = { readonly test: Test } | { readonly jumps: number[] } | 'end'
type Part = { readonly kind: 'one'; readonly test: Test } | { readonly kind: 'all' | 'any'; readonly parts: readonly Part[] } | Repeat
interface Repeat {
  readonly kind: 'repeat'
  readonly part: Part
  readonly least: number
  readonly most: number
}

const between =
  (from: number, to: number): Test =>
  (code) =>
    code >= from && code <= to
const anyOf =
  (tests: readonly Test[]): Test =>
  (code) =>
    tests.some((test) => test(code))
const isDigit = between(48, 57)
const isWord = anyOf([isDigit, between(65, 90), between(97, 122), (code) => code === 95])
const isSpace = anyOf([between(9, 13), (code) => code === 32 || code === 160])
const classes: Readonly<Record<string, Test>> = {
  d: isDigit,
  D: (code) => !isDigit(code),
  w: isWord,
  W: (code) => !isWord(code),
  s: isSpace,
  S: (code) => !isSpace(code),
}

class PatternParser {
  private at = 0
  private depth = 0
  private readonly source: string

  constructor(source: string) {
    this.source = source
  }

  whole(): Part {
    const part = this.either()
    if (this.at < this.source.length)
      throw new PatternError(`expected no "${this.now}" here; \\${this.now} is the character itself`, this.at)
    return part
  }

  private get now(): string {
    return this.source[this.at] ?? ''
  }

  private took(sign: string): boolean {
    if (this.now !== sign) return false
    this.at++
    return true
  }

  private either(): Part {
    if (++this.depth > deepestPattern) throw new PatternError(`expected at most ${deepestPattern} parentheses in each other`, this.at)
    const parts = [this.sequence()]
    while (this.took('|')) parts.push(this.sequence())
    this.depth--
    return parts.length === 1 ? (parts[0] as Part) : { kind: 'any', parts }
  }

  private sequence(): Part {
    const parts: Part[] = []
    while (this.now !== '' && this.now !== '|' && this.now !== ')') parts.push(this.repeated())
    return { kind: 'all', parts }
  }

  private repeated(): Part {
    const part = this.one()
    const start = this.at
    if (this.took('?')) return { kind: 'repeat', part, least: 0, most: 1 }
    if (this.took('*')) return { kind: 'repeat', part, least: 0, most: Number.POSITIVE_INFINITY }
    if (this.took('+')) return { kind: 'repeat', part, least: 1, most: Number.POSITIVE_INFINITY }
    if (!this.took('{')) return part
    const least = this.number()
    let most = least
    if (this.took(',')) most = this.now === '}' ? Number.POSITIVE_INFINITY : this.number()
    if (!this.took('}') || most < least) throw new PatternError('expected a count such as {3} or {2,4}', start)
    return { kind: 'repeat', part, least, most }
  }

  private number(): number {
    const start = this.at
    while (this.at - start < 4 && isDigit(this.now.charCodeAt(0))) this.at++
    if (this.at === start) throw new PatternError('expected a count such as {3} or {2,4}', start)
    return Number(this.source.slice(start, this.at))
  }

  private one(): Part {
    const start = this.at
    if (this.took('(')) {
      const part = this.either()
      if (!this.took(')')) throw new PatternError('expected a closing )', start)
      return part
    }
    if (this.took('[')) return { kind: 'one', test: this.set(start) }
    if (this.took('.')) return { kind: 'one', test: () => true }
    if (this.took('\\')) return { kind: 'one', test: this.escaped() }
    if (this.now === '?' && this.source[start - 1] === '(')
      throw new PatternError('expected no (? here: only ( | ) is known, without looking ahead or behind', start)
    if ('?*+{'.includes(this.now))
      throw new PatternError(`expected something before "${this.now}"; \\${this.now} is the character itself`, start)
    const code = this.now.charCodeAt(0)
    this.at++
    return { kind: 'one', test: (other) => other === code }
  }

  private escaped(): Test {
    const sign = this.now
    if (sign === '') throw new PatternError('expected a character after \\', this.at)
    this.at++
    const known = Object.hasOwn(classes, sign) ? classes[sign] : undefined
    if (known) return known
    if (/[A-Za-z0-9]/.test(sign)) throw new PatternError(`expected \\d, \\w, \\s or a sign such as \\. instead of \\${sign}`, this.at - 1)
    const code = sign.charCodeAt(0)
    return (other) => other === code
  }

  /** The characters between [ and ]. */
  private set(start: number): Test {
    const isOther = this.took('^')
    const tests: Test[] = []
    while (!this.took(']')) {
      if (this.now === '') throw new PatternError('expected a closing ]', start)
      if (this.took('\\')) {
        tests.push(this.escaped())
        continue
      }
      const from = this.now.charCodeAt(0)
      this.at++
      const isRange = this.now === '-' && ![']', ''].includes(this.source[this.at + 1] ?? '')
      if (isRange) this.at++
      const to = isRange ? this.now.charCodeAt(0) : from
      if (isRange) this.at++
      if (to < from) throw new PatternError('expected the smaller character first, such as A-Z or 0-9', this.at - 3)
      tests.push(between(from, to))
    }
    const test = anyOf(tests)
    return isOther ? (code) => !test(code) : test
  }
}

/** The pattern as a program: each instruction tests a character, or goes on in several places. */
function programOf(whole: Part): readonly Instruction[] {
  const program: Instruction[] = []
  const add = (instruction: Instruction): number => {
    if (program.length >= mostInstructions) throw new PatternError('expected a shorter pattern, or smaller counts', 0)
    return program.push(instruction) - 1
  }
  let emitted = 0
  function emit(part: Part): void {
    // Parts without a character add no instruction, so they are counted, too.
    if (++emitted > mostInstructions) throw new PatternError('expected a shorter pattern, or smaller counts', 0)
    if (part.kind === 'one') add({ test: part.test })
    else if (part.kind === 'all') part.parts.forEach(emit)
    else if (part.kind === 'repeat') emitRepeat(part)
    else emitAny(part.parts)
  }
  function emitAny(parts: readonly Part[]): void {
    const split = { jumps: [] as number[] }
    add(split)
    const ends = parts.map((part) => {
      split.jumps.push(program.length)
      emit(part)
      const end = { jumps: [] as number[] }
      add(end)
      return end
    })
    for (const { jumps } of ends) jumps.push(program.length)
  }
  function emitRepeat({ part, least, most }: Repeat): void {
    for (let count = 0; count < least; count++) emit(part)
    if (most === Number.POSITIVE_INFINITY) {
      const split = { jumps: [program.length + 1] }
      const start = add(split)
      emit(part)
      add({ jumps: [start] })
      split.jumps.push(program.length)
      return
    }
    const splits: number[][] = []
    for (let count = least; count < most; count++) {
      const jumps = [program.length + 1]
      add({ jumps })
      splits.push(jumps)
      emit(part)
    }
    for (const jumps of splits) jumps.push(program.length)
  }
  emit(whole)
  add('end')
  return program
}

const kept = new Map<string, readonly Instruction[]>()
const mostKept = 200

/** @throws PatternError */
export function readPattern(pattern: string): readonly Instruction[] {
  const known = kept.get(pattern)
  if (known) return known
  if (pattern.length > longestPattern) throw new PatternError(`expected at most ${longestPattern} characters`, longestPattern)
  const program = programOf(new PatternParser(pattern).whole())
  if (kept.size >= mostKept) kept.clear()
  kept.set(pattern, program)
  return program
}

/** Returns whether the pattern fits the whole text; null for a wrong pattern or a text that is too long. */
export function matchText(text: string, pattern: string): boolean | null {
  let program: readonly Instruction[]
  try {
    program = readPattern(pattern)
  } catch (error) {
    if (error instanceof PatternError) return null
    throw error
  }
  if (text.length > longestMatched) return null
  let places = reached(program, [0])
  for (let at = 0; at < text.length && places.length > 0; at++) {
    countSteps(1 + places.length / 4)
    const code = text.charCodeAt(at)
    const next: number[] = []
    for (const place of places) {
      const instruction = program[place] as Instruction
      if (instruction !== 'end' && 'test' in instruction && instruction.test(code)) next.push(place + 1)
    }
    places = reached(program, next)
  }
  return places.includes(program.length - 1)
}

/** All places that the program reaches from these without a character; each once. */
function reached(program: readonly Instruction[], from: readonly number[]): number[] {
  const seen = new Set<number>()
  const open = [...from]
  const found: number[] = []
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (seen.has(place)) continue
    seen.add(place)
    const instruction = program[place] as Instruction
    if (instruction !== 'end' && 'jumps' in instruction) open.push(...instruction.jumps)
    else found.push(place)
  }
  return found
}
