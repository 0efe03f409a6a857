import { errorOf, type ServerError } from './classify.ts'
import type { WireAnswer } from './send.ts'

type Came = Extract<WireAnswer, { kind: 'answer' }>

/** Maximum length of a stored error text, characters. */
const most = 1000

export type Trouble = ServerError & { code: string; message: string }

/**
 * Returns the error of an answer of our own server that is not a valid answer (spec/2 §8): a JSON refusal by
 * its code and message, 401 as NOT_AUTHORIZED, a non-JSON error by its status, a non-JSON 200 by its text.
 * Undefined for a valid answer.
 */
export function troubleOf(answer: Came): Trouble | undefined {
  const { status, text = '' } = answer
  const json = jsonOf(text)
  const good = status >= 200 && status < 300
  if (json && good) return undefined
  const error = errorOf(json?.body)
  if (status === 401) return notAuthorized(answer, error)
  if (!json) return { code: 'UNKNOWN', message: good ? text.slice(0, most) : statusOf(answer) }
  return { ...error, code: error.code ?? 'UNKNOWN', message: error.message ?? statusOf(answer) }
}

function notAuthorized(answer: Came, error: ServerError): Trouble {
  const message = answer.header('status') || error.message || answer.statusText || 'Not Authorized'
  return { ...error, code: error.code ?? 'NOT_AUTHORIZED', message }
}

/** For example `502 Bad Gateway`. */
export const statusOf = ({ status, statusText = '' }: Pick<Came, 'status' | 'statusText'>) => `${status} ${statusText}`.trim()

/** The answer is incomplete, so it allows no conclusion. */
export const isCut = ({ text }: Came): boolean => text === undefined || (/^\s*[[{]/.test(text) && !jsonOf(text))

function jsonOf(text: string): { body: unknown } | undefined {
  if (text === '') return { body: undefined }
  try {
    return { body: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
