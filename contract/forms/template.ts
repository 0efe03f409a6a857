import { type Expression, ExpressionError, parseExpression, type Scope } from './expression.ts'
import { longestText, partOf, textOf } from './expressionValues.ts'
import type { Model } from '../endpoints/records.ts'
import { countSteps, stepsOfText } from './stepBudgets.ts'

/**
 * A text with placeholders (spec/1 §2.4, §5): `Hello {{name}}, {{count(staff)}} on site`. The text between {{
 * and }} is an expression; a missing value gives ''. `\{{` is a literal {{.
 */
export interface Template {
  readonly source: string
  readonly dependencies: readonly string[]
  /** The expression, when the template is one placeholder and nothing else: its value can be more than a text. */
  readonly only: Expression | undefined
  /**
   * Fills the template. `shown` resolves placeholders that are a plain name, `scope` all others; `write`
   * formats each value.
   * @throws TooComplex when the current budget is used up
   */
  fill(scope: Scope, shown?: Scope, write?: (value: string) => string): string
}

/**
 * End of a placeholder that starts at `start` (after its braces), ignoring braces inside quoted texts. -1
 * when it has no end.
 */
function endOf(source: string, start: number): number {
  let quote = ''
  for (let at = start; at < source.length; at++) {
    const sign = source[at] as string
    if (quote) {
      if (sign === '\\') at++
      else if (sign === quote) quote = ''
    } else if (sign === "'" || sign === '"') quote = sign
    else if (sign === '}' && source[at + 1] === '}') return at
  }
  return -1
}

function partsOf(source: string): (string | Expression)[] {
  const parts: (string | Expression)[] = []
  let plain = ''
  let at = 0
  while (at < source.length) {
    const open = source.indexOf('{{', at)
    if (open < 0) break
    if (source[open - 1] === '\\') {
      plain += `${source.slice(at, open - 1)}{{`
      at = open + 2
      continue
    }
    const end = endOf(source, open + 2)
    if (end < 0) throw new ExpressionError('expected }} after the placeholder', open)
    parts.push(plain + source.slice(at, open))
    plain = ''
    const inside = source.slice(open + 2, end)
    try {
      parts.push(parseExpression(inside.trim()))
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      const indent = inside.length - inside.trimStart().length
      throw new ExpressionError(error.message, open + 2 + indent + error.at, error.calls)
    }
    at = end + 2
  }
  parts.push(plain + source.slice(at))
  return parts.filter((part) => part !== '')
}

const isName = ({ source, dependencies }: Expression) => dependencies.length === 1 && dependencies[0] === source

const kept = new Map<string, Template>()
const mostKept = 2000

/**
 * Parses a template. Returns the same object for the same text.
 * @throws ExpressionError
 */
export function parseTemplate(source: string): Template {
  const known = kept.get(source)
  if (known) return known
  const parts = partsOf(source)
  const [first] = parts
  const template: Template = {
    source,
    only: parts.length === 1 && typeof first === 'object' ? first : undefined,
    dependencies: [...new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : part.dependencies)))],
    fill(scope, shown = scope, write = (value) => value) {
      let text = ''
      for (const part of parts) {
        const more = typeof part === 'string' ? part : write(textOf(part.evaluate(isName(part) ? shown : scope)))
        countSteps(1 + stepsOfText(more))
        text += more
        if (text.length > longestText) return text.slice(0, longestText)
      }
      return text
    },
  }
  if (kept.size >= mostKept) kept.clear()
  kept.set(source, template)
  return template
}

/**
 * A scope for the names of a plain model: `hours`, and dotted ones into nested objects and lists
 * (`model.hours`, `staff.0.name`).
 */
export const scopeOf =
  (model: Model): Scope =>
  (name) =>
    partOf(model, name)
