import { clockOf, dayNumber, two, weekdayOf } from './timeText.ts'

const months = 'January February March April May June July August September October November December'.split(' ')

const patternPart = /yyyy|yy|MMMM|MMM|MM|M|dd|d|EEEE|EEE|HH|H|hh|h|mm|a|'[^']*'/g

type Parts = Readonly<Record<string, string>>

function dateParts(value: string, day: number): Parts {
  const [year = '', month = '', date = ''] = value.split('-')
  const name = months[Number(month) - 1] ?? ''
  const weekday = weekdayOf(day)
  return {
    yyyy: year,
    yy: year.slice(2),
    MMMM: name,
    MMM: name.slice(0, 3),
    MM: month,
    M: String(Number(month)),
    dd: date,
    d: String(Number(date)),
    EEEE: weekday,
    EEE: weekday.slice(0, 3),
  }
}

function clockParts(minutes: number): Parts {
  const hours = Math.floor(minutes / 60)
  const twelve = hours % 12 === 0 ? 12 : hours % 12
  return {
    HH: two(hours),
    H: String(hours),
    hh: two(twelve),
    h: String(twelve),
    mm: two(minutes % 60),
    a: hours < 12 ? 'AM' : 'PM',
  }
}

/**
 * A date as a pattern shows it, in the letters of date-fns: dd.MM.yyyy, EEE d MMM, HH:mm, h:mm a. Text in single
 * quotes stays. Names of days and months are English.
 */
export function dateText(value: unknown, pattern: string): string | null {
  const day = dayNumber(value)
  const clock = clockOf(value)
  if (day === undefined && clock === undefined) return null
  const parts: Parts = { ...(day !== undefined && dateParts(String(value).slice(0, 10), day)), ...clockParts(clock ?? 0) }
  return pattern.slice(0, 100).replace(patternPart, (part) => (part.startsWith("'") ? part.slice(1, -1) || "'" : (parts[part] ?? '')))
}
