/** Times of the day are text `HH:mm`, the same in every time zone. */

export const isTime = (text: unknown): text is string => typeof text === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Minutes since midnight of an HH:mm; undefined for an invalid time. */
export const minutesOfTime = (time: unknown): number | undefined =>
  isTime(time) ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) : undefined

const two = (n: number) => String(n).padStart(2, '0')

/** Minutes since any midnight → HH:mm. */
export const timeOfMinutes = (minutes: number): string => `${two(Math.floor((minutes % 1440) / 60))}:${two(minutes % 60)}`
