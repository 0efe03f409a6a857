/**
 * Replaces each `{{…}}`, up to the first }} after it, with the result of `replace`. Does not parse
 * expressions; accepts any text, in linear time.
 */
export function replacePlaceholders(text: string, replace: (placeholder: string) => string): string {
  let replaced = ''
  let at = 0
  for (;;) {
    const open = text.indexOf('{{', at)
    const end = open < 0 ? -1 : text.indexOf('}}', open + 2)
    if (end < 0) return replaced + text.slice(at)
    replaced += text.slice(at, open) + replace(text.slice(open, end + 2))
    at = end + 2
  }
}
