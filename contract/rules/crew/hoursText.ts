import { durationText } from './durationText.ts'

/** Returns hours as people say them: 0.24 → '14 min', 7.5 → '7 h 30 min', 8 → '8 h'. Files for other programs keep decimals. */
export function hoursText(hours: number): string {
  const minutes = Math.round(hours * 60)
  return minutes > 0 && minutes % 60 === 0 ? `${minutes / 60} h` : durationText(minutes)
}
