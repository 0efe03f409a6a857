import type { ExecutionKind } from '../endpoints/executions.ts'

/** What a person may change in an answer of a conversation: the same on the server and in the review form. */

export const mostWorkers = 10_000
export const mostHoursEach = 24
export const longestAnswer = 4000

const textFields: Readonly<Record<ExecutionKind, readonly string[]>> = {
  manpower: ['location', 'notes'],
  multiVendor: ['location', 'notes'],
  notes: ['comment', 'location'],
  form: [],
}
const numberFields: ReadonlyMap<string, number> = new Map([
  ['worker_count', mostWorkers],
  ['worker_hours', mostHoursEach],
])

/** `fixed`: the field is read-only. */
export type EditFault = 'fixed' | 'text' | 'wholeNumber' | 'number'

/** Returns why this field may not have this value, or undefined if it may. `null` removes the value. */
export function editFault(kind: ExecutionKind, name: string, value: unknown): EditFault | undefined {
  if (textFields[kind].includes(name))
    return value === null || (typeof value === 'string' && value.length <= longestAnswer) ? undefined : 'text'
  const most = kind === 'notes' ? undefined : numberFields.get(name)
  if (most === undefined) return 'fixed'
  const isWhole = name === 'worker_count'
  const fits = value === null || (isNumberUpTo(value, most) && (!isWhole || Number.isInteger(value)))
  if (fits) return undefined
  return isWhole ? 'wholeNumber' : 'number'
}

const isNumberUpTo = (value: unknown, most: number): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= most
