import { useLingui } from '@lingui/react/macro'
import type { ActionKey, AttentionHead, ExecutionState, StateName } from '../../../contract/rules/executionState.ts'
import type { CompletionAction, Execution } from '../../../contract/endpoints/executions.ts'

export interface ActionWords {
  readonly label: string
  /** A one-line description of the action's effect. */
  readonly note: string
}

export function useActionWords(): Readonly<Record<ActionKey, ActionWords>> {
  const { t } = useLingui()
  return {
    acknowledge: { label: t`Acknowledge`, note: t`Acknowledge it. Nothing more is written.` },
    disableVendor: { label: t`Disable Vendor`, note: t`The bot does not text this vendor until the vendor is turned on again.` },
    approve: { label: t`Approve`, note: t`Write these details to the daily log.` },
    write: { label: t`Write`, note: t`Write the entry to the daily log now.` },
    writeNow: { label: t`Write Now`, note: t`Write the details to the daily log without waiting any longer.` },
    reject: { label: t`Reject`, note: t`Nothing is written to the daily log.` },
  }
}

export function useStateNames(): Readonly<Record<StateName, string>> {
  const { t } = useLingui()
  return {
    Finalized: t`Finalized`,
    Completing: t`Completing`,
    'Requires Approval': t`Requires Approval`,
    'Requires Attention': t`Requires Attention`,
    Running: t`Running`,
    'Waiting to Complete': t`Waiting to Complete`,
  }
}

/** Labels of the actions as used within a sentence. */
function useActionNames(): Readonly<Record<CompletionAction, string>> {
  const { t } = useLingui()
  return {
    ACKNOWLEDGE: t`acknowledge`,
    DISABLE_VENDOR: t`disable vendor`,
    APPROVE: t`approve`,
    WRITE: t`write`,
    REJECT: t`reject`,
  }
}

export function useHeads(): Readonly<Record<AttentionHead, string>> {
  const { t } = useLingui()
  return {
    invalidVendor: t`Vendor No Longer on Project`,
    invalidNumber: t`Cell Number Not Valid`,
    approvalFailure: t`Approval Failure`,
    dayCompleted: t`Day Completed in Procore`,
    chatFailure: t`Chat Failure`,
    modifiedAfterFinish: t`Modified After Finish`,
    expired: t`Vendor Did Not Respond`,
    nilEntry: t`Nil Entry`,
    checkContact: t`Check Contact`,
    notAsked: t`Not Asked`,
    differentFigures: t`Reports Differ`,
    other: t`Requires Attention`,
  }
}

/** Returns the texts about an execution: a heading if attention is needed, and sentences. */
export function useStateWords(): (
  execution: Execution,
  state: ExecutionState,
) => { readonly head?: string; readonly lines: readonly string[] } {
  const { t } = useLingui()
  const heads = useHeads()
  const actions = useActionNames()
  const laterLines = (state: ExecutionState): readonly string[] => {
    if (state.writtenIn === undefined) return []
    if (state.writtenIn === 'soon') return [t`The entry will be written as a pending entry in the next couple of minutes.`]
    return [t`The entry will be written as a pending entry in ${state.writtenIn} minutes.`]
  }
  const attentionLines = (
    head: AttentionHead,
    state: ExecutionState,
    { name, vendor, project, number, isNote, unknownVendors }: Names,
  ): readonly string[] => {
    const contact: Readonly<Record<string, string>> = {
      INCORRECT_TARGET_USER: t`${name} says that they are not the right person to ask. Please check the contact of ${vendor}.`,
      UNCOOPERATIVE_TARGET_USER: t`${name} does not want to answer. Please check the contact of ${vendor}.`,
      PAUSE_TARGET_USER: t`${name} asked for a pause. Please check the contact of ${vendor}.`,
    }
    const sentences: Readonly<Record<AttentionHead, readonly string[]>> = {
      invalidVendor: (unknownVendors ?? [vendor]).map((each) => t`The vendor ${each} is no longer on ${project}.`),
      invalidNumber: [t`The cell number ${number} of ${name} is not valid.`],
      approvalFailure: [t`The daily log refused this entry.`],
      dayCompleted: [t`The daily log of this day is completed. Open the day again and approve, or acknowledge.`],
      chatFailure: [t`The conversation with ${name} was not clear. This is our best guess: please correct it, then approve or reject it.`],
      modifiedAfterFinish: [t`${name} changed the answer after the conversation was finished.`],
      expired: [t`${vendor} did not respond.`, ...(state.nilWritten ? [t`A nil entry has been written.`] : [])],
      nilEntry: [isNote ? t`${name} had nothing to note. Nothing was written.` : t`${name} reported no workers.`],
      checkContact: [contact[state.code ?? ''] ?? t`Please check the contact of ${vendor}.`],
      notAsked: [t`No text could be sent to ${name} in time. The question was not asked, and nothing was written.`],
      differentFigures: [t`The reports for this day do not agree. Choose the right figures, then approve.`],
      other: state.code ? [state.code] : [],
    }
    return sentences[head]
  }
  return (execution, state) => {
    const names = namesIn(execution, { contact: t`the contact`, project: t`the project` })
    const { name } = names
    if (state.name === 'Completing') {
      const action = execution.completionAction ? actions[execution.completionAction] : ''
      return { lines: [t`Our bots are currently working on the ${action} action you requested. Please wait.`] }
    }
    const later = laterLines(state)
    if (state.name === 'Finalized') return { lines: [t`This conversation is finished.`] }
    if (state.name === 'Running') return { lines: [t`Waiting for response from ${name}`, ...later] }
    if (state.name === 'Waiting to Complete')
      return { lines: [t`Our bots write this to the daily log 5 minutes after the last answer, unless you decide before.`, ...later] }
    if (state.name === 'Requires Approval') return { lines: [t`${name} has answered. Please check the details and decide.`, ...later] }
    const head = state.head ?? 'other'
    return { head: heads[head], lines: [...attentionLines(head, state, names), ...later] }
  }
}

/** Names in the sentences about an execution. */
interface Names {
  readonly name: string
  readonly vendor: string
  readonly project: string
  readonly number: string
  readonly isNote: boolean
  /** Undefined when the server names none. */
  readonly unknownVendors: readonly string[] | undefined
}

/** Returns the names of an execution; `unknown` has the words for those that it does not have. */
function namesIn(execution: Execution, unknown: { readonly contact: string; readonly project: string }): Names {
  const name = execution.name ?? execution.vendor ?? unknown.contact
  return {
    name,
    vendor: execution.vendor ?? name,
    project: execution.project ?? unknown.project,
    number: execution.number ?? execution.configuredNumber ?? '',
    isNote: execution.kind === 'notes',
    unknownVendors: execution.unknownVendors,
  }
}
