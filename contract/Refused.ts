import * as z from 'zod/mini'
import { englishOf, type Text, type TextValues } from './Text.ts'

/**
 * Every refusal has a code for programs and a message for users. Programs never parse messages.
 * `UPPER_CASE` codes are those of the product (spec/1 §8); `lower_case` ones belong to the write contract.
 */
export const errorCodes = [
  'UNKNOWN',
  'NOT_AUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'INVALID',
  'TOO_MANY_REQUESTS',
  'TOO_LARGE',
  'QUOTA_DAY',
  'QUOTA_FULL',
  'BAD_PIN',
  'PIN_EXPIRED',
  'PIN_LOCKED',
  'UNKNOWN_NUMBER',
  'NUMBER_EXISTS',
  'EMAIL_EXISTS',
  'ALL_FIELDS_REQUIRED',
  'CHOOSE_TEAM',
  'NOT_IN_TEAM',
  'LOGIN_EXPIRED',
  'LINK_EXPIRED',
  'COUNTRY_NOT_SERVED',
  'EMAIL_NOT_VERIFIED',
  'LINKED_ELSEWHERE',
  'ACCOUNT_DISABLED',
  'PASSKEY_REQUIRED',
  'PASSKEY_FAILED',
  'UNAVAILABLE',
  'NO_CARDS',
  'actor_mismatch',
  'key_missing',
  'key_reused',
  'in_progress',
  'parent_missing',
  'out_of_order',
  'conflict',
  'cancelled',
  'too_old',
  'upload_missing',
  'upload_mismatch',
] as const

export const ErrorCode = z.enum(errorCodes)
export type ErrorCode = z.output<typeof ErrorCode>

/** The body of every error answer. `details` has the place (a path in the body) and the expected value. */
export const ErrorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
    /** `conflict`: the record on the server, its revision, and the fields that both sides changed. */
    current: z.optional(z.record(z.string(), z.unknown())),
    rev: z.optional(z.number()),
    fields: z.optional(z.array(z.string())),
    /**
     * By field: the last person who changed it on the server (for signed-in callers), and when (ISO 8601).
     * Unknown parts are absent.
     */
    changed: z.optional(z.record(z.string(), z.object({ by: z.optional(z.string()), at: z.string() }))),
  }),
  opId: z.optional(z.string()),
})
export type ErrorBody = z.output<typeof ErrorBody>

type Extra = Omit<ErrorBody['error'], 'code' | 'message'>

interface Said extends Extra {
  /** What the message names in braces. */
  readonly values?: TextValues
  /** The place in the body that the message is about: it becomes the only one of `details`. */
  readonly path?: string
}

/**
 * An expected error with a code and words for the caller, who reads them in their language: `words` is a text of the
 * catalogues. `message` is English. Any other exception is a server error (500).
 */
export class Refused extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly words: Text
  readonly values: TextValues
  readonly #path: string | undefined
  readonly extra: Extra
  constructor(status: number, code: ErrorCode, words: Text, { values = {}, path, ...extra }: Said = {}) {
    super(englishOf(words, values))
    this.name = 'Refused'
    this.status = status
    this.code = code
    this.words = words
    this.values = values
    this.#path = path
    this.extra = extra
  }
  /** The body of the answer, with the words in the language of the caller. */
  bodyWith(message: string): ErrorBody['error'] {
    const place = this.#path === undefined ? {} : { details: [{ path: this.#path, message }] }
    return { code: this.code, message, ...this.extra, ...place }
  }
}
