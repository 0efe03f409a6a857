/** Days and times of the expression language: pure functions of texts, the same on every device and server. */

const datePattern = /^(\d{4})-(\d{2})-(\d{2})(?:$|T)/
const dayMs = 86_400_000
const dayMinutes = 24 * 60

/**
 * Days since 1970-01-01 of a yyyy-MM-dd (or the date part of an ISO timestamp); undefined for an invalid
 * date.
 */
export function dayNumber(value: unknown): number | undefined {
  const parts = typeof value === 'string' && value.length < 40 ? datePattern.exec(value) : null
  if (!parts) return undefined
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, day)
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? Math.round(at.getTime() / dayMs) : undefined
}

export function dateOf(days: number): string | null {
  if (!(Math.abs(days) < 3_000_000)) return null
  const at = new Date(days * dayMs)
  const year = at.getUTCFullYear()
  return year < 0 || year > 9999 ? null : at.toISOString().slice(0, 10)
}

/** By the first letter of the unit. */
const minutesPerUnit: Readonly<Record<string, number>> = { m: 1, h: 60, d: dayMinutes }
const timePattern = /^(\d{1,2}):(\d{2})(?::\d{2})?$/
const durationPattern = /^(\d+(?:\.\d+)?)\s*(mins?|minutes?|h|hrs?|hours?|days?)$/i
/** A date with a time on the clock of the site; one with a time zone is a moment, which has no such time. */
const momentPattern = /^\d{4}-\d{2}-\d{2}T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/

/**
 * Minutes of a time of day (HH:mm since midnight) or of a duration as the time fields store it ("45 mins",
 * "1.5 hours").
 */
export function minutesOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined
  const time = timePattern.exec(value.trim())
  if (time) {
    const [hours, minutes] = [Number(time[1]), Number(time[2])]
    return hours < 24 && minutes < 60 ? hours * 60 + minutes : undefined
  }
  const duration = durationPattern.exec(value.trim())
  if (!duration) return undefined
  const unit = (duration[2] ?? '').charAt(0).toLowerCase()
  return Number(duration[1]) * (minutesPerUnit[unit] ?? 0)
}

/** Minutes since midnight of a time, or of the time in a date with a time. */
export function clockOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined
  const moment = momentPattern.exec(value.trim())
  const time = moment?.[1] ?? value.trim()
  return timePattern.test(time) ? minutesOf(time) : undefined
}

export const two = (part: number) => String(part).padStart(2, '0')
const clockText = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** HH:mm of a time, of a date with a time, or of minutes since midnight. */
export function timeText(value: unknown): string | null {
  const minutes = typeof value === 'number' ? Math.trunc(value) : clockOf(value)
  if (minutes === undefined || !(Math.abs(minutes) < 1e9)) return null
  return clockText(((minutes % dayMinutes) + dayMinutes) % dayMinutes)
}

/** A time so many minutes later, over midnight; a date with a time also changes its day. */
export function addMinutes(value: unknown, more: number): string | null {
  const start = clockOf(value)
  if (start === undefined || !(Math.abs(more) < 1e9)) return null
  const whole = start + Math.trunc(more)
  const time = clockText(((whole % dayMinutes) + dayMinutes) % dayMinutes)
  const day = dayNumber(value)
  if (day === undefined) return time
  const date = dateOf(day + Math.floor(whole / dayMinutes))
  return date === null ? null : `${date}T${time}`
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
export const weekdayOf = (day: number) => weekdays[(((day + 4) % 7) + 7) % 7] ?? ''

/** Sun, Mon, … */
export const weekday = (day: number): string => weekdayOf(day).slice(0, 3)
