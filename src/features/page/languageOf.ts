import { useEffect } from 'react'
import { isLanguage, type Language } from '../../../contract/languages.ts'
import { getPreference, setPreference } from '../../store/preferences.ts'

/** What the server was last heard to say of a person's language; empty: a language was chosen here before it said any. */
const heardAs = (path: string) => `x:language-of:${path}` as const

/** A person's own language wins over the device's, once whenever the server's word changes (decision OQ-006). */
export function useLanguageOf(path: string | undefined, lang: string | undefined): void {
  useEffect(() => {
    if (path === undefined || !isLanguage(lang)) return
    const heard = getPreference(heardAs(path))
    if (heard === lang) return
    setPreference(heardAs(path), lang)
    if (heard !== '') setPreference('language', lang)
  }, [path, lang])
}

/** A person has chosen: what the server said before it knew does not take that back. */
export function chooseLanguage(path: string | undefined, language: Language): void {
  setPreference('language', language)
  if (path !== undefined && getPreference(heardAs(path)) === undefined) setPreference(heardAs(path), '')
}
