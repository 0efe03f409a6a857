import { didYouMean } from './didYouMean.ts'
import { expressionFunctions, functionOf } from './expressionFunctions.ts'
import { contains, equal, isNothing, longestText, numberOf, order, textOf, tidy, truthy } from './expressionValues.ts'
import { countSteps, stepsOfText } from './stepBudgets.ts'

/**
 * The expression language of the settings (spec/1 §5, decision OQ-017): `visible`, `required`, `readOnly`,
 * `valid`, `calculated`, `canDelete`, and the text between {{ and }} in a template. It is the same on device
 * and server; no expression runs as code.
 *
 *   worker_count > 0 and not visitor      trade in ['Rigger', 'Welder']
 *   hours < 4 ? 'short' : 'full day'      sum(staff, 'hours') <= 24 * count(staff)
 *   empty(signature) or len(name) < 3     addDays(today(), 7) >= start_date
 *
 * Values: text ('…' or "…"), numbers, true, false, null, lists [a, b], and names: attributes of the form,
 * `model.hours` for nested ones.
 * Operators, lowest precedence first: `a ? b : c`; `or` `||`; `and` `&&`; `not`; `=` `==` `!=` `<>` `<` `<=`
 * `>` `>=` `in` `not in` `contains`; `+` `-`; `*` `/` `%`; `-a` `!a`. A name without a value (undefined, null
 * or '') is "nothing".
 *
 * Evaluation always ends and throws only TooComplex; a wrong type gives nothing or false:
 * - equal: nothing equals nothing; a number equals text that parses as that number; lists are equal item by
 *   item; otherwise same type and value.
 * - order: numbers (or texts that parse as numbers) by size, other texts by their characters (so yyyy-MM-dd
 *   and HH:mm order by time); any other value, nothing included, gives false.
 * - arithmetic: texts that parse as numbers are numbers, nothing counts as 0 (nothing with nothing gives
 *   nothing), any other value gives nothing, and so does a division by 0. `+` concatenates when one side is
 *   text that is not a number.
 * - and, or, not give true or false. Nothing, false, 0 and the empty list are false.
 */
export interface Expression {
  readonly source: string
  /** All names that the result can depend on, without duplicates. */
  readonly dependencies: readonly string[]
  /**
   * Throws TooComplex when the current budget is used up (stepBudgets.ts), and nothing else. Returns text, a
   * number, a boolean, null, or the value of a name (a list, an object).
   */
  evaluate(scope: Scope): unknown
}

/**
 * Returns the value of a name such as `worker_count` or `model.hours`; undefined when there is none. For
 * `today()` it may return a date other than the clock's.
 */
export type Scope = (name: string) => unknown

/** A syntax error: the position (`at`, from 0) and the expected token. */
export class ExpressionError extends Error {
  readonly at: number
  /** The function that got a wrong number of values. */
  readonly calls: string | undefined
  constructor(message: string, at: number, calls?: string) {
    super(message)
    this.name = 'ExpressionError'
    this.at = at
    this.calls = calls
  }
}

export { truthy } from './expressionValues.ts'

/** Limits that make a malicious settings file harmless. */
export const longestExpression = 4000
export const deepestExpression = 60

type Evaluate = (scope: Scope) => unknown

interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

