import type { LookupItem } from '../../endpoints/pages.ts'
import { attributeOf, type ExpressionFunction, listOf, number, numbersAt, numbersOf } from './expressionFunctions.ts'
import { contains, equal, isNothing, numberOf, partOf, textOf, tidy } from '../expressionValues.ts'
import { dateText } from './dateText.ts'
import { matchText } from './matchText.ts'
import { addMinutes, clockOf, dateOf, dayNumber, minutesOf, timeText, weekday } from './timeText.ts'

/** Items with this value in the attribute; with one of these values, when it is a list. */
function itemsWhere(list: unknown, attribute: unknown, value: unknown): readonly unknown[] {
  const items = listOf(list)
  const held = attributeOf(items, attribute)
  return items.filter((_, index) => (Array.isArray(value) ? contains(value, held[index]) : equal(held[index], value)))
}

const noRows: readonly LookupItem[] = []
const byId = new WeakMap<readonly LookupItem[], ReadonlyMap<string, LookupItem>>()

function rowsById(rows: readonly LookupItem[] = noRows): ReadonlyMap<string, LookupItem> {
  const known = byId.get(rows) ?? new Map(rows.map((row) => [row.id, row]))
  byId.set(rows, known)
  return known
}

function minutesIn(values: readonly unknown[]): number | null {
  const [from, to] = values.map(momentOf)
  if (from !== undefined && to !== undefined) return tidy(to - from)
  const start = minutesOf(values[0])
  if (start === undefined) return null
  if (values.length === 1) return tidy(start)
  const end = minutesOf(values[1])
  return end === undefined ? null : tidy(end >= start ? end - start : end - start + 24 * 60)
}

/** Minutes since 1970 of a date with a time. */
function momentOf(value: unknown): number | undefined {
  const [day, clock] = [dayNumber(value), clockOf(value)]
  return day === undefined || clock === undefined ? undefined : day * 24 * 60 + clock
}

/** Functions that few forms use. Devices load them with the first form that names one (`namesRareFunction`). */
export const rareFunctions = {
  match: { least: 2, most: 2, run: ([value, pattern]) => (isNothing(value) ? null : matchText(textOf(value), textOf(pattern))) },
  dateText: { least: 2, most: 2, run: ([date, pattern]) => dateText(date, textOf(pattern)) },
  timeText: { least: 1, most: 1, run: ([time]) => timeText(time) },
  addMinutes: {
    least: 2,
    most: 2,
    run: ([time, minutes]) => {
      const more = numberOf(minutes)
      return more === undefined ? null : addMinutes(time, more)
    },
  },
  countWhere: { least: 3, most: 3, run: ([list, attribute, value]) => itemsWhere(list, attribute, value).length },
  sumWhere: {
    least: 4,
    most: 4,
    run: ([list, attribute, value, summed]) =>
      tidy(numbersOf(attributeOf(itemsWhere(list, attribute, value), summed)).reduce((total, one) => total + one, 0)),
  },
  item: {
    least: 2,
    most: 3,
    run: ([list, place, attribute]) => {
      const items = listOf(list)
      const read = numberOf(place)
      const item = read === undefined || read === 0 ? undefined : items.at(read > 0 ? Math.trunc(read) - 1 : Math.trunc(read))
      return (isNothing(attribute) ? item : partOf(item, textOf(attribute))) ?? null
    },
  },
  lookup: {
    least: 2,
    most: 3,
    run: ([list, key, attribute], { rows }) => {
      const found = isNothing(key) ? undefined : rowsById(rows(textOf(list))).get(textOf(key))
      if (!found) return null
      const name = isNothing(attribute) ? 'label' : textOf(attribute)
      return (name === 'id' || name === 'label' ? found[name] : partOf(found.attributes, name)) ?? null
    },
  },
  average: {
    least: 1,
    most: 20,
    run: (values) => {
      const numbers = numbersAt(values)
      return numbers.length === 0 ? null : tidy(numbers.reduce((total, value) => total + value, 0) / numbers.length)
    },
  },
  startsWith: {
    least: 2,
    most: 2,
    run: ([whole, part]) => !isNothing(part) && textOf(whole).startsWith(textOf(part)),
  },
  endsWith: {
    least: 2,
    most: 2,
    run: ([whole, part]) => !isNothing(part) && textOf(whole).endsWith(textOf(part)),
  },
  floor: { least: 1, most: 1, run: number(Math.floor) },
  ceil: { least: 1, most: 1, run: number(Math.ceil) },
  abs: { least: 1, most: 1, run: number(Math.abs) },
  addDays: {
    least: 2,
    most: 2,
    run: ([date, days]) => {
      const start = dayNumber(date)
      const more = numberOf(days)
      return start === undefined || more === undefined ? null : dateOf(start + Math.trunc(more))
    },
  },
  daysBetween: {
    least: 2,
    most: 2,
    run: ([from, to]) => {
      const [start, end] = [dayNumber(from), dayNumber(to)]
      return start === undefined || end === undefined ? null : end - start
    },
  },
  weekday: {
    least: 1,
    most: 1,
    run: ([date]) => {
      const day = dayNumber(date)
      return day === undefined ? null : weekday(day)
    },
  },
  year: {
    least: 1,
    most: 1,
    run: ([date]) => (dayNumber(date) === undefined ? null : Number(textOf(date).slice(0, 4))),
  },
  minutes: {
    least: 1,
    most: 2,
    run: (values) => minutesIn(values),
  },
  hours: {
    least: 1,
    most: 2,
    run: (values) => {
      const minutes = minutesIn(values)
      return minutes === null ? null : tidy(minutes / 60)
    },
  },
} satisfies Readonly<Record<string, ExpressionFunction>>
