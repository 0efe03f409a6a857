import type { AttentionCode, CompletionAction, Execution, Manpower, StopAfter, Tag } from './executions.ts'

/**
 * How an execution stands, what is said about it and what can be done with it (spec/2 §4), worked out from the record alone: the same on the server
 * and on every device. Pure; nothing here asks for the time of day by itself.
 */

export const stateNames = ['Finalized', 'Completing', 'Requires Approval', 'Requires Attention', 'Running', 'Waiting to Complete'] as const
export type StateName = (typeof stateNames)[number]

export type ActionKey = 'acknowledge' | 'disableVendor' | 'approve' | 'write' | 'writeNow' | 'reject'

/** What each action asks the bots to do; Write Now is a write that does not wait. */
export const completionOf: Readonly<Record<ActionKey, CompletionAction>> = {
  acknowledge: 'ACKNOWLEDGE',
  disableVendor: 'DISABLE_VENDOR',
  approve: 'APPROVE',
  write: 'WRITE',
  writeNow: 'WRITE',
  reject: 'REJECT',
}

/** Approval in the other system leaves these to be done here. */
const inProcore: ReadonlySet<CompletionAction> = new Set(['ACKNOWLEDGE', 'DISABLE_VENDOR', 'WRITE'])

/** How attention is headed; a code that is not known is headed by the state itself, with the code as text. */
export type AttentionHead =
  | 'invalidVendor'
  | 'invalidNumber'
  | 'approvalFailure'
  | 'dayCompleted'
  | 'chatFailure'
  | 'modifiedAfterFinish'
  | 'expired'
  | 'nilEntry'
  | 'checkContact'
  | 'notAsked'
  | 'other'

/** When a pending entry is written: whole minutes from now, or `soon`: in the next couple of minutes. */
export type WrittenIn = number | 'soon'

export interface ExecutionState {
  readonly name: StateName
  /** Of Requires Attention. */
  readonly head?: AttentionHead
  /** Of Requires Attention, as the server sent it. */
  readonly code?: string
  readonly actions: readonly ActionKey[]
  readonly editable: boolean
  /** Changes can be saved without an action. */
  readonly maySave: boolean
  /** The record is not shown: it is done with. */
  readonly hidden: boolean
  /** Why the daily log refused it: messages of type error or validation. */
  readonly failures: readonly string[]
  /** Of approval in the other system: when the entry is written there as a pending one. */
  readonly writtenIn?: WrittenIn
  /** A nil entry was written in the place of an answer. */
  readonly nilWritten?: true
  /** Where the other system shows the daily log of the day. */
  readonly dailyLog?: string
}

interface Attention {
  readonly head: AttentionHead
  readonly actions: readonly ActionKey[]
}

const vendorTrouble: readonly ActionKey[] = ['disableVendor', 'acknowledge']
const attention: Readonly<Record<AttentionCode, Attention>> = {
  INVALID_VENDOR: { head: 'invalidVendor', actions: vendorTrouble },
  INVALID_NUMBER: { head: 'invalidNumber', actions: vendorTrouble },
  APPROVE_FAILURE: { head: 'approvalFailure', actions: ['approve', 'write', 'acknowledge'] },
  CHAT_FAILURE: { head: 'chatFailure', actions: ['approve', 'reject'] },
  MODIFIED_AFTER_FINISH: { head: 'modifiedAfterFinish', actions: ['approve', 'reject'] },
  EXPIRED: { head: 'expired', actions: ['approve', 'acknowledge'] },
  NIL_ENTRY: { head: 'nilEntry', actions: ['acknowledge'] },
  INCORRECT_TARGET_USER: { head: 'checkContact', actions: vendorTrouble },
  UNCOOPERATIVE_TARGET_USER: { head: 'checkContact', actions: vendorTrouble },
  PAUSE_TARGET_USER: { head: 'checkContact', actions: vendorTrouble },
  NOT_ASKED: { head: 'notAsked', actions: ['acknowledge'] },
}
const unknownCode: Attention = { head: 'other', actions: ['acknowledge'] }

const attentionOf = (code: string): Attention => (Object.hasOwn(attention, code) ? attention[code as AttentionCode] : unknownCode)

/** The day is closed in the other system: some message speaks of a completed day (decision OQ-099). */
const saysDayCompleted = (message: string) => /\bday\b/i.test(message) && /completed/i.test(message)

const minute = 60_000
/** Below so much it is "in the next couple of minutes" (spec/2 §9). */
const coupleOfMinutes = 3 * minute

const stopAfterMs: Readonly<Record<StopAfter, number>> = {
  '15 mins': 15 * minute,
  '30 mins': 30 * minute,
  '45 mins': 45 * minute,
  '1 hour': 60 * minute,
  '2 hours': 120 * minute,
  '3 hours': 180 * minute,
}

