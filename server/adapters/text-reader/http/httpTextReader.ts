import * as z from 'zod/mini'
import { type TextReader, TextReaderFailed } from '../textReader.ts'
import { traceHeaders } from '../../../tracing/Span.ts'

/**
 * A service with the shape of our own `POST /api/attachment/textValidate`: it gets validation, customValidation,
 * type and image (base64), and answers success, validationResults and manpower. Without success: it could not read.
 */
export interface HttpTextReaderSettings {
  readonly url: string
  readonly key?: string | undefined
  readonly timeoutMs?: number | undefined
}

const Answer = z.object({
  success: z.nullish(z.boolean()),
  validationResults: z.optional(z.unknown()),
  manpower: z.optional(z.unknown()),
})

/** A longer answer is no verdict; it would become part of a record. */
const mostCharacters = 20_000

export function httpTextReader({ url, key, timeoutMs = 30_000 }: HttpTextReaderSettings): TextReader {
  const closing = new AbortController()
  return {
    kind: 'http',
    close: () => closing.abort(),
    async check({ validation, customValidation, type, image }, { signal } = {}) {
      const ends = [closing.signal, AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]
      const { status, text } = await post(url, { validation, customValidation, type, image }, { key, signal: AbortSignal.any(ends) })
      // The service cannot read this picture; asking again changes nothing.
      if (status === 415 || status === 422) return {}
      // The error text may repeat the photo's text, so the error only has the status.
      if (status < 200 || status > 299) throw new TextReaderFailed(`the text reader answered ${status}`)
      const read = z.safeParse(Answer, text === undefined ? undefined : parsed(text))
      if (!read.success) throw new TextReaderFailed('the text reader gave an answer of another shape')
      const { success, validationResults, manpower } = read.data
      return {
        ...(typeof success === 'boolean' && { success }),
        ...(validationResults !== undefined && { validationResults }),
        ...(manpower !== undefined && { manpower }),
      }
    },
  }
}

async function post(
  url: string,
  body: object,
  { key, signal }: Pick<HttpTextReaderSettings, 'key'> & { readonly signal: AbortSignal },
): Promise<{ status: number; text: string | undefined }> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key && { authorization: `Bearer ${key}` }),
        ...traceHeaders(url),
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    })
    return { status: answer.status, text: await shortText(answer) }
  } catch {
    throw new TextReaderFailed('the text reader did not answer')
  }
}

/** Undefined for a longer text, which is not read to its end. */
async function shortText({ body }: Response): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true })
    if (text.length > mostCharacters) return undefined
  }
  return text + decoder.decode()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
