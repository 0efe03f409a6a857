import type { Text, TextValues } from '../../Text.ts'
import { baseLanguage, type Language, languages } from '../../reference/languages.ts'
import type { Talk, TalkWords } from './talk.ts'

/** The translations of the texts of a talk, by language and English text. A text that is missing is English. */
export type Translations = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>

const own = (translations: Readonly<Record<string, string>> | undefined, text: string) =>
  translations && Object.hasOwn(translations, text) ? translations[text] : undefined

const withValues = (words: string, values: TextValues) =>
  words.replace(/\{(\w+)\}/g, (name, key: string) => (Object.hasOwn(values, key) ? String(values[key]) : name))

/** Returns the texts of a talk from the translations that came with its page. */
export function talkWords(lang: Language, translations: Translations): TalkWords {
  const inLanguage = (language: Language, text: Text) => own(translations[language], text) ?? text
  return {
    say: (text, values = {}) => withValues(inLanguage(lang, text), values),
    inEveryLanguage: (text) => [...new Set(codes.map((language) => inLanguage(language, text)))],
  }
}

/** Talks have no texts of a region. */
const codes = [...new Set((Object.keys(languages) as Language[]).map(baseLanguage))]

/** Returns the translations of all texts of a talk, with the names of values in braces. */
export function translationsOf(talk: Pick<Talk<never>, 'texts'>, translate: (language: Language, text: Text) => string): Translations {
  return Object.fromEntries(
    codes.map((language) => [
      language,
      Object.fromEntries(talk.texts.map((text) => [text, translate(language, text)] as const).filter(([text, said]) => text !== said)),
    ]),
  )
}
