import { valueOf } from './phrases.ts'

/** Lower case without accents, character by character: an index is valid in both texts. */
export const plainOf = (text: string): string =>
  Array.from(text, (char) => {
    const [base = ' '] = char.normalize('NFD').toLowerCase()
    return base.length === char.length ? base : char
  })
    .join('')
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/[‐‑–—]/g, '-')

/** A part that was taken from a text: its place and its words. */
export type Taken = Pick<RegExpExecArray, 0 | 'index'>

const isLetterOrDigit = (char: string | undefined) => char !== undefined && /[a-z0-9]/.test(char)

/** A text from which patterns take parts one after the other. A part that was taken becomes blank. */
export class Piece {
  readonly original: string
  text: string
  constructor(original: string) {
    this.original = original
    this.text = plainOf(original)
  }
  exec(pattern: RegExp): RegExpExecArray | undefined {
    return pattern.exec(this.text) ?? undefined
  }
  /** Returns the first match and blanks it. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    const match = pattern.exec(this.text)
    if (!match) return undefined
    this.blank(match.index, match[0].length)
    return match
  }
  /** Returns the first place where these words are not part of a longer word, and blanks it. */
  takeWords(words: string): Taken | undefined {
    for (let index = this.text.indexOf(words); index >= 0; index = this.text.indexOf(words, index + 1)) {
      if (isLetterOrDigit(this.text[index - 1]) || isLetterOrDigit(this.text[index + words.length])) continue
      this.blank(index, words.length)
      return { index, 0: words }
    }
    return undefined
  }
  /** Blanks the first match, which stays part of the note. */
  skip(pattern: RegExp): boolean {
    const match = pattern.exec(this.text)
    if (match) this.blank(match.index, match[0].length, '¬')
    return match !== null
  }
  blank(from: number, length: number, sign = '~'): void {
    this.text = this.text.slice(0, from) + sign.repeat(length) + this.text.slice(from + length)
  }
  at(from: number, length: number): string {
    return this.original.slice(from, from + length)
  }
}

// regex: at most 1600 characters, cut in parseReply()
export const re = (source: string, flags = 'u') => new RegExp(source, flags)
export const num = (text: string | undefined) => (text === undefined ? Number.NaN : valueOf(text.trim()))
