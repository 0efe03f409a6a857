import { type OpRow, sealedVersion } from './db.ts'

const states = new Set(['queued', 'sending', 'parked', 'conflict'])

/**
 * Whether this version can read an outbox row. `newer`: a later version of the app wrote it and will send it.
 */
export function readOp(row: unknown): OpRow | 'newer' | 'unreadable' {
  if (row === null || typeof row !== 'object') return 'unreadable'
  const op = row as Partial<OpRow>
  if (typeof op.v === 'number' && op.v > sealedVersion) return 'newer'
  const whole =
    typeof op.seq === 'number' &&
    typeof op.v === 'number' &&
    typeof op.opId === 'string' &&
    typeof op.owner === 'string' &&
    typeof op.method === 'string' &&
    typeof op.url === 'string' &&
    typeof op.stream === 'string' &&
    typeof op.attempts === 'number' &&
    Array.isArray(op.blobIds) &&
    op.body !== null &&
    typeof op.body === 'object' &&
    states.has(op.state ?? '')
  return whole ? (row as OpRow) : 'unreadable'
}
