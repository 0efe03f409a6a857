import type { FormSettings } from '../../contract/forms/FormSettings.ts'
import { baseLanguage, languages } from '../../contract/reference/languages.ts'
import { keyOf, type Text } from './text.ts'
import { translate } from './translate.ts'

const others = [...new Set(Object.keys(languages).map(baseLanguage))].filter((language) => language !== 'en')

/** Returns the `translations` of a form that shows these texts. The texts must not have a context. */
export const formTranslations = (texts: readonly Text[]): NonNullable<FormSettings['translations']> =>
  Object.fromEntries(
    others.map((language) => [language, Object.fromEntries(texts.map((text) => [keyOf(text), translate(language, text)]))]),
  )
