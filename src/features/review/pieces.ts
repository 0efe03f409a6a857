import { hoursOf } from '../../../contract/executionState.ts'
import type { Execution, ExecutionRow, Manpower } from '../../../contract/executions.ts'
import type { Model } from '../../../contract/records.ts'
import type { PendingChange } from '../../store/pendingChanges.ts'

/** A part of an execution that is read and changed by itself: what one vendor answered, or the whole. */
export interface Piece {
  /** Of the vendor; '' where there is only one answer. */
  readonly key: string
  readonly vendor: string | undefined
  readonly trade?: string | undefined
  readonly costCode?: string | undefined
  readonly model: Model
}

export function piecesOf(execution: Execution): readonly Piece[] {
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

/** What was changed of each piece, by its key: the new value, and the one that it was typed over. */
export type Edits = Readonly<Record<string, Readonly<Record<string, { readonly value: unknown; readonly over: unknown }>>>>

export const hasEdits = (edits: Edits): boolean => Object.values(edits).some((fields) => Object.keys(fields).length > 0)

const sameValue = (one: unknown, other: unknown) => (one ?? null) === (other ?? null)

/** Edits with one more; typing what the server says takes an edit back. */
export function withEdit(edits: Edits, piece: Piece, field: string, value: unknown): Edits {
  const over = edits[piece.key]?.[field]?.over ?? piece.model[field]
  const { [field]: _, ...others } = edits[piece.key] ?? {}
  return { ...edits, [piece.key]: sameValue(value, piece.model[field]) ? others : { ...others, [field]: { value, over } } }
}

/** A piece as it stands on the screen: its edits over what the server says, the hours worked out anew. */
export function editedModel(piece: Piece, edits: Edits, isManpower: boolean): Model {
  const own = edits[piece.key] ?? {}
  const next: Model = { ...piece.model }
  for (const [field, { value }] of Object.entries(own)) next[field] = value
  return isManpower && ('worker_count' in own || 'worker_hours' in own) ? { ...next, hours: hoursOf(next as Manpower) } : next
}

/** Fields that somebody else has changed since one began to type over them: what they say now. */
export function changedMeanwhile(piece: Piece, edits: Edits): Readonly<Record<string, unknown>> {
  const own = Object.entries(edits[piece.key] ?? {})
  return Object.fromEntries(
    own
      .filter(([field, { value, over }]) => !sameValue(piece.model[field], over) && !sameValue(piece.model[field], value))
      .map(([field]) => [field, piece.model[field] ?? null]),
  )
}

/** What a save sends of the edits: the changed fields and nothing else, so that two people who change different ones both keep theirs. */
export function editPayload(execution: Execution, edits: Edits): Model {
  const isManpower = execution.kind !== 'notes'
  const changed: Record<string, Model> = {}
  for (const piece of piecesOf(execution)) {
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
  /** The last own change that is on its way. */
  readonly waiting: PendingChange | undefined
  /** Own changes that the server refused: the record stands as if they had never been. */
  readonly refused: readonly PendingChange[]
}

/** An execution with the own changes laid over it that are on their way. */
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
