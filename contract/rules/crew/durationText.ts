/** Returns minutes as people say them: '14 min', '4 h 05 min'. The abbreviations are the same in all languages of the product. */
export function durationText(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  if (whole < 60) return `${whole} min`
  return `${Math.floor(whole / 60)} h ${String(whole % 60).padStart(2, '0')} min`
}
