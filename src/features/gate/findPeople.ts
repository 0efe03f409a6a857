import type { RosterPerson } from '../../../contract/attendance.ts'
import { lineOf, SearchIndex } from '../../lib/searchIndex.ts'
import { letters, typedWords } from '../../lib/searchTerms.ts'

/** People shown at once: whoever is not among them types one letter more. */
const mostFound = 30
/** Fewer digits lead to too many people. */
const fewestDigits = 3

export type FindPeople = (typed: string) => readonly RosterPerson[]

/** Finds people by the beginnings of their names (accents don't matter), initials, company, or digits of their mobile number. */
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

/** A kiosk shows nobody for fewer letters of one word, and nobody at all where more people than this could be meant. */
export const fewestLetters = 3
export const mostAtKiosk = 5

const longEnough = (word: string): boolean => [...word].length >= fewestLetters

/** Every one of these begins a word of the name, letter by letter. */
function beginWith(name: string, typed: readonly string[]): boolean {
  const words = name.split(/\s+/).map(letters)
  return typed.every((one) => words.some((word) => word.startsWith(one)))
}

export interface FoundAtKiosk {
  readonly people: readonly RosterPerson[]
  /** Why there is nobody: what was typed is too short, or means too many. */
  readonly want?: 'letters' | 'more' | undefined
}

/** The same for a place where strangers stand: by the beginnings of names alone, and only when that leaves a handful, so that nobody can read the list. */
export function kioskFinder(people: readonly RosterPerson[]): (typed: string) => FoundAtKiosk {
  let index: SearchIndex | undefined
  return (typed) => {
    const words = typedWords(typed)
    // Digits are for the number, which is found whole or not at all.
    if (/\d/.test(typed) || words.length === 0) return { people: [] }
    const said = typed.split(/\s+/).map(letters)
    if (!said.some(longEnough)) return { people: [], want: 'letters' }
    // "Lee" is three letters, but the index knows repeated ones once: it means who is called so, not everybody with "Le".
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

/** A badge of anybody's making may hold anything. */
function plainText(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Whose badge this is: their id in the list of people, their number, or a link that ends in either. */
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
