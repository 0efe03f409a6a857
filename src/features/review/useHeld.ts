import type { CompletionAction } from '../../../contract/executions.ts'
import { discardOp, useOutbox } from '../../store/outbox.ts'
import type { PendingChange } from '../../store/pendingChanges.ts'

/** How long a decision of the inbox can be taken back, ms. It lies in the outbox from the first moment, so that closing the page loses nothing. */
export const undoFor = 10_000

export interface Held {
  readonly opId: string
  readonly title: string
  readonly action: CompletionAction | undefined
  /** Whole seconds left. */
  readonly seconds: number
}

/** Own decisions that have not gone yet and can be taken back, the newest first. They are read from the outbox, so a page opened anew has them, too. */
export function useHeld(changes: readonly PendingChange[], now: number): readonly Held[] {
  const outbox = useOutbox()
  return outbox
    .filter(({ path, state, nextAt, attempts }) => path.startsWith('automation/') && state === 'queued' && attempts === 0 && nextAt > now)
    .map(({ opId, title, nextAt }) => ({
      opId,
      title: title ?? '',
      action: changes.find((change) => change.opId === opId)?.payload['completionAction'] as CompletionAction | undefined,
      // The clock of the page ticks by the second: right after a decision it stands a moment before it.
      seconds: Math.min(undoFor / 1000, Math.ceil((nextAt - now) / 1000)),
    }))
    .reverse()
}

/** Takes decisions back that have not gone. */
export async function takeBack(held: readonly Held[]): Promise<void> {
  for (const { opId } of held) await discardOp(opId)
}
