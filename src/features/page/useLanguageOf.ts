import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { patchRecord } from '../../../contract/endpoints/records.ts'
import { isLanguage, type Language } from '../../../contract/reference/languages.ts'
import { queue } from '../../store/outbox/queue.ts'
import { getPreference, setPreference } from '../../store/preferences/preferences.ts'

/**
 * Preference key of the last language that the server sent for a person; empty: a language was chosen on this
 * device before the server sent one.
 */
const heardAs = (path: string) => `x:language-of:${path}` as const

/**
 * Applies a person's own language over the device's, once for each change on the server (decision OQ-006).
 */
export function useLanguageOf(path: string | undefined, lang: string | undefined): void {
  useEffect(() => {
    if (path === undefined || !isLanguage(lang)) return
    const heard = getPreference(heardAs(path))
    if (heard === lang) return
    setPreference(heardAs(path), lang)
    if (heard !== '') setPreference('language', lang)
  }, [path, lang])
}

/** Stores the person's choice: an older value from the server does not undo it. */
export function chooseLanguage(path: string | undefined, language: Language): void {
  setPreference('language', language)
  if (path !== undefined && getPreference(heardAs(path)) === undefined) setPreference(heardAs(path), '')
}

/**
 * Sets the language of the device and, if `personPath` is given, of that person. Rejects if the person's change
 * could not be queued; the device has the language then, too.
 */
export async function changeLanguage(personPath: string | undefined, language: Language): Promise<void> {
  if (personPath === undefined) return chooseLanguage(personPath, language)
  // Save first: the person may close the page as soon as they see the new language.
  const queued = queue(patchRecord, { '*': personPath }, { payload: { lang: language }, feed: false }, { title: t`User Preferences` })
  await queued.finally(() => chooseLanguage(personPath, language))
}
