import { type I18n, setupI18n } from '@lingui/core'
import { supportedLanguage } from '../../contract/reference/languages.ts'
import { catalogues } from './catalogues.data.ts'
import type { Text } from './text.ts'

type Values = Readonly<Record<string, string | number>>

const speakers = new Map<string, I18n>()

function speakerOf(locale: string): I18n {
  const known = speakers.get(locale)
  if (known) return known
  const speaker = setupI18n({ locale, messages: { [locale]: catalogues[locale] ?? {} } })
  speakers.set(locale, speaker)
  return speaker
}

/** Replaces a backslash in values, because lingui decodes sequences such as \u0041 also in values. */
const backslash = '\uE05C'
const shielded = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll('\\', backslash) : value]),
  )

/** Returns a text in a language, or in English if the language is unknown. */
export function translate(language: string | null | undefined, text: Text, values: Values = {}): string {
  return speakerOf(supportedLanguage(language))._(text, shielded(values)).replaceAll(backslash, '\\')
}
