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

/** Returns the language in the address, for a page that is shown inside a page of another site. */
export function languageOf(search: string): Language | undefined {
  const lang = new URLSearchParams(search).get('lang')
  return isLanguage(lang) ? lang : undefined
}
