const marks = /\p{M}/gu
const punctuation = /[^\p{L}\p{N}\s]+/gu
const repeated = /(\p{L})\1+/gu
/** "AAA", "III": reduced to one letter, they would match every word with that letter at the start. */
const oneLetter = /^(\p{L})\1{2,}$/u
const ascii = /^[\0-\x7f]*$/

/** Letters without accents, lower case, no punctuation: "Müller’s" → "mullers". */
export function letters(word: string): string {
  const base = ascii.test(word) ? word : word.normalize('NFD').replace(marks, '')
  return base.toLowerCase().replace(punctuation, '')
}

/** The same without repeated letters: "mulers". */
function plain(word: string): string {
  const said = letters(word)
  return oneLetter.test(said) ? said : said.replace(repeated, '$1')
}

/**
 * Cache of normalized words, because words repeat in lists (first names, companies, floors): halves the time
 * to index 50,000 lines.
 */
const known = new Map<string, string>()
const mostKnown = 4000
const digits = /^[0-9]*$/

function plainWord(word: string): string {
  if (digits.test(word)) return word
  let said = known.get(word)
  if (said === undefined) {
    said = plain(word)
    if (known.size < mostKnown) known.set(word, said)
  }
  return said
}

function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const word of text.split(/\s+/)) {
    const said = plainWord(word)
    if (said !== '') words.push(said)
  }
  return words
}

/**
 * "Jane Smith" → js; with more than two words also the first and last initial ("Ana Maria Lima": aml, al).
 */
function initialsOf(words: readonly string[]): string[] {
  if (words.length < 2) return []
  let letters = ''
  for (const word of words) letters += word[0] ?? ''
  const terms = words.length > 2 ? [letters, `${letters[0]}${letters.at(-1)}`] : [letters]
  return terms.map((term) => plainWord(term))
}

/**
 * The search terms of a label: its words, the parts of words joined by punctuation ("HVAC/Plumbing"), and its
 * initials ("Jane Smith" by "js"). The levels of a hierarchy ("Tower > Level 2") have separate initials.
 * `more`: further search words, such as a mail address.
 */
export function searchTerms(label: string, more = ''): readonly string[] {
  const terms = new Set<string>()
  for (const step of label.split('>')) {
    const words = wordsOf(step)
    for (const word of words) terms.add(word)
    for (const initials of initialsOf(words)) terms.add(initials)
  }
  for (const word of wordsOf(more)) terms.add(word)
  const all = more ? `${label} ${more}` : label
  if (/\S[^\p{L}\p{N}\s>]\S/u.test(all)) {
    for (const part of wordsOf(all.replace(punctuation, ' '))) if (part.length > 1) terms.add(part)
  }
  return [...terms]
}

/** True when every typed word is the prefix of a term. */
export const matches = (terms: readonly string[], typed: readonly string[]): boolean =>
  typed.every((word) => terms.some((term) => term.startsWith(word)))

/** The typed text as words to search for. */
export const typedWords = wordsOf
