/** Orders texts for `sort` by their UTF-16 units: the same on every device and on the server, in any language. */
export function compareTexts(a: string, b: string): -1 | 0 | 1 {
  if (a < b) return -1
  return a > b ? 1 : 0
}
