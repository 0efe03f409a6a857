import type { RosterPerson } from '../../../contract/endpoints/attendance.ts'
import { lineOf, SearchIndex } from '../../lib/search/searchIndex.ts'
import { letters, typedWords } from '../../lib/search/searchTerms.ts'

/** Most people shown at once; a person who is not among them types one more letter. */
const mostFound = 30
/** Fewer digits match too many people. */
const fewestDigits = 3

export type FindPeople = (typed: string) => readonly RosterPerson[]

/**
 * Finds people by the start of their names (accents are ignored), initials, company, or digits of their
 * mobile number.
 */
export function peopleFinder(people: readonly RosterPerson[]): FindPeople {
  let index: SearchIndex | undefined
  return (typed) => {
    const digits = typed.replace(/[^\d]/g, '')
    if (digits.length >= fewestDigits && /^[\d\s()+.-]+$/.test(typed))
      return people.filter(({ mobile }) => mobile?.replace(/\D/g, '').includes(digits)).slice(0, mostFound)
    const words = typedWords(typed)
    if (words.length === 0) return []
    if (!index) {
      index = new SearchIndex()
      index.add(people.map(({ name, company }) => lineOf(name, company)))
    }
    return Array.from(index.find(words).slice(0, mostFound), (at) => people[at]).filter((one) => one !== undefined)
  }
}

/** A kiosk shows no one for fewer letters of one word, and no one if more people than `mostAtKiosk` match. */
export const fewestLetters = 3
export const mostAtKiosk = 5

const longEnough = (word: string): boolean => [...word].length >= fewestLetters

/** Returns true if each typed word is the start of a word of the name, letter by letter. */
function beginWith(name: string, typed: readonly string[]): boolean {
  const words = name.split(/\s+/).map(letters)
  return typed.every((one) => words.some((word) => word.startsWith(one)))
}

export interface FoundAtKiosk {
  readonly people: readonly RosterPerson[]
  /** Why the result is empty: the text is too short, or it matches too many people. */
  readonly want?: 'letters' | 'more' | undefined
}

/**
 * Returns the search for public places: it matches only the start of names and returns only a few people, so
 * that no one can read the whole list.
 */
export function kioskFinder(people: readonly RosterPerson[]): (typed: string) => FoundAtKiosk {
  let index: SearchIndex | undefined
  return (typed) => {
    const words = typedWords(typed)
    // Digits are a mobile number, which must match as a whole.
    if (/\d/.test(typed) || words.length === 0) return { people: [] }
    const said = typed.split(/\s+/).map(letters)
    if (!said.some(longEnough)) return { people: [], want: 'letters' }
    // "Lee" has three letters, but the index drops repeated letters. It must match people called "Lee", not
    // everyone with "Le".
    const exact = words.some(longEnough) ? [] : said.filter(longEnough)
    if (!index) {
      index = new SearchIndex()
      index.add(people.map(({ name }) => lineOf(name)))
    }
    const found = Array.from(index.find(words), (at) => people[at]).filter((one) => one !== undefined)
    const meant = exact.length === 0 ? found : found.filter(({ name }) => beginWith(name, exact))
    return meant.length > mostAtKiosk ? { people: [], want: 'more' } : { people: meant }
  }
}

/** Decodes a part of a badge. A foreign badge may hold any text, also text that can't be decoded. */
function plainText(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * Returns the owner of a badge, which holds their id in the roster, their number, or a link that ends in
 * either.
 */
export function personOfBadge(people: readonly RosterPerson[], badge: string): RosterPerson | undefined {
  const part = badge
    .trim()
    .replace(/[?#].*$/s, '')
    .replace(/^.*\//, '')
  const said = plainText(part).replace(/^badge:/i, '')
  if (said === '') return undefined
  const digits = said.replace(/\D/g, '')
  return (
    people.find(({ person }) => person !== undefined && person.toLowerCase() === said.toLowerCase()) ??
    (/^\+?[\d\s()-]{8,}$/.test(said) ? people.find(({ mobile }) => mobile?.replace(/\D/g, '') === digits) : undefined)
  )
}

/** Adds the owner of a typed badge code to what the search has found. */
export function withBadge(people: readonly RosterPerson[], typed: string, found: readonly RosterPerson[]): readonly RosterPerson[] {
  const owner = personOfBadge(people, typed)
  return owner === undefined || found.includes(owner) ? found : [owner, ...found]
}
