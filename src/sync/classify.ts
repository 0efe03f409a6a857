import type { Model } from '../../contract/endpoints/records.ts'
import { retryAfter } from '../lib/backoffDelay.ts'
import { headerNames } from './headerNames.ts'
import type { WireAnswer } from './send.ts'

export interface ServerError {
  code?: string | undefined
  message?: string | undefined
  details?: { path: string; message: string }[] | undefined
  current?: Model | undefined
  rev?: number | undefined
  fields?: string[] | undefined
  changed?: Record<string, { by?: string | undefined; at: string }> | undefined
}

/** Classification of a server answer (sync.md §3.4). */
export type Verdict =
  | { kind: 'done'; body: Record<string, unknown> }
  | { kind: 'offline' | 'captive' | 'unknown' }
  | { kind: 'actor' }
  /** `disabled`: the account of the user is disabled. */
  | { kind: 'session'; disabled?: true }
  | { kind: 'busy'; wait?: number | undefined; code?: string | undefined; message?: string | undefined }
  | { kind: 'conflict'; error: ServerError }
  | { kind: 'refused'; status: number; error: ServerError }

type Came = Extract<WireAnswer, { kind: 'answer' }>

/** Returns the JSON of an answer from our server; undefined if it is from another sender or incomplete. */
export function appAnswer(answer: Came): { body: unknown } | undefined {
  if (answer.redirected || answer.header(headerNames.app) !== '1' || answer.text === undefined) return undefined
  if (answer.text === '') return { body: undefined }
  try {
    return { body: JSON.parse(answer.text) as unknown }
  } catch {
    return undefined
  }
}

export function errorOf(body: unknown): ServerError {
  const error = (body as { error?: unknown } | undefined)?.error
  if (typeof error === 'string') return { message: error }
  return error !== null && typeof error === 'object' ? (error as ServerError) : {}
}

/** Statuses after which the same request may succeed without anybody doing something. 409 is decided by its code. */
const busyStatus = new Set([408, 423, 425, 429])

/** The server is handling the same request, or names a pause after which it can. */
const isTemporary = (status: number, code: string | undefined, wait: number | undefined) =>
  busyStatus.has(status) || (status === 409 && (code === 'in_progress' || wait !== undefined))

/**
 * Classifies an answer. `opId` must be echoed in the answer to a write: without it a 200 proves nothing. Only
 * a clear refusal by our own server parks a save; an incomplete, unknown or foreign answer leads to a retry
 * with the same idempotency key.
 */
export function classify(answer: WireAnswer, now: number, opId?: string): Verdict {
  if (answer.kind === 'none') return { kind: 'offline' }
  const { status } = answer
  if (answer.redirected || status === 511 || (status >= 300 && status < 400)) return { kind: 'captive' }
  const wait = retryAfter(answer.header('retry-after'), now)
  if (answer.header(headerNames.app) !== '1') return status >= 500 ? { kind: 'busy', wait } : { kind: 'captive' }
  const json = appAnswer(answer)
  if (status >= 200 && status < 300) {
    if (!json) return { kind: 'unknown' }
    const body = (json.body ?? {}) as Record<string, unknown>
    return opId !== undefined && body['opId'] !== opId ? { kind: 'captive' } : { kind: 'done', body }
  }
  return failureOf(status, json, wait)
}

/** Classifies an answer of our own server that is not a success. */
function failureOf(status: number, json: { body: unknown } | undefined, wait: number | undefined): Verdict {
  const error = errorOf(json?.body)
  if (status >= 500) return { kind: 'busy', wait, ...error }
  if (!json) return { kind: 'unknown' }
  if (status === 401) return { kind: 'session', ...(error.code === 'ACCOUNT_DISABLED' && { disabled: true }) }
  if (status === 403 && error.code === 'actor_mismatch') return { kind: 'actor' }
  if (status === 409 && error.code === 'conflict') return { kind: 'conflict', error }
  if (isTemporary(status, error.code, wait)) return { kind: 'busy', wait, ...error }
  return { kind: 'refused', status, error }
}
