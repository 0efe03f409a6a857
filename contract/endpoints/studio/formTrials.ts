import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { FormKey } from '../forms.ts'
import { Model } from '../records.ts'

/**
 * A draft of a form that its author tries on a phone: a link that works for a day. Its records are kept apart from the
 * records of the form, so that no list, count, export or message ever has them.
 */

/** How long a link works, h. */
export const trialHours = 24
/** Records that one link takes. */
export const mostTrialRecords = 200

const Token = z.string().check(z.regex(/^[\w-]{32}$/, 'expected the link of a trial'))

export const startTrial = endpoint({
  method: 'POST',
  path: '/api/studio/:key/trials',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ key: FormKey }),
  /** `team` is the project of a form that is not published yet. */
  body: z.object({ settings: z.unknown(), team: z.optional(z.string()) }),
  answer: z.object({ token: z.string(), expires: z.string() }),
})

const TrialRecord = z.object({
  id: z.string(),
  /** ISO 8601, the server's clock. */
  at: z.string(),
  model: Model,
})
export type TrialRecord = z.output<typeof TrialRecord>

/** The newest trial records of a form, at most 50, for those who may publish it. */
export const listTrialRecords = endpoint({
  method: 'GET',
  path: '/api/studio/:key/trials',
  whenOffline: 'refused',
  access: 'signedIn',
  params: z.object({ key: FormKey }),
  answer: z.object({ records: z.array(TrialRecord) }),
})

/** The draft behind a link, in all languages. */
export const getTrial = endpoint({
  method: 'GET',
  path: '/api/trials/:token',
  whenOffline: 'refused',
  access: 'public',
  params: z.object({ token: Token }),
  answer: z.object({ settings: z.record(z.string(), z.unknown()), expires: z.string() }),
})

/** Keeps a trial record. The same id again changes nothing. */
export const saveTrial = endpoint({
  method: 'POST',
  path: '/api/trials/:token',
  whenOffline: 'refused',
  access: 'public',
  params: z.object({ token: Token }),
  body: z.object({ id: z.string().check(z.minLength(8), z.maxLength(64)), model: Model }),
  answer: z.object({ saved: z.number() }),
})
