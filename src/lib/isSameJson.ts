type Values = Readonly<Record<string, unknown>>

/** Returns true if two values that were parsed from JSON are equal, in any order of keys. Stops at the first difference. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameJson((one as Values)[key], (other as Values)[key]))
  )
}
