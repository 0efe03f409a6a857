import type { ExecutionState } from '../../../contract/rules/executionState.ts'

/** True if an execution rests until a person decides. One that waits to complete goes on by itself. */
export const isReviewable = ({ name }: Pick<ExecutionState, 'name'>): boolean =>
  name === 'Requires Approval' || name === 'Requires Attention'
