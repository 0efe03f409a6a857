import { type Language, isLanguage } from '../../../contract/reference/languages.ts'
import { pageDataAddress } from '../../../contract/endpoints/pages.ts'
import { trimEnd } from '../../../contract/rules/trimEnds.ts'

export interface Place {
  readonly pathname: string
  /** With or without "?". */
  readonly search: string
  /** With or without "#". */
  readonly hash: string
}

/**
 * Returns the shown place: a hash of more than 9 characters (after the "#") replaces the path, and its own
 * query counts if it has one.
 */
export function shownPlace({ pathname, search, hash }: Place): { pathname: string; search: string } {
  const inside = hash.replace(/^#/, '')
  if (inside.length <= 9) return { pathname, search }
  const [path = '', query] = inside.split('?', 2)
  const absolute = `/${path.replace(/^\/+/, '')}`
  return {
    pathname: absolute.startsWith('/frontend/') ? absolute : `/frontend${absolute}`,
    search: query === undefined ? search : `?${query}`,
  }
}

/** Returns the address of a place's data. `lang` is set only if a language was chosen. */
export function dataAddressOf(place: Place, lang: Language | undefined): string {
  const { pathname, search } = shownPlace(place)
  return pageDataAddress(trimEnd(pathname, /\//), search, lang)
}

export interface DataAddress {
  /** The address of the data. */
  readonly data: string
  /** The same with the whole query: it can bring answers, which the device reads. */
  readonly asked: string
}

/**
 * Returns the addresses of a place's data, best first. Without a connection the cached page in no chosen language, or of
 * a new form without the answers of its address (a QR code that was never scanned), is better than none.
 */
export function dataAddressesOf(place: Place, lang: Language | undefined): readonly [DataAddress, ...DataAddress[]] {
  const { pathname, search } = shownPlace(place)
  const path = trimEnd(pathname, /\//)
  const hasAnswers = /^\/frontend\/forms\/[^/]+$/.test(path) && search.length > 1 && !new URLSearchParams(search).has('date')
  const languages = lang ? [lang, undefined] : [undefined]
  const searches = hasAnswers ? [search, ''] : [search]
  const all = searches.flatMap((query) =>
    languages.map((language) => ({ data: pageDataAddress(path, query, language), asked: pageDataAddress(path, search, language) })),
  )
  return all as unknown as readonly [DataAddress, ...DataAddress[]]
}

/** Returns the language in the address, for a page that is shown inside a page of another site. */
export function languageOf(search: string): Language | undefined {
  const lang = new URLSearchParams(search).get('lang')
  return isLanguage(lang) ? lang : undefined
}
