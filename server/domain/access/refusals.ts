import { type ErrorCode, Refused } from '../../../contract/Refused.ts'
import { text, type Text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'

type Values = Readonly<Record<string, string | number>>

/** A refusal whose message the caller reads in their language. `path`: the place in the body that it is about. */
export class RefusedInWords extends Refused {
  readonly #text: Text
  readonly #values: Values
  constructor(status: number, code: ErrorCode, words: Text, { path, ...values }: Values & { readonly path?: string } = {}) {
    const message = translate('en', words, values)
    super(status, code, message, path === undefined ? {} : { details: [{ path, message }] })
    this.#text = words
    this.#values = values
  }
  /** Returns this refusal with its message in a language. */
  in(language: string): Refused {
    const message = translate(language, this.#text, this.#values)
    const { details } = this.extra
    return new Refused(this.status, this.code, message, details ? { details: details.map(({ path }) => ({ path, message })) } : {})
  }
}

export const notFound = () => new Refused(404, 'NOT_FOUND', 'This page does not exist.')
export const notAuthorized = () => new Refused(401, 'NOT_AUTHORIZED', 'Not Authorized')
export const forbidden = () => new Refused(403, 'FORBIDDEN', 'You do not have access to this.')

/** What an administrator may not do as the person whom they impersonate. */
export const stopImpersonating = () => new RefusedInWords(403, 'actor_mismatch', text('Stop impersonating first.'))
