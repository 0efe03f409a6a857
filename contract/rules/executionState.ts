import type { AttentionCode, CompletionAction, Execution, Manpower, StopAfter, Tag } from '../endpoints/executions.ts'

/**
 * The state of an execution, its message and its actions (spec/2 §4), computed from the record alone: the
 * same on the server and on every device. Pure; functions here never read the clock.
 */

export const stateNames = ['Finalized', 'Completing', 'Requires Approval', 'Requires Attention', 'Running', 'Waiting to Complete'] as const
export type StateName = (typeof stateNames)[number]

export type ActionKey = 'acknowledge' | 'disableVendor' | 'approve' | 'write' | 'writeNow' | 'reject'

/** What each action requests from the bots; Write Now is a write without delay. */
export const completionOf: Readonly<Record<ActionKey, CompletionAction>> = {
  acknowledge: 'ACKNOWLEDGE',
  disableVendor: 'DISABLE_VENDOR',
  approve: 'APPROVE',
  write: 'WRITE',
  writeNow: 'WRITE',
  reject: 'REJECT',
}

/** The actions that stay available here when entries are approved in Procore. */
const inProcore: ReadonlySet<CompletionAction> = new Set(['ACKNOWLEDGE', 'DISABLE_VENDOR', 'WRITE'])

/** The heading of the attention reason; an unknown code has the state as heading, with the code as text. */
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
  | 'differentFigures'
  | 'other'

/** When a pending entry is written: whole minutes from now, or `soon`: in the next couple of minutes. */
export type WrittenIn = number | 'soon'

export interface ExecutionState {
  readonly name: StateName
  /** For Requires Attention. */
  readonly head?: AttentionHead
  /** For Requires Attention, as the server sent it. */
  readonly code?: string
  readonly actions: readonly ActionKey[]
  readonly editable: boolean
  /** True when changes can be saved without an action. */
  readonly maySave: boolean
  /** True when the record is finished and is not shown. */
  readonly hidden: boolean
  /** Why the daily log refused it: messages of type error or validation. */
  readonly failures: readonly string[]
  /** For approval in Procore: when the entry is written there as a pending one. */
  readonly writtenIn?: WrittenIn
  /** A nil entry was written because there was no answer. */
  readonly nilWritten?: true
  /** The address of the day's log in the other system. */
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
  DIFFERENT_FIGURES: { head: 'differentFigures', actions: ['approve', 'reject'] },
}
const unknownCode: Attention = { head: 'other', actions: ['acknowledge'] }

const attentionOf = (code: string): Attention => (Object.hasOwn(attention, code) ? attention[code as AttentionCode] : unknownCode)

/** The day is closed in the other system: some message mentions a completed day (decision OQ-099). */
const saysDayCompleted = (message: string) => /\bday\b/i.test(message) && /completed/i.test(message)

const minute = 60_000
/** A shorter wait is shown as "in the next couple of minutes", ms (spec/2 §9). */
const coupleOfMinutes = 3 * minute

const stopAfterMs: Readonly<Record<StopAfter, number>> = {
  '15 mins': 15 * minute,
  '30 mins': 30 * minute,
  '45 mins': 45 * minute,
  '1 hour': 60 * minute,
  '2 hours': 120 * minute,
  '3 hours': 180 * minute,
}

/**
 * When the bot writes the entry by itself, ms; undefined when the record has no such time. For notes:
 * `timestamp` plus `stopAfter`.
 */
function writtenAt({ kind, expires, timestamp, stopAfter }: Execution): number | undefined {
  const at = kind === 'notes' ? Date.parse(timestamp ?? '') + stopAfterMs[stopAfter ?? '1 hour'] : Date.parse(expires ?? '')
  return Number.isNaN(at) ? undefined : at
}

export function writtenInOf(execution: Execution, now: number): WrittenIn {
  const left = (writtenAt(execution) ?? now) - now
  return left < coupleOfMinutes ? 'soon' : Math.floor(left / minute)
}

/**
 * The actions that are valid in this mode. When none is left and the entry would be stuck, it can be written
 * (decision OQ-089).
 */
function inMode(actions: readonly ActionKey[], procore: boolean): readonly ActionKey[] {
  if (!procore) return actions
  const valid = actions.filter((action) => inProcore.has(completionOf[action]))
  return valid.length === 0 && actions.length > 0 ? ['write'] : valid
}

const idle = { actions: [], editable: false, maySave: false, hidden: false, failures: [] } as const

const isForSeveral = ({ kind }: Execution) => kind === 'multiVendor'
const isInProcore = ({ approvalMode }: Execution) => approvalMode === 'Procore'

const accepting: readonly ActionKey[] = ['approve', 'writeNow', 'write', 'acknowledge']

/** The action that accepts an answer as it is: approve or write it, else acknowledge it. It disables no vendor. */
export const acceptingAction = ({ actions }: Pick<ExecutionState, 'actions'>): ActionKey | undefined =>
  accepting.find((action) => actions.includes(action))

