import type { Metric } from '../../../contract/endpoints/reporting.ts'

/** The sums of a class in one group. */
export interface Sums {
  readonly started: number
  readonly completed: number
  readonly expired: number
  readonly attention: number
  readonly messages: number
  readonly workers: number
  readonly hours: number
  readonly signIns: number
  readonly signOuts: number
  readonly visitors: number
  readonly companies: readonly string[]
  readonly silent: readonly string[]
}

interface Figure extends Metric {
  of(sums: Sums): number | readonly string[]
  /** Shown even if it is 0 in all groups. */
  readonly always?: true
}

const number = (key: string, name: string, of: (sums: Sums) => number, precision = 0): Figure => ({
  key,
  name,
  type: 'number',
  precision,
  of,
})
const list = (key: string, name: string, of: (sums: Sums) => readonly string[]): Figure => ({ key, name, type: 'list', of })

/** Decision OQ-132: every class has the first seven; the others appear if a class has values. */
export const figures: readonly Figure[] = [
  { ...number('started', 'Conversations Started', ({ started }) => started), always: true },
  { ...number('completed', 'Completed', ({ completed }) => completed), always: true },
  { ...number('expired', 'Expired', ({ expired }) => expired), always: true },
  { ...number('attention', 'Needing Attention', ({ attention }) => attention), always: true },
  { ...number('messages', 'Messages Sent', ({ messages }) => messages), always: true },
  { ...number('workers', 'Workers', ({ workers }) => workers), always: true },
  { ...number('hours', 'Hours', ({ hours }) => hours, 1), always: true },
  number('perWorker', 'Hours per Worker', ({ hours, workers, signIns }) => (workers > 0 && signIns === 0 ? hours / workers : 0), 2),
  number('signIns', 'Sign-ins', ({ signIns }) => signIns),
  number('signOuts', 'Sign-outs', ({ signOuts }) => signOuts),
  number('visitors', 'Visitors', ({ visitors }) => visitors),
  list('companies', 'Companies', ({ companies }) => companies),
  list('silent', 'No Answer From', ({ silent }) => silent),
]

const told = (value: number | readonly string[]) => (typeof value === 'number' ? value !== 0 : value.length > 0)

/** Returns the figures of a class: those of every class, and others with at least one value. */
export const figuresOf = (groups: readonly Sums[]): readonly Figure[] =>
  figures.filter(({ always, of }) => always === true || groups.some((sums) => told(of(sums))))

export const metricOf = ({ key, name, type, precision }: Figure): Metric => ({
  key,
  name,
  type,
  ...(precision !== undefined && { precision }),
})
