import type { Made, OpRow } from '../db/MusterDb.ts'

/** Returns what a save says of its record. The body of a sealed save says nothing. */
export function madeBy({ method, body, baseRev, clientAt, skewMs }: OpRow): Made {
  // A talk that was held without a connection has its answers in `signed`.
  const answers = (body['payload'] ?? body['signed']) as { date?: unknown; deleted?: unknown } | null | undefined
  const at = Date.parse(clientAt) + skewMs
  if (answers === null || typeof answers !== 'object') return { at, effect: 'other' }
  if (answers.deleted === true) return { at, effect: 'removes' }
  const { date } = answers
  const day = typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) ? date : undefined
  return { at, day, effect: method === 'POST' && !baseRev ? 'adds' : 'other' }
}
