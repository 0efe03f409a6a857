import {
  acceptingAction,
  type ActionKey,
  type ExecutionState,
  executionState,
  needsDecision,
} from '../../../contract/rules/executionState.ts'
import type { Execution, ExecutionRow, Manpower } from '../../../contract/endpoints/executions.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { PendingChange } from '../../store/outbox/useChangesOver.ts'
import { writesAnswer } from './decide.ts'
import { mayBeFilled, sectionsOf, type Shown, withChanges } from './sectionsOf.ts'

/** Reasons why a person should check an answer before it is approved. */
export type Anomaly = 'attention' | 'missing' | 'nobody' | 'longHours' | 'shortHours' | 'many' | 'empty'

/** Limits beyond which an answer is checked: hours of one worker and day, and workers of one vendor. */
export const usual = { mostHours: 12, leastHours: 2, mostWorkers: 100 } as const

/** Returns the anomalies of an answer; if there are none, it can be approved together with others. */
export function anomaliesOf(execution: Execution, now: number): readonly Anomaly[] {
  const state = executionState(execution, now)
  const odd = new Set<Anomaly>()
  if (state.name !== 'Requires Approval' && state.name !== 'Waiting to Complete') odd.add('attention')
  // A conversation with a wrong number needs no count: no answer from it could be written.
  const written = state.actions.some(writesAnswer)
  const pieces = sectionsOf(execution)
  if (written && pieces.length === 0) odd.add('missing')
  for (const { model } of pieces) {
    const found = execution.kind === 'notes' ? oddOfNote(model) : oddOfManpower(model as Manpower, written)
    for (const one of found) odd.add(one)
  }
  return [...odd]
}

function oddOfNote({ comment }: Model): readonly Anomaly[] {
  return typeof comment !== 'string' || comment.trim() === '' ? ['empty'] : []
}

/** `written`: the answer goes to the daily log, so it needs both numbers. */
function oddOfManpower({ worker_count: count, worker_hours: each }: Manpower, written: boolean): readonly Anomaly[] {
  const odd: Anomaly[] = []
  const isComplete = typeof count === 'number' && typeof each === 'number'
  if (count === 0) odd.push('nobody')
  else if (written && !isComplete) odd.push('missing')
  if (typeof each === 'number' && each > usual.mostHours) odd.push('longHours')
  if (isComplete && count > 0 && each < usual.leastHours) odd.push('shortHours')
  if (typeof count === 'number' && count > usual.mostWorkers) odd.push('many')
  return odd
}

export interface InboxItem extends Shown {
  readonly row: ExecutionRow
  readonly odd: readonly Anomaly[]
}

/**
 * Whether an answer is approved on its own screen alone: without figures, because that screen has the times of the
 * gates, and with reports that differ, because that screen has all of them.
 */
const isApprovedInside = (execution: Execution, { editable, head }: ExecutionState): boolean =>
  editable && (head === 'differentFigures' || mayBeFilled(execution))

/** The actions of a card. */
export const actionsHere = (execution: Execution, now: number): readonly ActionKey[] => {
  const state = executionState(execution, now)
  return isApprovedInside(execution, state) ? state.actions.filter((action) => !writesAnswer(action)) : state.actions
}

/** What accepting an answer in the inbox does: an action, or its own screen opens; undefined if it cannot be accepted. */
export function acceptanceOf(execution: Execution, now: number): ActionKey | 'open' | undefined {
  const state = executionState(execution, now)
  const action = acceptingAction(state)
  return action !== undefined && writesAnswer(action) && isApprovedInside(execution, state) ? 'open' : action
}

/**
 * Returns the items that this person must decide now, the oldest first, without those they have decided
 * already and may still undo.
 */
export function inboxOf(rows: readonly ExecutionRow[], changes: readonly PendingChange[], now: number): readonly InboxItem[] {
  return rows
    .filter(({ mayDecide }) => mayDecide)
    .map((row) => {
      const shown = withChanges(row, changes)
      return { row, ...shown, odd: anomaliesOf(shown.execution, now) }
    })
    .filter(({ execution }) => {
      const state = executionState(execution, now)
      return needsDecision(state) && state.actions.length > 0
    })
    .sort((a, b) => a.row.at.localeCompare(b.row.at))
}
