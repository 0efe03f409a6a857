import { trimEnd } from '../../../../contract/rules/trimEnds.ts'
import type { Translator } from '../translator.ts'
import { dictionary } from './dictionary.ts'

const key = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

const tables = new Map(
  (['es', 'pt'] as const).map((lang) => [
    lang as string,
    new Map(Object.entries(dictionary).map(([text, words]) => [key(text), words[lang]])),
  ]),
)

/**
 * Knows common words of construction sites: roles, days, answers, buttons. It returns undefined for unknown
 * words.
 */
export const embeddedTranslator: Translator = {
  kind: 'embedded',
  async translate(texts, to) {
    const table = tables.get(to)
    return texts.map((text) => {
      const whole = table?.get(key(text))
      if (whole !== undefined) return whole
      const from = text.length - text.trimStart().length
      const to = Math.max(from, trimEnd(text, /[\s:*?]/).length)
      const found = table?.get(key(text.slice(from, to)))
      return found === undefined ? undefined : `${text.slice(0, from)}${found}${text.slice(to)}`
    })
  },
}
