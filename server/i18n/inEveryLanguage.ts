import { languages } from '../../contract/reference/languages.ts'
import type { Text } from './text.ts'
import { translate } from './translate.ts'

/** Returns a text in each language. */
export const inEveryLanguage = (text: Text): string[] => Object.keys(languages).map((language) => translate(language, text))