/** When the bot writes the entry by itself, ms; undefined where the record does not say. Of notes it is so long after the beginning. */
function writtenAt({ kind, expires, timestamp, stopAfter }: Execution): number | undefined {
  const at = kind === 'notes' ? Date.parse(timestamp ?? '') + stopAfterMs[stopAfter ?? '1 hour'] : Date.parse(expires ?? '')
  return Number.isNaN(at) ? undefined : at
}

export function writtenInOf(execution: Execution, now: number): WrittenIn {
  const left = (writtenAt(execution) ?? now) - now
  return left < coupleOfMinutes ? 'soon' : Math.floor(left / minute)
}

/** Only what can be done in this mode; where that is nothing and an entry would be stuck, it can be written (decision OQ-089). */
function inMode(actions: readonly ActionKey[], procore: boolean): readonly ActionKey[] {
  if (!procore) return actions
  const valid = actions.filter((action) => inProcore.has(completionOf[action]))
  return valid.length === 0 && actions.length > 0 ? ['write'] : valid
}

/** `now` in ms. The first state that applies wins. */
export function executionState(execution: Execution, now: number): ExecutionState {
  const several = execution.kind === 'multiVendor'
  const procore = execution.approvalMode === 'Procore'
  const idle = { actions: [], editable: false, maySave: false, hidden: false, failures: [] } as const

  if (execution.approveResult) {
    const { procore: system, date } = execution
    return {
      ...idle,
      name: 'Finalized',
      hidden: true,
      actions: execution.completed ? [] : ['acknowledge'],
      ...(system && date !== undefined && { dailyLog: `${system.root}/${system.project}/daily_log?date=${date}` }),
    }
  }
  if (execution.completionAction) return { ...idle, name: 'Completing' }

  const open = (
    name: StateName,
    { actions, editable, pending, ...more }: Pick<ExecutionState, 'actions' | 'editable'> & { pending: boolean } & Partial<ExecutionState>,
  ): ExecutionState => ({
    ...idle,
    name,
    ...more,
    actions: inMode(actions, procore),
    editable: editable && !procore,
    maySave: editable && !procore,
    ...(procore && pending && { writtenIn: writtenInOf(execution, now) }),
  })

  if (execution.requiresApproval)
    return open('Requires Approval', {
      actions: procore ? ['approve', 'reject', 'write'] : ['approve', 'reject'],
      editable: true,
      pending: true,
    })
  if (several && execution.waitingToComplete)
    return open('Waiting to Complete', { actions: ['writeNow', 'reject'], editable: true, pending: true })

  if (execution.requiresAttention) {
    const code = execution.requiresAttentionCode ?? ''
    const { head, actions } = attentionOf(code)
    const failures =
      head === 'approvalFailure'
        ? (execution.approveFailure?.messages ?? [])
            .filter(({ type }) => type === 'error' || type === 'validation')
            .map(({ message }) => message)
        : []
    return open('Requires Attention', {
      code,
      head: failures.some(saysDayCompleted) ? 'dayCompleted' : head,
      failures,
      actions: several ? withWriteNow(actions) : actions,
      editable: several || actions.includes('approve'),
      pending: head === 'chatFailure' || head === 'modifiedAfterFinish',
      ...(head === 'expired' && procore && { nilWritten: true as const }),
    })
  }
  return open('Running', { actions: [], editable: several, pending: true })
}

/** Of several vendors, Write Now stands in the place of Approve; beside it a plain write would be the same once more. */
const withWriteNow = (actions: readonly ActionKey[]): readonly ActionKey[] =>
  actions.flatMap((action) =>
    action === 'approve' ? ['writeNow' as const] : action === 'write' && actions.includes('approve') ? [] : [action],
  )

/** Does somebody have to decide? */
export const needsDecision = (state: ExecutionState): boolean =>
  state.name === 'Requires Approval' || state.name === 'Requires Attention' || state.name === 'Waiting to Complete'

/** worker_count × worker_hours, two decimals; null while one of them is missing. */
export const hoursOf = ({ worker_count: count, worker_hours: each }: Pick<Manpower, 'worker_count' | 'worker_hours'>): number | null =>
  typeof count === 'number' && typeof each === 'number' ? Math.round(count * each * 100) / 100 : null

/** Answers with an edit; the hours follow at every edit. */
export function withManpowerEdit<M extends Readonly<Record<string, unknown>>>(model: M, edit: Readonly<Record<string, unknown>>) {
  const next: Record<string, unknown> = { ...model, ...edit }
  return { ...next, hours: hoursOf(next as Manpower) }
}

/** What a save with an action sends beside the edits: the action, and the tag that says that the bots are at it. */
export function actionPayload(tags: readonly Tag[] | undefined, completionAction: CompletionAction, tag: string) {
  const others = (tags ?? []).filter(({ label }) => label !== tag)
  return { completionAction, tags: [...others, { label: tag }] }
}
