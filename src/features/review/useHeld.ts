import type { CompletionAction } from '../../../contract/endpoints/executions.ts'
import { useEffect } from 'react'
import { holdSave } from '../../store/outbox/holdSave.ts'
import { discardOp, useOutbox } from '../../store/outbox/queue.ts'
import type { PendingChange } from '../../store/outbox/useChangesOver.ts'
import { useNow } from '../../ui/useNow.ts'

/**
 * How long a decision in the inbox can be undone, ms. It is in the outbox from the first moment, so that
 * closing the page loses nothing.
 */
export const undoFor = 10_000

/** How often a hold is renewed while a person is at the undo buttons, ms. */
const renewEvery = 2000

export interface Held {
  readonly opId: string
  /** Key of the decided answer. */
  readonly key: string
  readonly title: string
  readonly action: CompletionAction | undefined
  /** Whole seconds left. */
  readonly seconds: number
}

/**
 * Returns the person's decisions that are not sent yet and can be undone, the newest first. They are read
 * from the outbox, so that a reopened page has them too.
 */
export function useHeld(changes: readonly PendingChange[]): readonly Held[] {
  const waiting = useOutbox().filter(({ path, state, attempts }) => path.startsWith('automation/') && state === 'queued' && attempts === 0)
  const now = useNow(1000, waiting.length > 0)
  return waiting
    .filter(({ nextAt }) => nextAt > now)
    .map(({ opId, path, title, nextAt }) => ({
      opId,
      key: path.slice(path.lastIndexOf('/') + 1),
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

/** Holds the decisions back while `isPaused`: a person with a keyboard or a screen reader needs longer to reach Undo. */
export function usePausedSends(held: readonly Held[], isPaused: boolean): void {
  const ops = held.map(({ opId }) => opId).join(' ')
  useEffect(() => {
    if (!isPaused) return
    const renew = () => {
      for (const opId of ops.split(' ')) void holdSave(opId, undoFor).catch(() => undefined)
    }
    renew()
    const timer = setInterval(renew, renewEvery)
    return () => clearInterval(timer)
  }, [isPaused, ops])
}