/** The action that turns an answer down. */
export const refusingAction = ({ actions }: Pick<ExecutionState, 'actions'>): ActionKey | undefined =>
  actions.find((action) => action === 'reject')

/** Computes the state. `now` in ms. The first state that applies wins. */
export function executionState(execution: Execution, now: number): ExecutionState {
  if (execution.approveResult) return finalized(execution)
  if (execution.completionAction) return { ...idle, name: 'Completing' }
  const several = isForSeveral(execution)
  if (execution.requiresApproval)
    return openState(execution, now, {
      name: 'Requires Approval',
      actions: isInProcore(execution) ? ['approve', 'reject', 'write'] : ['approve', 'reject'],
      editable: true,
      pending: true,
    })
  if (several && execution.waitingToComplete)
    return openState(execution, now, { name: 'Waiting to Complete', actions: ['writeNow', 'reject'], editable: true, pending: true })
  if (execution.requiresAttention) return requiresAttention(execution, now)
  // A note without a comment is not written when its time is over.
  const pending = execution.kind !== 'notes' || Boolean(execution.model?.comment)
  return openState(execution, now, { name: 'Running', actions: [], editable: several, pending })
}

function finalized({ completed, procore: system, date }: Execution): ExecutionState {
  return {
    ...idle,
    name: 'Finalized',
    hidden: true,
    actions: completed ? [] : ['acknowledge'],
    ...(system && date !== undefined && { dailyLog: `${system.root}/${system.project}/daily_log?date=${date}` }),
  }
}

function requiresAttention(execution: Execution, now: number): ExecutionState {
  const several = isForSeveral(execution)
  const code = execution.requiresAttentionCode ?? ''
  const { head, actions } = attentionOf(code)
  const failures = head === 'approvalFailure' ? failuresOf(execution) : []
  return openState(execution, now, {
    name: 'Requires Attention',
    code,
    head: failures.some(saysDayCompleted) ? 'dayCompleted' : head,
    failures,
    actions: several ? withWriteNow(actions) : actions,
    editable: several || actions.includes('approve'),
    // Procore shows one of the reports alone, so the figures are chosen here.
    choosesHere: head === 'differentFigures',
    // The server writes nothing here until a person decides.
    pending: false,
    // Notes have no nil entry.
    ...(head === 'expired' && isInProcore(execution) && execution.kind !== 'notes' && { nilWritten: true as const }),
  })
}

const failuresOf = ({ approveFailure }: Execution): string[] =>
  (approveFailure?.messages ?? []).filter(({ type }) => type === 'error' || type === 'validation').map(({ message }) => message)

type OpenState = Pick<ExecutionState, 'name' | 'actions' | 'editable'> &
  Partial<ExecutionState> & { readonly pending: boolean; readonly choosesHere?: boolean }

/** A state that a person can act on. With approval in Procore the answers are edited there. */
function openState(execution: Execution, now: number, { actions, editable, pending, choosesHere, ...more }: OpenState): ExecutionState {
  const procore = isInProcore(execution)
  const isEditedHere = editable && (!procore || choosesHere === true)
  return {
    ...idle,
    ...more,
    actions: inMode(actions, procore),
    editable: isEditedHere,
    maySave: isEditedHere,
    ...(procore && pending && { writtenIn: writtenInOf(execution, now) }),
  }
}

/** With several vendors, Write Now replaces Approve; a plain write in addition would do the same twice. */
const withWriteNow = (actions: readonly ActionKey[]): readonly ActionKey[] =>
  actions
    .filter((action) => action !== 'write' || !actions.includes('approve'))
    .map((action) => (action === 'approve' ? 'writeNow' : action))

/** True when a person has to decide. */
export const needsDecision = (state: ExecutionState): boolean =>
  state.name === 'Requires Approval' || state.name === 'Requires Attention' || state.name === 'Waiting to Complete'

/** worker_count × worker_hours, two decimals; null while one of them is missing. */
export const hoursOf = ({ worker_count: count, worker_hours: each }: Pick<Manpower, 'worker_count' | 'worker_hours'>): number | null =>
  typeof count === 'number' && typeof each === 'number' ? Math.round(count * each * 100) / 100 : null

/** Applies an edit to the answers; recalculates the hours. */
export function withManpowerEdit<M extends Readonly<Record<string, unknown>>>(model: M, edit: Readonly<Record<string, unknown>>) {
  const next: Record<string, unknown> = { ...model, ...edit }
  return { ...next, hours: hoursOf(next as Manpower) }
}

/**
 * The part of a save that requests an action: the action, and the tag that shows that the bots process it.
 */
export function actionPayload(tags: readonly Tag[] | undefined, completionAction: CompletionAction, tag: string) {
  const others = (tags ?? []).filter(({ label }) => label !== tag)
  return { completionAction, tags: [...others, { label: tag }] }
}
