import { Refused } from '../../../contract/Refused.ts'
import { type EditFault, editFault, longestAnswer, mostHoursEach, mostWorkers } from '../../../contract/rules/editFault.ts'
import { hoursOf } from '../../../contract/rules/executionState.ts'
import type { ExecutionKind, Manpower } from '../../../contract/endpoints/executions.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { ExecutionModel } from './executionRow.ts'
import { text } from '../../i18n/text.ts'

interface Fault {
  readonly path: string
  readonly message: string
}

const messages: Readonly<Record<EditFault, string>> = {
  fixed: 'this can not be changed',
  text: `expected a text of at most ${longestAnswer} characters`,
  wholeNumber: `expected a whole number from 0 to ${mostWorkers}`,
  number: `expected a number from 0 to ${mostHoursEach}`,
}

/** Returns the values of one answer with the edits of a person. Adds invalid edits to `faults`. */
function changed(kind: ExecutionKind, now: Model, given: unknown, at: string, faults: Fault[]): Model {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    faults.push({ path: at, message: 'expected the values of an answer' })
    return now
  }
  const next: Record<string, unknown> = { ...now }
  for (const [name, value] of Object.entries(given)) {
    if (value === now[name] || name === 'hours') continue
    const fault = editFault(kind, name, value)
    if (fault !== undefined) faults.push({ path: `${at}.${name}`, message: messages[fault] })
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
  if (faults.length > 0) throw new Refused(400, 'INVALID', text('These values cannot be saved.'), { details: faults.slice(0, 20) })
  return { model: next, edited: JSON.stringify(next) !== JSON.stringify(execution) }
}