const words: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'contains', 'true', 'false', 'null'])
const tokenPattern =
  /\s+|(?<name>[A-Za-z_]\w*(?:\.(?:[A-Za-z_]\w*|\d+))*)|(?<number>(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?)|(?<sign>===|!==|==|!=|<>|<=|>=|&&|\|\||[=<>+\-*/%!?:(),[\]])/y

const shownToken = ({ kind, text }: Token) => (kind === 'end' ? 'the end' : `"${text}"`)

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

function readText(source: string, start: number): { text: string; end: number } {
  const quote = source[start]
  let text = ''
  for (let at = start + 1; at < source.length; at++) {
    const sign = source[at] as string
    if (sign === quote) return { text, end: at + 1 }
    if (sign === '\\' && at + 1 < source.length) {
      at++
      const escaped = source[at] as string
      text += escapes[escaped] ?? escaped
    } else text += sign
  }
  throw new ExpressionError(`expected a closing ${quote} for the text`, start)
}

const hintOfSign: Readonly<Record<string, string>> = { '&': '; "and" is written and or &&', '|': '; "or" is written or or ||' }

function tokensOf(source: string): Token[] {
  if (source.length > longestExpression) throw new ExpressionError(`expected at most ${longestExpression} characters`, longestExpression)
  const tokens: Token[] = []
  let at = 0
  while (at < source.length) {
    const sign = source[at] as string
    if (sign === "'" || sign === '"') {
      const { text, end } = readText(source, at)
      tokens.push({ kind: 'text', text, at })
      at = end
      continue
    }
    tokenPattern.lastIndex = at
    const found = tokenPattern.exec(source)
    if (!found) {
      throw new ExpressionError(`expected a name, a value or an operator instead of "${sign}"${hintOfSign[sign] ?? ''}`, at)
    }
    const { name, number, sign: operator } = found.groups as Record<string, string | undefined>
    if (name !== undefined) tokens.push({ kind: 'name', text: name, at })
    else if (number !== undefined) {
      if (/[\w.]/.test(source[tokenPattern.lastIndex] ?? '')) {
        throw new ExpressionError('expected a number such as 12 or 7.5; a name begins with a letter', at)
      }
      tokens.push({ kind: 'number', text: number, at })
    } else if (operator !== undefined) tokens.push({ kind: 'sign', text: operator, at })
    at = tokenPattern.lastIndex
  }
  tokens.push({ kind: 'end', text: '', at: source.length })
  return tokens
}

/** The local date of the device or server, unless the scope returns another. */
function dayOf(scope: Scope): string {
  const said = scope('today()')
  if (typeof said === 'string') return said
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

const arithmetic: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
}

function calculate(sign: string, left: unknown, right: unknown): unknown {
  if (isNothing(left) && isNothing(right)) return null
  const first = isNothing(left) ? 0 : numberOf(left)
  const second = isNothing(right) ? 0 : numberOf(right)
  const run = arithmetic[sign]
  if (first !== undefined && second !== undefined && run) return tidy(run(first, second))
  if (sign === '+' && (typeof left === 'string' || typeof right === 'string')) {
    const joined = textOf(left) + textOf(right)
    countSteps(stepsOfText(joined))
    return joined.slice(0, longestText)
  }
  return null
}

const comparisons: Readonly<Record<string, (left: unknown, right: unknown) => boolean>> = {
  '=': (left, right) => equal(left, right),
  '!=': (left, right) => !equal(left, right),
  '<': (left, right) => (order(left, right) ?? 0) < 0,
  '<=': (left, right) => (order(left, right) ?? 1) <= 0,
  '>': (left, right) => (order(left, right) ?? 0) > 0,
  '>=': (left, right) => (order(left, right) ?? -1) >= 0,
  in: (left, right) => contains(right, left),
  'not in': (left, right) => !contains(right, left),
  contains: (left, right) => contains(left, right),
}
const sameSign: Readonly<Record<string, string>> = { '==': '=', '===': '=', '!==': '!=', '<>': '!=' }

/** A recursive descent parser. Each rule returns a function that evaluates it. */
class Parser {
  readonly names = new Set<string>()
  private readonly tokens: readonly Token[]
  private place = 0
  private depth = 0

  constructor(source: string) {
    this.tokens = tokensOf(source)
  }

  whole(): Evaluate {
    if (this.tokens.length === 1) throw new ExpressionError('expected an expression such as worker_count > 0', 0)
    const evaluate = this.choice()
    if (this.now.kind !== 'end') {
      const hint = this.now.kind === 'sign' && this.now.text in comparisons ? '; join two comparisons with "and"' : ''
      throw new ExpressionError(`expected an operator or the end instead of ${shownToken(this.now)}${hint}`, this.now.at)
    }
    return evaluate
  }

  private get now(): Token {
    return this.tokens[this.place] as Token
  }

  /** Consumes and returns the next token when it is one of these signs or words. */
  private took(...texts: readonly string[]): string | undefined {
    const { kind, text } = this.now
    if ((kind !== 'sign' && kind !== 'name') || !texts.includes(text)) return undefined
    this.place++
    return text
  }

  private expect(text: string, why: string): void {
    if (this.took(text) === undefined)
      throw new ExpressionError(`expected "${text}" ${why} instead of ${shownToken(this.now)}`, this.now.at)
  }

  private nested<T>(rule: () => T): T {
    if (++this.depth > deepestExpression) throw new ExpressionError(`expected at most ${deepestExpression} levels of nesting`, this.now.at)
    const result = rule()
    this.depth--
    return result
  }

  private choice(): Evaluate {
    return this.nested(() => {
      const is = this.either()
      if (!this.took('?')) return is
      const yes = this.choice()
      this.expect(':', 'and what holds otherwise')
      const no = this.choice()
      return (scope) => (truthy(is(scope)) ? yes(scope) : no(scope))
    })
  }

  private either(): Evaluate {
    const parts = [this.both()]
    while (this.took('or', '||')) parts.push(this.both())
    return parts.length === 1 ? (parts[0] as Evaluate) : (scope) => parts.some((part) => truthy(part(scope)))
  }

  private both(): Evaluate {
    const parts = [this.negation()]
    while (this.took('and', '&&')) parts.push(this.negation())
    return parts.length === 1 ? (parts[0] as Evaluate) : (scope) => parts.every((part) => truthy(part(scope)))
  }

  private negation(): Evaluate {
    if (!this.took('not')) return this.comparison()
    const inner = this.nested(() => this.negation())
    return (scope) => !truthy(inner(scope))
  }

  private comparison(): Evaluate {
    const left = this.sum()
    const after = this.tokens[this.place + 1]
    let sign: string | undefined
    if (this.now.kind === 'name' && this.now.text === 'not' && after?.kind === 'name' && after.text === 'in') {
      this.place += 2
      sign = 'not in'
    } else sign = this.took('=', '==', '===', '!=', '!==', '<>', '<', '<=', '>', '>=', 'in', 'contains')
    if (sign === undefined) return left
    const compare = comparisons[sameSign[sign] ?? sign] as (left: unknown, right: unknown) => boolean
    const right = this.sum()
    return (scope) => compare(left(scope), right(scope))
  }

  private sum(): Evaluate {
    return this.chain(['+', '-'], () => this.product())
  }

  private product(): Evaluate {
    return this.chain(['*', '/', '%'], () => this.negative())
  }

  /** Parses a left-associative chain as a list, so that a long chain does not nest. */
  private chain(signs: readonly string[], part: () => Evaluate): Evaluate {
    const first = part()
    const more: { sign: string; part: Evaluate }[] = []
    for (let sign = this.took(...signs); sign !== undefined; sign = this.took(...signs)) more.push({ sign, part: part() })
    if (more.length === 0) return first
    return (scope) => {
      countSteps(more.length)
      let result = first(scope)
      for (const step of more) result = calculate(step.sign, result, step.part(scope))
      return result
    }
  }

  private negative(): Evaluate {
    const sign = this.took('-', '+', '!', 'not')
    if (!sign) return this.value()
    const inner = this.nested(() => this.negative())
    if (sign === '!' || sign === 'not') return (scope) => !truthy(inner(scope))
    return (scope) => {
      const number = numberOf(inner(scope))
      return number === undefined ? null : tidy(sign === '-' ? -number : number)
    }
  }

  private value(): Evaluate {
    const { kind, text, at } = this.now
    if (kind === 'number') {
      this.place++
      const number = tidy(Number(text))
      return () => number
    }
    if (kind === 'text') {
      this.place++
      return () => text
    }
    if (this.took('(')) {
      const inner = this.choice()
      this.expect(')', 'after what stands in the parentheses')
      return inner
    }
    if (this.took('[')) return this.list()
    if (kind !== 'name' || (words.has(text) && !['true', 'false', 'null', 'contains'].includes(text))) {
      throw new ExpressionError(`expected a name or a value instead of ${shownToken(this.now)}`, at)
    }
    this.place++
    if (this.took('(')) return this.call(text, at)
    if (text === 'contains') throw new ExpressionError('expected a name or a value instead of "contains"', at)
    if (text === 'true' || text === 'false') return () => text === 'true'
    if (text === 'null') return () => null
    this.names.add(text)
    return (scope) => {
      countSteps(1)
      return scope(text)
    }
  }

  private list(): Evaluate {
    const items = this.until(']', 'after the items of the list')
    return (scope) => {
      countSteps(items.length)
      return items.map((item) => item(scope))
    }
  }

  private call(name: string, at: number): Evaluate {
    const values = this.until(')', `after the values of ${name}`)
    const known = functionOf(name)
    if (!known) {
      const near = didYouMean(name, Object.keys(expressionFunctions))
      const list = near ? `; did you mean ${near}?` : `; there are ${Object.keys(expressionFunctions).join(', ')}`
      throw new ExpressionError(`expected a function instead of "${name}"${list}`, at)
    }
    const { least, most, run } = known
    if (values.length < least || values.length > most) {
      const wanted = least === most ? String(least) : `${least} to ${most}`
      throw new ExpressionError(`expected ${wanted} ${most === 1 ? 'value' : 'values'} for ${name} instead of ${values.length}`, at, name)
    }
    if (name === 'if') {
      const [is, yes, no] = values as [Evaluate, Evaluate, Evaluate | undefined]
      return (scope) => (truthy(is(scope)) ? yes(scope) : (no?.(scope) ?? null))
    }
    return (scope) => {
      const held = values.map((value) => value(scope))
      countSteps(held.reduce<number>((steps, value) => steps + stepsOf(value), 1))
      return run(held, () => dayOf(scope))
    }
  }

  /** Parses the values up to the closing sign, separated by commas. */
  private until(closing: string, why: string): Evaluate[] {
    const parts: Evaluate[] = []
    if (this.took(closing)) return parts
    do parts.push(this.choice())
    while (this.took(','))
    this.expect(closing, why)
    return parts
  }
}

/** The number of steps that a function takes for a value: the items of a list (`textOf` counts their characters), or the text of any other value. */
const stepsOf = (value: unknown): number => (Array.isArray(value) ? value.length : stepsOfText(textOf(value)))

const kept = new Map<string, Expression>()
const mostKept = 2000

/**
 * Parses an expression. Returns the same object for the same text.
 * @throws ExpressionError
 */
export function parseExpression(source: string): Expression {
  const known = kept.get(source)
  if (known) return known
  const parser = new Parser(source)
  const evaluate = parser.whole()
  const expression: Expression = { source, dependencies: [...parser.names], evaluate }
  if (kept.size >= mostKept) kept.clear()
  kept.set(source, expression)
  return expression
}
