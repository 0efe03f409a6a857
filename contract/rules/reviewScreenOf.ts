import type { ExecutionRow } from '../endpoints/executions.ts'

/** The root screens of a decision about a conversation (spec/1 §1). */
export const reviewScreens = ['manpowerExecutionActions', 'manpowerFromStaffExecutionActions', 'notesExecutionActions'] as const
export type ReviewScreenName = (typeof reviewScreens)[number]

/** Returns the root screen for a decision about an execution. */
export function reviewScreenOf({ execution, staff = [] }: Pick<ExecutionRow, 'execution' | 'staff'>): ReviewScreenName {
  if (execution.kind === 'notes') return 'notesExecutionActions'
  return staff.length > 0 ? 'manpowerFromStaffExecutionActions' : 'manpowerExecutionActions'
}
