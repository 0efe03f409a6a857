import type { Value } from './formFields.ts'

/** A field that the file's author calculates with Acrobat's built-in functions. */
export interface Calculation {
  readonly name: string
  readonly how: 'SUM' | 'PRD' | 'AVG' | 'MIN' | 'MAX'
  readonly of: readonly string[]
}

const total = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

/** Acrobat's built-in functions, for at least one number. */
const functions: Record<Calculation['how'], (numbers: readonly number[]) => number> = {
  SUM: total,
  AVG: (numbers) => total(numbers) / numbers.length,
  PRD: (numbers) => numbers.reduce((a, b) => a * b, 1),
  MIN: (numbers) => Math.min(...numbers),
  MAX: (numbers) => Math.max(...numbers),
}

const simple = /AFSimple_Calculate\(\s*["'](SUM|PRD|AVG|MIN|MAX)["']\s*,\s*(?:new\s+Array\s*\(|\[)?([^)\]]*)/

/** Parses the script of a field; undefined if it is more than a simple calculation. */
export function calculationOf(name: string, script: string): Calculation | undefined {
  const [, how, list = ''] = simple.exec(script) ?? []
  if (how === undefined) return undefined
  // An unclosed quote matches to the end, so that the search does not restart inside it.
  const of = [...list.matchAll(/"((?:[^"\\]|\\(?:.|$))*)("|$)|'((?:[^'\\]|\\(?:.|$))*)('|$)/gs)]
    .filter(([, , double, , single]) => double || single)
    .flatMap(([, double, , single]) => (double ?? single ?? '').replace(/\\(.)/g, '$1').split(','))
    .map((one) => one.trim())
    .filter(Boolean)
  return of.length > 0 ? { name, how: how as Calculation['how'], of } : undefined
}

/** Converts 1,234.50 and 1234,5 to a number; other text counts as 0, as in Acrobat. */
export function numberOf(value: Value | undefined): number {
  if (typeof value !== 'string') return 0
  const text = value.replace(/[^\d,.-]/g, '')
  const decimal = /,\d{1,2}$/.test(text) && !/\.\d+$/.test(text) ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '')
  const number = Number.parseFloat(decimal)
  return Number.isFinite(number) ? number : 0
}

/**
 * Returns the calculated values that differ from the current ones, in the order that the file declares: a
 * total of totals is last.
 */
export function calculate(
  calculations: readonly Calculation[],
  value: (name: string) => Value | undefined,
  namesUnder: (name: string) => readonly string[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const read = (name: string) => found.get(name) ?? value(name)
  for (const { name, how, of } of calculations) {
    // The name in the script may be a group: it means all fields below it.
    const numbers = of.flatMap(namesUnder).map((one) => numberOf(read(one)))
    if (numbers.length === 0) continue
    const result = functions[how](numbers)
    const text = String(Math.round(result * 1e6) / 1e6)
    const before = read(name)
    if ((before === undefined || before === '') && result === 0) continue
    if (numberOf(before) !== Number(text) || before === '' || before === undefined) found.set(name, text)
  }
  return found
}
