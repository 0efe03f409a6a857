import { clockOf, dayNumber, two, weekdayOf } from './timeText.ts'

const months = 'January February March April May June July August September October November December'.split(' ')

const patternPart = /yyyy|yy|MMMM|MMM|MM|M|dd|d|EEEE|EEE|HH|H|hh|h|mm|a|'[^']*'/g

/**
 * A date as a pattern shows it, in the letters of date-fns: dd.MM.yyyy, EEE d MMM, HH:mm, h:mm a. Text in single
 * quotes stays. Names of days and months are English.
 */
export function dateText(value: unknown, pattern: string): string | null {
  const day = dayNumber(value)
  const clock = clockOf(value)
  if (day === undefined && clock === undefined) return null
  const [year = '', month = '', date = ''] = day === undefined ? [] : String(value).slice(0, 10).split('-')
  const minutes = clock ?? 0
  const hours = Math.floor(minutes / 60)
  const twelve = hours % 12 === 0 ? 12 : hours % 12
  const parts: Readonly<Record<string, string>> = {
    yyyy: year,
    yy: year.slice(2),
    MMMM: months[Number(month) - 1] ?? '',
    MMM: (months[Number(month) - 1] ?? '').slice(0, 3),
    MM: month,
    M: month && String(Number(month)),
    dd: date,
    d: date && String(Number(date)),
    EEEE: day === undefined ? '' : weekdayOf(day),
    EEE: day === undefined ? '' : weekdayOf(day).slice(0, 3),
    HH: two(hours),
    H: String(hours),
    hh: two(twelve),
    h: String(twelve),
    mm: two(minutes % 60),
    a: hours < 12 ? 'AM' : 'PM',
  }
  return pattern.slice(0, 100).replace(patternPart, (part) => (part.startsWith("'") ? part.slice(1, -1) || "'" : (parts[part] ?? part)))
}
