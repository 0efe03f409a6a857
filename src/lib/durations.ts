/** Durations are kept as the text that people chose: '45 mins', '1 hour', '1.5 hours' (decision OQ-026). */

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
}

/** Minutes of '45 mins', '1.5 hours', '2 days' or a sum such as '1 hour 15 mins'; undefined when it is none. */
export function minutesOf(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined
  const parts = [
    ...text
      .trim()
      .toLowerCase()
      .matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)\s*/g),
  ]
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== text.trim().toLowerCase()) return undefined
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
