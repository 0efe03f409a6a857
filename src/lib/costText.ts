const formats = new Map<string, Intl.NumberFormat>()

/**
 * 123450 → '$1,234.50': cents divided by 100, in US dollars by default. Any other value becomes text, '' for
 * none.
 */
export function costText(cents: unknown, language: string, currency = 'USD'): string {
  if (typeof cents !== 'number' || !Number.isFinite(cents)) return cents === null || cents === undefined ? '' : String(cents)
  const name = `${language} ${currency}`
  let format = formats.get(name)
  if (!format) {
    format = new Intl.NumberFormat(language, { style: 'currency', currency })
    formats.set(name, format)
  }
  return format.format(cents / 100)
}
