import type { CompletionAction } from '../../../contract/endpoints/executions.ts'
import { discardOp, useOutbox } from '../../store/outbox/queue.ts'
import type { PendingChange } from '../../store/outbox/useChangesOver.ts'

/**
 * How long a decision in the inbox can be undone, ms. It is in the outbox from the first moment, so that
 * closing the page loses nothing.
 */
export const undoFor = 10_000

export interface Held {
  readonly opId: string
  readonly title: string
  readonly action: CompletionAction | undefined
  /** Whole seconds left. */
  readonly seconds: number
}

/**
 * Returns the person's decisions that are not sent yet and can be undone, the newest first. They are read
 * from the outbox, so that a reopened page has them too.
 */
export function useHeld(changes: readonly PendingChange[], now: number): readonly Held[] {
  const outbox = useOutbox()
  return outbox
    .filter(({ path, state, nextAt, attempts }) => path.startsWith('automation/') && state === 'queued' && attempts === 0 && nextAt > now)
    .map(({ opId, title, nextAt }) => ({
      opId,
      title: title ?? '',
      action: changes.find((change) => change.opId === opId)?.payload['completionAction'] as CompletionAction | undefined,
      // The page's clock ticks once a second, so that right after a decision it may still be earlier than the
      // decision.
      seconds: Math.min(undoFor / 1000, Math.ceil((nextAt - now) / 1000)),
    }))
    .reverse()
}

/** Undoes decisions that are not sent yet. */
export async function takeBack(held: readonly Held[]): Promise<void> {
  for (const { opId } of held) await discardOp(opId)
}
