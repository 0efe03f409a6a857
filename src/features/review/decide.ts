import { type ActionKey, actionPayload, completionOf } from '../../../contract/executionState.ts'
import { type Execution, type ExecutionRow, processingTag } from '../../../contract/executions.ts'
import { patchRecord } from '../../../contract/records.ts'
import { queue } from '../../store/outbox.ts'
import type { Saved } from '../../store/save.ts'
import { type Edits, editPayload } from './pieces.ts'

interface Decision {
  /** As it is shown: with own changes that are on their way. */
  readonly execution: Execution
  readonly edits?: Edits | undefined
  /** Absent: the edits alone are saved. */
  readonly action?: ActionKey | undefined
  /** It goes only after so long, ms. */
  readonly holdMs?: number | undefined
}

/** Keeps a decision on the device, from where it is sent once: the edits and, with an action, what the bots shall do. */
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
