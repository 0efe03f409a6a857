import { completionOf, executionState, needsDecision } from '../../../contract/rules/executionState.ts'
import type { Execution, ExecutionRow, Manpower } from '../../../contract/endpoints/executions.ts'
import type { PendingChange } from '../../store/outbox/pendingChanges.ts'
import { piecesOf, type Shown, withChanges } from './pieces.ts'

/** Reasons why a person should check an answer before it is approved. */
export type Odd = 'attention' | 'missing' | 'nobody' | 'longHours' | 'shortHours' | 'many' | 'empty'

/** Limits beyond which an answer is checked: hours of one worker and day, and workers of one vendor. */
export const usual = { mostHours: 12, leastHours: 2, mostWorkers: 100 } as const

/** Returns the anomalies of an answer; if there are none, it can be approved together with others. */
export function oddOf(execution: Execution, now: number): readonly Odd[] {
  const state = executionState(execution, now)
  const odd = new Set<Odd>()
  if (state.name !== 'Requires Approval' && state.name !== 'Waiting to Complete') odd.add('attention')
  // A conversation with a wrong number needs no count: no answer from it could be written.
  const written = state.actions.some((action) => completionOf[action] === 'APPROVE' || completionOf[action] === 'WRITE')
  const pieces = piecesOf(execution)
  if (written && pieces.length === 0) odd.add('missing')
  for (const { model } of pieces) {
    if (execution.kind === 'notes') {
      if (typeof model['comment'] !== 'string' || model['comment'].trim() === '') odd.add('empty')
      continue
    }
    const { worker_count: count, worker_hours: each } = model as Manpower
    if (count === 0) odd.add('nobody')
    else if (written && (typeof count !== 'number' || typeof each !== 'number')) odd.add('missing')
    if (typeof each === 'number' && each > usual.mostHours) odd.add('longHours')
    if (typeof each === 'number' && typeof count === 'number' && count > 0 && each < usual.leastHours) odd.add('shortHours')
    if (typeof count === 'number' && count > usual.mostWorkers) odd.add('many')
  }
  return [...odd]
}

export interface InboxItem extends Shown {
  readonly row: ExecutionRow
  readonly odd: readonly Odd[]
}

/**
 * Returns the items that this person must decide now, the oldest first, without those they have decided
 * already and may still undo.
 */
export function inboxOf(rows: readonly ExecutionRow[], changes: readonly PendingChange[], now: number): readonly InboxItem[] {
  return rows
    .filter(({ mayDecide }) => mayDecide)
    .map((row) => ({ row, ...withChanges(row, changes), odd: oddOf(row.execution, now) }))
    .filter(({ execution }) => {
      const state = executionState(execution, now)
      return needsDecision(state) && state.actions.length > 0
    })
    .sort((a, b) => a.row.at.localeCompare(b.row.at))
}
