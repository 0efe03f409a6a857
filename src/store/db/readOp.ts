import { type OpRow, sealedVersion } from './MusterDb.ts'

const numbers = ['seq', 'v', 'attempts']
const texts = ['opId', 'owner', 'method', 'url', 'stream']
const states = new Set(['queued', 'sending', 'parked', 'conflict'])

/**
 * Whether this version can read an outbox row. `newer`: a later version of the app wrote it and will send it.
 */
export function readOp(row: unknown): OpRow | 'newer' | 'unreadable' {
  if (row === null || typeof row !== 'object') return 'unreadable'
  const op = row as Partial<OpRow> & Record<string, unknown>
  if (typeof op.v === 'number' && op.v > sealedVersion) return 'newer'
  const whole =
    numbers.every((name) => typeof op[name] === 'number') &&
    texts.every((name) => typeof op[name] === 'string') &&
    Array.isArray(op.blobIds) &&
    op.body !== null &&
    typeof op.body === 'object' &&
    states.has(op.state ?? '')
  return whole ? (row as OpRow) : 'unreadable'
}
