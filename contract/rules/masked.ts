/** Masks values for people who may know that a value exists, but not the value. */

const dot = '•'
/** Longer values are machine secrets: they are masked completely. */
export const mostMaskedInPart = 20
const shownAtEnd = 4

/**
 * '+12125550101' → '••••••••0101'; a value of up to 4 characters, or of more than 20, is masked completely.
 */
export function masked(value: string): string {
  const whole = value.length > mostMaskedInPart || value.length <= shownAtEnd
  return whole ? dot.repeat(Math.min(value.length, mostMaskedInPart)) : dot.repeat(value.length - shownAtEnd) + value.slice(-shownAtEnd)
}
