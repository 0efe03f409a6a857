import { isTime } from '../lib/formatDate.ts'

/** Answers as several types take them; undefined for a value that they do not take. */

export const listIn = (value: unknown): unknown => (Array.isArray(value) ? value : undefined)
export const textIn = (value: unknown): unknown => (typeof value === 'object' ? undefined : String(value))
export const timeIn = (value: unknown): unknown => (isTime(value) ? value : undefined)

export function numberIn(value: unknown): unknown {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
