/** How values are shown to people who may know that there is one, but not which. */

const dot = '•'
/** Longer values are secrets of machines: nothing of them is shown. */
export const mostMaskedInPart = 20
const shownAtEnd = 4

/** '+12125550101' → '••••••••0101'; of a value of up to 4 characters, and of one over 20, nothing is left. */
export function masked(value: string): string {
  const whole = value.length > mostMaskedInPart || value.length <= shownAtEnd
  return whole ? dot.repeat(Math.min(value.length, mostMaskedInPart)) : dot.repeat(value.length - shownAtEnd) + value.slice(-shownAtEnd)
}
