import { type ActionKey, actionPayload, completionOf } from '../../../contract/rules/executionState.ts'
import { type Execution, type ExecutionRow, processingTag } from '../../../contract/endpoints/executions.ts'
import { patchRecord } from '../../../contract/endpoints/records.ts'
import { queue } from '../../store/outbox/queue.ts'
import type { Saved } from '../../store/outbox/saveOp.ts'
import { type Edits, editPayload } from './sectionsOf.ts'

/** Whether an action writes the answer to the daily log; the others need no figures. */
export const writesAnswer = (action: ActionKey): boolean => completionOf[action] === 'APPROVE' || completionOf[action] === 'WRITE'

interface Decision {
  /** As shown: with the person's pending changes. */
  readonly execution: Execution
  readonly edits?: Edits | undefined
  /** Undefined: only the edits are saved. */
  readonly action?: ActionKey | undefined
  /** Delay before it is sent, ms. */
  readonly holdMs?: number | undefined
}

/**
 * Queues a decision on the device, which sends it once: the edits and, with an action, the task for the bots.
 */
export async function decide(
  row: Pick<ExecutionRow, 'path' | 'rev' | 'title'>,
  { execution, edits = {}, action, holdMs }: Decision,
): Promise<Saved> {
  const payload = {
    ...editPayload(execution, edits),
    ...(action && actionPayload(execution.tags, completionOf[action], processingTag)),
  }
  return await queue(patchRecord, { '*': row.path }, { payload }, { title: row.title, baseRev: row.rev, holdMs })
}
