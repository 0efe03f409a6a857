/**
 * Durations are stored as the text that the user chose: '45 mins', '1 hour', '1.5 hours' (decision OQ-026).
 */

const units: Readonly<Record<string, number>> = {
  min: 1,
  mins: 1,
  minute: 1,
  minutes: 1,
  hour: 60,
  hours: 60,
  hr: 60,
  hrs: 60,
  day: 1440,
  days: 1440,
  week: 10080,
  weeks: 10080,
}

/** '4:30 pm', '12am', '7 p.m.' → minutes since midnight; undefined for any other text. */
function minutesOfDay(text: string): number | undefined {
  const [, hours, minutes = '0', half] = /^(\d{1,2})(?::(\d{2}))?\s*([ap])\.?\s?m\.?$/.exec(text) ?? []
  const hour = Number(hours)
  if (!half || hour < 1 || hour > 12 || Number(minutes) > 59) return undefined
  return ((hour % 12) + (half === 'p' ? 12 : 0)) * 60 + Number(minutes)
}

/**
 * Minutes of '45 mins', '1.5 hours', '2 days', '1 week' or a sum such as '1 hour 15 mins'; for a time of day
 * such as '4:30 pm' the minutes since midnight. Undefined for any other text.
 */
export function minutesOf(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined
  const plain = text.trim().toLowerCase()
  const time = minutesOfDay(plain)
  if (time !== undefined) return time
  const parts = [...plain.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)\s*/gy)]
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== plain) return undefined
  let sum = 0
  for (const [, count, unit] of parts) {
    const factor = units[unit ?? '']
    if (factor === undefined) return undefined
    sum += Number(count) * factor
  }
  return sum
}

/** 90 → '1.5 hours', 45 → '45 mins', 60 → '1 hour'. */
export function durationText(minutes: number): string {
  if (minutes < 60) return `${minutes} mins`
  return minutes === 60 ? '1 hour' : `${Math.round((minutes / 60) * 100) / 100} hours`
}

/** 15, 30, 45 minutes, 1 hour, then half-hour steps up to `hours`. */
export function durationsUpTo(hours: number): string[] {
  const minutes = [15, 30, 45]
  for (let at = 60; at <= hours * 60; at += 30) minutes.push(at)
  return minutes.map(durationText)
}
