import { isLanguage } from '../../contract/reference/languages.ts'
import { translate } from '../../contract/endpoints/translate.ts'
import { ask } from './ask.ts'

/**
 * Returns the translations in the order of the texts. Rejects if there is no answer, or if the counts differ.
 */
export async function askTranslations(texts: readonly string[], lang: string): Promise<readonly string[]> {
  if (!isLanguage(lang)) return texts
  const { translations } = await ask(translate, undefined, { outputLang: lang, inputs: texts.map((text) => ({ text })) })
  if (translations.length !== texts.length) throw new Error('another number of translations')
  return translations
}
