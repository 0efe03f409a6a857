import { formatDate, formatTime, isDate, isTime } from './formatDate.ts'

/** A date with time: yyyy-MM-ddTHH:mm. */
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && value.charAt(10) === 'T' && isDate(value.slice(0, 10)) && isTime(value.slice(11))

/** 'Nov 20, 2026, 7:30 AM'; a text that is no date with time stays as it is. */
export const formatMoment = (value: string, language: string): string =>
  isMoment(value) ? `${formatDate(value.slice(0, 10), language)}, ${formatTime(value.slice(11))}` : value
