import { UTCDateMini } from '@date-fns/utc/date/mini'

/** Number formats that every .xlsx file knows as a date or a time, by their id. */
const builtIn = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Texts, characters after a backslash, an underline or a star, and colours or languages in brackets are no parts of a date. */
const beside = /"[^"]*"|\\.|[_*].|\[[^\]]*\]/g

/** True when cells of this format hold a date or a time of the day. Durations such as [h]:mm stay numbers. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtIn(id)
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return false
  const [first = ''] = code.replace(beside, '').split(';')
  return /[dmyhs]/i.test(first) && !/general|e[+-]/i.test(first)
}

const dayMs = 86_400_000
const minuteMs = 60_000
/** Days from 1899-12-30 to the first day of the two calendars of spreadsheets; before March 1900 one day is too many. */
const firstDay1904 = 1462
const lastWrongDay = 60

/**
 * The serial number of a date cell as ISO text: `2026-03-14`, with a time `2026-03-14T07:30`, a time alone `07:30`.
 * Another text stays as it is.
 */
export function dateText(value: string, is1904: boolean): string {
  const serial = Number(value)
  if (value === '' || !Number.isFinite(serial) || serial < 0 || serial > 2_958_465) return value
  const minutes = Math.round((serial % 1) * 1440)
  const time = new UTCDateMini(minutes * minuteMs).toISOString().slice(11, 16)
  if (serial < 1) return time
  const days = Math.floor(serial) + (is1904 ? firstDay1904 : 0) + (!is1904 && serial < lastWrongDay ? 1 : 0)
  const at = new UTCDateMini(Date.UTC(1899, 11, 30) + days * dayMs + minutes * minuteMs)
  return minutes % 1440 === 0 ? at.toISOString().slice(0, 10) : at.toISOString().slice(0, 16)
}
