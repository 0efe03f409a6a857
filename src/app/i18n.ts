import { i18n, type Messages } from '@lingui/core'
import { isLanguage, type Language, preferredLanguage } from '../../contract/languages.ts'
import { getPreference } from '../store/preferences.ts'
import { messages as en } from '../locales/en.po'

const catalogues: Record<Exclude<Language, 'en'>, () => Promise<{ messages: Messages }>> = {
  'en-au': () => import('../locales/en-au.po'),
  es: () => import('../locales/es.po'),
  pt: () => import('../locales/pt.po'),
}

/** A person's choice, else what the link asks for, else the browser's languages. */
export function startLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lang')
  return getPreference('language') ?? (isLanguage(asked) ? asked : preferredLanguage(navigator.languages))
}

let wanted: Language = 'en'

/** Speaks the language once its catalogue is here; a catalogue that can't be loaded leaves the language as it is. */
export async function speak(language: Language): Promise<void> {
  wanted = language
  let messages = en
  if (language !== 'en') {
    try {
      messages = (await catalogues[language]()).messages
    } catch {
      return
    }
  }
  if (wanted !== language) return
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
}

i18n.loadAndActivate({ locale: 'en', messages: en })

export { i18n }
