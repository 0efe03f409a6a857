import * as z from 'zod/mini'
import type { Language } from '../../../../contract/reference/languages.ts'
import { replacePlaceholders } from '../../../../contract/forms/replacePlaceholders.ts'
import { type Translator, TranslatorFailed } from '../translator.ts'
import { traceHeaders } from '../../../tracing/Span.ts'

/**
 * A translator with the LibreTranslate API: POST {url} with q (a list), source, target, format and api_key;
 * the answer has translatedText.
 */
export interface HttpTranslatorSettings {
  readonly url: string
  readonly key?: string | undefined
  readonly timeoutMs?: number | undefined
}

const Answer = z.object({ translatedText: z.array(z.string()) })

export function httpTranslator({ url, key, timeoutMs = 15_000 }: HttpTranslatorSettings): Translator {
  return {
    kind: 'http',
    async translate(texts, to: Language) {
      let answer: Response
      try {
        answer = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json', ...traceHeaders(url) },
          body: JSON.stringify({ q: texts, source: 'en', target: to.slice(0, 2), format: 'text', ...(key && { api_key: key }) }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
      } catch {
        throw new TranslatorFailed('the translator did not answer')
      }
      // The error text may repeat the texts, so the error only has the status.
      if (!answer.ok) throw new TranslatorFailed(`the translator answered ${answer.status}`)
      const read = z.safeParse(Answer, await answer.json().catch(() => undefined))
      if (!read.success || read.data.translatedText.length !== texts.length) {
        throw new TranslatorFailed('the translator gave an answer of another shape')
      }
      return read.data.translatedText.map((text, index) => (keepsPlaceholders(texts[index] ?? '', text) ? text : undefined))
    },
  }
}

function placeholders(text: string): string {
  const found: string[] = []
  replacePlaceholders(text, (placeholder) => {
    found.push(placeholder)
    return ''
  })
  return found.toSorted().join('\n')
}

/** Placeholders must stay unchanged: a translated `{{name}}` would be empty on the form. */
const keepsPlaceholders = (text: string, translation: string) =>
  translation.trim() !== '' && placeholders(text) === placeholders(translation)
