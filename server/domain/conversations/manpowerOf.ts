import { isDay } from '../../../contract/rules/daysLater.ts'
import { editFault, longestAnswer } from '../../../contract/rules/editFault.ts'
import { isRaw, listIn } from '../../../contract/forms/isRaw.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import type { Model } from '../../../contract/endpoints/records.ts'

/** What a record of a manpower form says about one vendor and day. */
export interface ReportedManpower {
  readonly vendor: string
  /** yyyy-MM-dd */
  readonly day: string
  readonly worker_count: number
  readonly worker_hours?: number
  readonly location?: string
  readonly notes?: string
  readonly trade?: string
  readonly cost_code?: string
}

const attributesIn = (nodes: readonly unknown[]): unknown[] =>
  nodes.filter(isRaw).flatMap(({ attribute, children }) => [attribute, ...attributesIn(listIn(children))])

const known = new WeakMap<FormSettings['children'], boolean>()

/** Whether records of a form say how many workers a vendor had on a day. Each save asks, so it is worked out once for each version. */
export function reportsManpower({ children }: FormSettings): boolean {
  const before = known.get(children)
  if (before !== undefined) return before
  const names = new Set(attributesIn(children))
  const reports = ['date', 'vendor', 'worker_count'].every((name) => names.has(name))
  known.set(children, reports)
  return reports
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, longestAnswer) : undefined

function figureOf(name: string, value: unknown): number | undefined {
  const figure = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof figure === 'number' && editFault('manpower', name, figure) === undefined ? figure : undefined
}

/** The name of the chosen option, which is what a person reads in the form. */
function optionName(nodes: readonly unknown[], attribute: string, value: unknown): string | undefined {
  for (const node of nodes.filter(isRaw)) {
    if (node['attribute'] === attribute) {
      const option = listIn(node['options']).find((each) => isRaw(each) && each['value'] === value)
      return textOf(isRaw(option) ? option['name'] : value)
    }
    const inside = optionName(listIn(node['children']), attribute, value)
    if (inside !== undefined) return inside
  }
  return undefined
}

/** Returns undefined if vendor, day or number of workers is missing, or not possible. */
export function manpowerOf(model: Model, { children }: FormSettings): ReportedManpower | undefined {
  const isNil = model['status'] === 'not_working'
  const vendor = textOf(model['vendor'])
  const day = textOf(model['date'])?.slice(0, 10)
  const count = isNil ? 0 : figureOf('worker_count', model['worker_count'])
  if (vendor === undefined || !isDay(day) || count === undefined) return undefined
  const each = isNil ? 0 : figureOf('worker_hours', model['hours_per_worker'] ?? model['worker_hours'])
  const reason = isNil ? optionName(children, 'no_work_reason', model['no_work_reason']) : undefined
  const notes = [reason, textOf(model['notes'])].filter((part) => part !== undefined).join('. ')
  const location = isNil ? undefined : textOf(model['location'])
  const [trade, cost_code] = [textOf(model['trade']), textOf(model['cost_code'])]
  return {
    vendor,
    day,
    worker_count: count,
    ...(each !== undefined && { worker_hours: each }),
    ...(location !== undefined && { location }),
    ...(notes !== '' && { notes: notes.slice(0, longestAnswer) }),
    ...(trade !== undefined && { trade }),
    ...(cost_code !== undefined && { cost_code }),
  }
}

/** The attributes of a report that a form takes from a list. */
const listed = ['vendor', 'location', 'trade', 'cost_code'] as const

/** Returns the lists of these attributes in a form: its records have the ids of their entries. */
export function listsIn(nodes: readonly unknown[]): readonly { readonly attribute: (typeof listed)[number]; readonly lookup: string }[] {
  return nodes.filter(isRaw).flatMap(({ attribute, lookup, children }) => {
    const name = listed.find((each) => each === attribute)
    return [...(name && typeof lookup === 'string' ? [{ attribute: name, lookup }] : []), ...listsIn(listIn(children))]
  })
}
