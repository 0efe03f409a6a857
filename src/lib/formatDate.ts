/** Calendar dates are text `yyyy-MM-dd`, times of day `HH:mm`: local values, the same in every time zone. */

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/
const timePattern = /^([01]\d|2[0-3]):([0-5]\d)$/

const two = (n: number) => String(n).padStart(2, '0')

/**
 * The date at noon, so that daylight saving never changes the day; undefined for an invalid date
 * (2026-02-30).
 */
function noon(date: string): Date | undefined {
  const [, year, month, day] = pattern.exec(date)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const at = new Date(year, month - 1, day, 12)
  at.setFullYear(year)
  return at.getMonth() === month - 1 && at.getDate() === day ? at : undefined
}

export const isDate = (text: unknown): text is string => typeof text === 'string' && noon(text) !== undefined

/** In the local time zone of the device. */
export function dateOf(at: Date): string {
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

export const today = () => dateOf(new Date())

/** 'Oct 20, 2026' (MMM d, yyyy), in the order and words of the language; an invalid text stays unchanged. */
export function formatDate(date: string, language: string): string {
  const at = noon(date)
  return at ? new Intl.DateTimeFormat(regionOf(language), { day: 'numeric', month: 'short', year: 'numeric' }).format(at) : date
}

/** 'en' is formatted as American English, because the product's default country is the US. */
const regionOf = (language: string) => (language === 'en' ? 'en-US' : language)

export const isTime = (text: unknown): text is string => typeof text === 'string' && timePattern.test(text)

/** '13:05' → '1:05 PM'; an invalid text stays unchanged. */
export function formatTime(time: string): string {
  const [, hour, minute] = timePattern.exec(time) ?? []
  if (hour === undefined || minute === undefined) return time
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}

/** Every `step` minutes from `first` to `last`, both included, as HH:mm. */
export function timesBetween(first: string, last: string, step: number): string[] {
  const times: string[] = []
  for (let at = minutesOfTime(first) ?? 0; at <= (minutesOfTime(last) ?? -1); at += step) times.push(timeOfMinutes(at))
  return times
}

/** Minutes since midnight of an HH:mm; undefined for an invalid time. */
export const minutesOfTime = (time: unknown): number | undefined =>
  isTime(time) ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) : undefined

/** Minutes since any midnight → HH:mm. */
export const timeOfMinutes = (minutes: number): string => `${two(Math.floor((minutes % 1440) / 60))}:${two(minutes % 60)}`

/** In this order in all lists of weekdays (spec/1 §9). */
export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
export type Weekday = (typeof weekdays)[number]

/** 'Sun' → 'dom' in Spanish. */
export function weekdayName(day: Weekday, language: string): string {
  // 2023-01-01 was a Sunday.
  return new Intl.DateTimeFormat(regionOf(language), { weekday: 'short' }).format(new Date(2023, 0, 1 + weekdays.indexOf(day), 12))
}
