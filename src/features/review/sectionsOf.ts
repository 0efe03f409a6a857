import { type EditFault, editFault } from '../../../contract/rules/editFault.ts'
import { hoursOf } from '../../../contract/rules/executionState.ts'
import type { Execution, ExecutionRow, Manpower } from '../../../contract/endpoints/executions.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { figuresOfStaff, type StaffTime } from '../../../contract/rules/figuresOfStaff.ts'
import type { PendingChange } from '../../store/outbox/useChangesOver.ts'

/** A part of an execution that is read and changed on its own: the answers of one vendor, or the whole. */
export interface Section {
  /** Key of the vendor; '' if there is only one answer. */
  readonly key: string
  readonly vendor: string | undefined
  readonly trade?: string | undefined
  readonly costCode?: string | undefined
  readonly model: Model
}

export function sectionsOf(execution: Execution): readonly Section[] {
  const { project } = execution
  if (execution.kind !== 'multiVendor') {
    const { vendor } = execution
    return [
      {
        key: '',
        vendor,
        model: { ...(project !== undefined && { project }), ...(vendor !== undefined && { vendor }), ...execution.model },
      },
    ]
  }
  return (execution.executionVendors ?? []).map(({ key, vendor, trade, cost_code }) => ({
    key,
    vendor,
    trade,
    costCode: cost_code,
    model: { ...(project !== undefined && { project }), ...execution.finishedModels?.[key] },
  }))
}

/** The edits of each piece, by its key: the new value, and the value that it replaced. */
export type Edits = Readonly<Record<string, Readonly<Record<string, { readonly value: unknown; readonly over: unknown }>>>>

export const hasEdits = (edits: Edits): boolean => Object.values(edits).some((fields) => Object.keys(fields).length > 0)

const sameValue = (one: unknown, other: unknown) => (one ?? null) === (other ?? null)

/**
 * Returns the edits with one more; an edit that equals the shown value is removed: the one that the page filled
 * in, else the server's.
 */
export function withEdit(edits: Edits, piece: Section, field: string, value: unknown, filled: Edits = {}): Edits {
  const over = edits[piece.key]?.[field]?.over ?? piece.model[field]
  const shown = filled[piece.key]?.[field]?.value ?? piece.model[field]
  const { [field]: _, ...others } = edits[piece.key] ?? {}
  return { ...edits, [piece.key]: sameValue(value, shown) ? others : { ...others, [field]: { value, over } } }
}

/** Returns the edits of a piece that the server would refuse, by field. */
export const faultsOf = (kind: Execution['kind'], piece: Section, edits: Edits): Readonly<Record<string, EditFault>> =>
  Object.fromEntries(
    Object.entries(edits[piece.key] ?? {}).flatMap(([field, { value }]) => {
      const fault = editFault(kind, field, value)
      return fault ? [[field, fault]] : []
    }),
  )

const hasFigures = ({ worker_count: count, worker_hours: each }: Manpower) => typeof count === 'number' || typeof each === 'number'

/** Whether the screen of the conversation may fill in the times of the gates, so that it can be decided only there. */
export const mayBeFilled = (execution: Execution): boolean =>
  (execution.kind === 'manpower' || execution.kind === 'multiVendor') &&
  sectionsOf(execution).some(({ model }) => !hasFigures(model as Manpower))

/**
 * Returns worker count and hours by the check-in and check-out times of the staff, as edits of the pieces that
 * have none of them yet (decision OQ-015).
 */
export function filledFromStaff(execution: Execution, staff: readonly StaffTime[]): Edits {
  if (execution.kind === 'notes') return {}
  const filled: Record<string, Edits[string]> = {}
  for (const { key, vendor, model } of sectionsOf(execution)) {
    const figures = figuresOfStaff(staff, vendor)
    if (!figures || hasFigures(model as Manpower)) continue
    filled[key] = Object.fromEntries(Object.entries(figures).map(([field, value]) => [field, { value, over: model[field] }]))
  }
  return filled
}

/** Returns the filled-in edits with the edits of the person over them. */
export const overFilled = (filled: Edits, edits: Edits): Edits =>
  Object.fromEntries([...new Set([...Object.keys(filled), ...Object.keys(edits)])].map((key) => [key, { ...filled[key], ...edits[key] }]))

/** Returns a piece as shown on the screen: its edits over the server's values, with recomputed hours. */
export function editedModel(piece: Section, edits: Edits, isManpower: boolean): Model {
  const own = edits[piece.key] ?? {}
  const next: Model = { ...piece.model }
  for (const [field, { value }] of Object.entries(own)) next[field] = value
  return isManpower && ('worker_count' in own || 'worker_hours' in own) ? { ...next, hours: hoursOf(next as Manpower) } : next
}

/**
 * Returns the current server values of fields that another person has changed since this person started to
 * edit them.
 */
export function changedMeanwhile(piece: Section, edits: Edits): Readonly<Record<string, unknown>> {
  const own = Object.entries(edits[piece.key] ?? {})
  return Object.fromEntries(
    own
      .filter(([field, { value, over }]) => !sameValue(piece.model[field], over) && !sameValue(piece.model[field], value))
      .map(([field]) => [field, piece.model[field] ?? null]),
  )
}

/**
 * Returns the payload of a save: only the changed fields, so that two people who change different fields both
 * keep their changes.
 */
export function editPayload(execution: Execution, edits: Edits): Model {
  const isManpower = execution.kind !== 'notes'
  const changed: Record<string, Model> = {}
  for (const piece of sectionsOf(execution)) {
    const fields = Object.keys(edits[piece.key] ?? {})
    if (fields.length === 0) continue
    const model = editedModel(piece, edits, isManpower)
    const names = isManpower && fields.some((name) => name === 'worker_count' || name === 'worker_hours') ? [...fields, 'hours'] : fields
    changed[piece.key] = Object.fromEntries(names.map((name) => [name, model[name] ?? null]))
  }
  if (Object.keys(changed).length === 0) return {}
  return execution.kind === 'multiVendor' ? { finishedModels: changed } : { model: changed[''] ?? {} }
}

const merged = (before: Model | undefined, change: unknown): Model => {
  const next = { ...before, ...(change as Model) }
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null && value !== undefined))
}

const refusedStates: ReadonlySet<string> = new Set(['parked', 'conflict'])

export interface Shown {
  readonly execution: Execution
  /** The person's latest change that is not confirmed yet. */
  readonly waiting: PendingChange | undefined
  /** The person's changes that the server refused: they are not applied to the record. */
  readonly refused: readonly PendingChange[]
}

/** Returns an execution with the person's pending changes applied. */
export function withChanges(
  { execution: found, path }: Pick<ExecutionRow, 'execution' | 'path'>,
  changes: readonly PendingChange[],
): Shown {
  let execution = found
  let waiting: PendingChange | undefined
  const refused: PendingChange[] = []
  for (const change of changes) {
    if (change.path !== path) continue
    if (refusedStates.has(change.state)) {
      refused.push(change)
      continue
    }
    if (change.state !== 'sent') waiting = change
    const { model, finishedModels, ...more } = change.payload
    execution = {
      ...execution,
      ...(more as Partial<Execution>),
      ...(model !== undefined && { model: merged(execution.model, model) }),
      ...(finishedModels !== undefined && {
        finishedModels: {
          ...execution.finishedModels,
          ...Object.fromEntries(
            Object.entries(finishedModels as Record<string, Model>).map(([key, each]) => [
              key,
              merged(execution.finishedModels?.[key], each),
            ]),
          ),
        },
      }),
    }
  }
  return { execution, waiting, refused }
}
