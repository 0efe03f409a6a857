import { errorOf, type ServerError } from './answers.ts'
import type { WireAnswer } from './send.ts'

type Came = Extract<WireAnswer, { kind: 'answer' }>

/** Characters of an error that are kept. */
const most = 1000

/**
 * What an answer of our own server says when it is no answer as agreed (spec/2 §8): a refusal in JSON by its code and message, 401 as
 * NOT_AUTHORIZED, anything that is no JSON by its status, and a 200 that is none by its text. Undefined for a good answer.
 */
export function troubleOf(answer: Came): (ServerError & { code: string; message: string }) | undefined {
  const { status, statusText = '', text = '' } = answer
  const json = jsonOf(text)
  const good = status >= 200 && status < 300
  if (json && good) return undefined
  const error = errorOf(json?.body)
  if (status === 401) {
    const message = answer.header('status') || error.message || statusText || 'Not Authorized'
    return { ...error, code: error.code ?? 'NOT_AUTHORIZED', message }
  }
  if (!json) return { code: 'UNKNOWN', message: good ? text.slice(0, most) : `${status} ${statusText}`.trim() }
  return { ...error, code: error.code ?? 'UNKNOWN', message: error.message ?? `${status} ${statusText}`.trim() }
}

/** The answer broke off on its way: nothing can be said of it. */
export const isCut = ({ text }: Came): boolean => text === undefined || (/^\s*[[{]/.test(text) && !jsonOf(text))

function jsonOf(text: string): { body: unknown } | undefined {
  if (text === '') return { body: undefined }
  try {
    return { body: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
