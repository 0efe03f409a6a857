import { Refused } from '../../../contract/Refused.ts'
import { hoursOf } from '../../../contract/rules/executionState.ts'
import type { ExecutionKind, Manpower } from '../../../contract/endpoints/executions.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { ExecutionModel } from './executionRow.ts'

interface Fault {
  readonly path: string
  readonly message: string
}

const mostWorkers = 10_000
const longestText = 4000

const textFields: Readonly<Record<ExecutionKind, readonly string[]>> = {
  manpower: ['location', 'notes'],
  multiVendor: ['location', 'notes'],
  notes: ['comment', 'location'],
  form: [],
}
const numberFields = { worker_count: mostWorkers, worker_hours: 24 } as const

/** Returns why a person may not give this field this value, or undefined if they may. `null` removes it. */
function faultIn(kind: ExecutionKind, name: string, value: unknown): string | undefined {
  if (textFields[kind].includes(name)) {
    const fits = value === null || (typeof value === 'string' && value.length <= longestText)
    return fits ? undefined : `expected a text of at most ${longestText} characters`
  }
  if (!Object.hasOwn(numberFields, name) || kind === 'notes') return 'this can not be changed'
  const most = numberFields[name as keyof typeof numberFields]
  const isWhole = name === 'worker_count'
  const fits = value === null || (isNumberUpTo(value, most) && (!isWhole || Number.isInteger(value)))
  return fits ? undefined : `expected a ${isWhole ? 'whole ' : ''}number from 0 to ${most}`
}

const isNumberUpTo = (value: unknown, most: number): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= most

/** Returns the values of one answer with the edits of a person. Adds invalid edits to `faults`. */
function changed(kind: ExecutionKind, now: Model, given: unknown, at: string, faults: Fault[]): Model {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    faults.push({ path: at, message: 'expected the values of an answer' })
    return now
  }
  const next: Record<string, unknown> = { ...now }
  for (const [name, value] of Object.entries(given)) {
    if (value === now[name] || name === 'hours') continue
    const fault = faultIn(kind, name, value)
    if (fault !== undefined) faults.push({ path: `${at}.${name}`, message: fault })
    else if (value === null) delete next[name]
    else next[name] = value
  }
  if (kind === 'notes') return next
  const hours = hoursOf(next)
  if (hours === null) delete next['hours']
  else next['hours'] = hours
  return next
}

/**
 * Returns the execution with the edits of a person (`model`, `finishedModels`). Throws Refused for invalid
 * edits.
 */
export function withEdits(kind: ExecutionKind, execution: ExecutionModel, payload: Model): { model: ExecutionModel; edited: boolean } {
  const faults: Fault[] = []
  let next: ExecutionModel = execution
  if (payload['model'] !== undefined) next = { ...next, model: changed(kind, next.model ?? {}, payload['model'], 'model', faults) }
  const finished = payload['finishedModels']
  if (finished !== undefined) {
    const known = new Set((execution.executionVendors ?? []).map(({ key }) => key))
    const all: Record<string, Manpower> = { ...execution.finishedModels }
    for (const [key, given] of Object.entries(typeof finished === 'object' && finished !== null ? finished : {})) {
      if (known.has(key)) all[key] = changed(kind, all[key] ?? {}, given, `finishedModels.${key}`, faults)
      else faults.push({ path: `finishedModels.${key}`, message: 'expected a vendor of this conversation' })
    }
    next = { ...next, finishedModels: all }
  }
  if (faults.length > 0) throw new Refused(400, 'INVALID', 'These values can not be saved.', { details: faults.slice(0, 20) })
  return { model: next, edited: JSON.stringify(next) !== JSON.stringify(execution) }
}
