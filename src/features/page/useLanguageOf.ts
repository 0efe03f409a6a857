import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { patchRecord } from '../../../contract/endpoints/records.ts'
import { isLanguage, type Language } from '../../../contract/reference/languages.ts'
import { queue } from '../../store/outbox/queue.ts'
import { getPreference, setPreference } from '../../store/preferences/preferences.ts'

/**
 * The last answer of the server about a language, on this device: its time in ms, the path of the person, and the language, empty if
 * one was chosen on this device before the server sent one. Of one person: the next person's answer replaces it, so that each has
 * their own language again after a sign-in.
 */
const key = 'x:language-of'

function lastAnswer(): { readonly at: number; readonly path: string; readonly lang: string } {
  const [at = '', path = '', lang = ''] = String(getPreference(key) ?? '').split(' ')
  return { at: Number(at), path, lang }
}

const note = (at: number, path: string, lang: string) => setPreference(key, `${at} ${path} ${lang}`)

/**
 * Applies a person's own language over the device's, once for each change on the server and for each sign-in of another person
 * (decision OQ-006). `at`: when the server answered, ms; an answer from before the last one, or before the person's choice, is ignored.
 */
export function useLanguageOf(path: string | undefined, lang: string | undefined, at: number | undefined): void {
  useEffect(() => {
    if (path === undefined || !isLanguage(lang)) return
    const [now, last] = [Date.now(), lastAnswer()]
    const time = at ?? now
    const isOther = last.path !== path
    // A clock that was set back does not make the answers of years old.
    if (!isOther && time < last.at && last.at <= now) return
    note(time, path, lang)
    if (isOther || (last.lang !== '' && last.lang !== lang)) setPreference('language', lang)
  }, [path, lang, at])
}

/** Stores the person's choice: an older value from the server does not undo it. */
export function chooseLanguage(path: string | undefined, language: Language): void {
  setPreference('language', language)
  if (path === undefined) return
  const last = lastAnswer()
  note(Date.now(), path, last.path === path ? last.lang : '')
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
