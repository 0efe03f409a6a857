import { useMemo } from 'react'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import type { ExecutionRow, openExecutions } from '../../../contract/endpoints/executions.ts'
import { executionState, needsDecision } from '../../../contract/rules/executionState.ts'
import { usePendingUnder } from '../../store/outbox/useChangesOver.ts'

/** Returns the answers that this person has to decide, without those whose decision waits on this device. */
export function useDecisions(answers: AnswerOf<typeof openExecutions> | undefined): readonly ExecutionRow[] {
  const pending = usePendingUnder('automation')
  return useMemo(() => {
    const decided = new Set((pending ?? []).filter(({ payload }) => payload['completionAction'] !== undefined).map(({ path }) => path))
    const now = Date.now()
    return (answers?.executions ?? []).filter(
      ({ path, execution, mayDecide }) => mayDecide && !decided.has(path) && needsDecision(executionState(execution, now)),
    )
  }, [answers, pending])
}
