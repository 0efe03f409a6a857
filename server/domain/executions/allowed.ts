import type { CompletionAction, Execution } from '../../../contract/executions.ts'

/** Where an execution stands, for the server: `asking` a contact, `decide` by a person, `waiting` to be written, `working` on a decision, `done`. */
export type Phase = 'asking' | 'decide' | 'waiting' | 'working' | 'done'

type Facts = Pick<
  Execution,
  'approveResult' | 'completed' | 'requiresApproval' | 'requiresAttention' | 'requiresAttentionCode' | 'approvalMode'
>

/** Attention codes that offer a write, and with that an edit (decision OQ-090). */
const writable = new Set(['APPROVE_FAILURE', 'CHAT_FAILURE', 'MODIFIED_AFTER_FINISH', 'EXPIRED'])
const aboutContact = new Set([
  'INVALID_VENDOR',
  'INVALID_NUMBER',
  'INCORRECT_TARGET_USER',
  'UNCOOPERATIVE_TARGET_USER',
  'PAUSE_TARGET_USER',
])

/** What a person may ask of an execution (spec/2 §4); WRITE stands for APPROVE wherever it is offered, as several vendors are written now. */
export function actionsOf(phase: Phase, execution: Facts): readonly CompletionAction[] {
  const { approveResult, completed, requiresApproval, requiresAttention, requiresAttentionCode: code = '' } = execution
  if (approveResult) return completed ? [] : ['ACKNOWLEDGE']
  if (phase === 'working') return []
  if (requiresApproval) return ['APPROVE', 'WRITE', 'REJECT']
  if (phase === 'waiting') return ['WRITE', 'REJECT']
  if (!requiresAttention) return []
  if (aboutContact.has(code)) return ['DISABLE_VENDOR', 'ACKNOWLEDGE']
  if (code === 'APPROVE_FAILURE') return ['APPROVE', 'WRITE', 'ACKNOWLEDGE']
  if (code === 'EXPIRED') return ['APPROVE', 'WRITE', 'ACKNOWLEDGE']
  if (writable.has(code)) return ['APPROVE', 'WRITE', 'REJECT']
  return ['ACKNOWLEDGE']
}

/** May its values be changed? In Procore mode they never may (decision OQ-088). */
export function editable(phase: Phase, execution: Facts): boolean {
  if (execution.approvalMode === 'Procore' || execution.approveResult || phase === 'working' || phase === 'done') return false
  if (execution.requiresAttention && !execution.requiresApproval) return writable.has(execution.requiresAttentionCode ?? '')
  return true
}
