import type { Language } from '../../../contract/reference/languages.ts'

/** Translates English texts into another language. */
export interface Translator {
  readonly kind: 'embedded' | 'http'
  /**
   * In the order of the texts; undefined for a text that it can't translate. Rejects with TranslatorFailed
   * if there is no answer.
   */
  translate(texts: readonly string[], to: Language): Promise<readonly (string | undefined)[]>
}

export class TranslatorFailed extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'TranslatorFailed'
  }
}
