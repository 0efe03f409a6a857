import { evaluatorOf } from './functions/evaluatorOf.ts'
import { functionOf } from './functions/expressionFunctions.ts'
import { partsOf, type Tree } from './functions/expressionTree.ts'
import { tidy } from './expressionValues.ts'

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
 * - a comparison with nothing is nothing: neither true nor false, and so are `not`, `and`, `or` and `? :` that depend
 *   on it. A flag such as `visible` takes it as false. `a = ''` and `a != null` ask whether there is a value.
 * - equal: a number equals text that parses as that number; lists are equal item by item; otherwise same type and
 *   value.
 * - order: numbers (or texts that parse as numbers) by size, other texts by their characters (so yyyy-MM-dd
 *   and HH:mm order by time); any other value gives false.
 * - `+` joins when one side is a text. Other arithmetic, and `+` of numbers: texts that parse as numbers are numbers,
 *   nothing counts as 0 (nothing with nothing gives nothing), any other value gives nothing, and so does a division
 *   by 0.
 * - and, or, not take a value as true or false. Nothing, false, 0 and the empty list are false.
 */
export interface Expression {
  readonly source: string
  readonly tree: Tree
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
 * `today()` and `now()` it may return a date or time other than the clock's; `lookup:machines` asks for the rows
 * of a lookup.
 */
export type Scope = (name: string) => unknown

/** A syntax error: the position (`at`, from 0) and the expected token. */
export class ExpressionError extends Error {
  readonly at: number
  /** The function that got a wrong number of values, or that does not exist: functions/hintForCall.ts knows more. */
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

interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

const words: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'contains', 'true', 'false', 'null'])
const tokenPattern =
  /\s+|(?<name>[A-Za-z_]\w*(?:\.(?:[A-Za-z_]\w*|\d+))*)|(?<number>(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?)|(?<sign>===|!==|==|!=|<>|<=|>=|&&|\|\||[=<>+\-*/%!?:(),[\]])/y

const shownToken = ({ kind, text }: Token) => (kind === 'end' ? 'the end' : `"${text}"`)

/** Any other \ stays, so that a pattern can be written as '\d{3}'. */
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', "'": "'", '"': '"', '\\': '\\' }

function readText(source: string, start: number): { text: string; end: number } {
  const quote = source[start]
  let text = ''
  for (let at = start + 1; at < source.length; at++) {
    const sign = source[at] as string
    if (sign === quote) return { text, end: at + 1 }
    if (sign === '\\' && at + 1 < source.length) {
      at++
      const escaped = source[at] as string
      text += escapes[escaped] ?? sign + escaped
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

const sameSign: Readonly<Record<string, string>> = { '==': '=', '===': '=', '!==': '!=', '<>': '!=' }

const comparisons = ['=', '==', '===', '!=', '!==', '<>', '<', '<=', '>', '>=', 'in', 'contains']

/** A recursive descent parser. */
class Parser {
  private readonly tokens: readonly Token[]
  private place = 0
  private depth = 0

  constructor(source: string) {
    this.tokens = tokensOf(source)
  }

  whole(): Tree {
    if (this.tokens.length === 1) throw new ExpressionError('expected an expression such as worker_count > 0', 0)
    const tree = this.choice()
    if (this.now.kind !== 'end') {
      const hint = this.now.kind === 'sign' && comparisons.includes(this.now.text) ? '; join two comparisons with "and"' : ''
      throw new ExpressionError(`expected an operator or the end instead of ${shownToken(this.now)}${hint}`, this.now.at)
    }
    return tree
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

  private choice(): Tree {
    return this.nested(() => {
      const is = this.either()
      if (!this.took('?')) return is
      const yes = this.choice()
      this.expect(':', 'and what holds otherwise')
      return { kind: 'choice', is, yes, no: this.choice() }
    })
  }

  private either(): Tree {
    const parts = [this.both()]
    while (this.took('or', '||')) parts.push(this.both())
    return parts.length === 1 ? (parts[0] as Tree) : { kind: 'or', parts }
  }

  private both(): Tree {
    const parts = [this.negation()]
    while (this.took('and', '&&')) parts.push(this.negation())
    return parts.length === 1 ? (parts[0] as Tree) : { kind: 'and', parts }
  }

  private negation(): Tree {
    return this.took('not') ? { kind: 'not', inner: this.nested(() => this.negation()) } : this.comparison()
  }

  private comparison(): Tree {
    const left = this.sum()
    const { at } = this.now
    const after = this.tokens[this.place + 1]
    let sign: string | undefined
    if (this.now.kind === 'name' && this.now.text === 'not' && after?.kind === 'name' && after.text === 'in') {
      this.place += 2
      sign = 'not in'
    } else sign = this.took(...comparisons)
    return sign === undefined ? left : { kind: 'comparison', sign: sameSign[sign] ?? sign, left, right: this.sum(), at }
  }

  private sum(): Tree {
    return this.chain(['+', '-'], () => this.product())
  }

  private product(): Tree {
    return this.chain(['*', '/', '%'], () => this.negative())
  }

  /** Parses a left-associative chain as a list, so that a long chain does not nest. */
  private chain(signs: readonly string[], part: () => Tree): Tree {
    const first = part()
    const steps: { sign: string; part: Tree; at: number }[] = []
    for (let { at } = this.now, sign = this.took(...signs); sign !== undefined; { at } = this.now, sign = this.took(...signs))
      steps.push({ sign, part: part(), at })
    return steps.length === 0 ? first : { kind: 'chain', first, steps }
  }

  private negative(): Tree {
    const sign = this.took('-', '+', '!', 'not')
    if (!sign) return this.value()
    const inner = this.nested(() => this.negative())
    return sign === '-' || sign === '+' ? { kind: 'sign', sign, inner } : { kind: 'not', inner }
  }

  private value(): Tree {
    const { kind, text, at } = this.now
    if (kind === 'number') {
      this.place++
      return { kind: 'value', value: tidy(Number(text)), at }
    }
    if (kind === 'text') {
      this.place++
      return { kind: 'value', value: text, at }
    }
    if (this.took('(')) {
      const inner = this.choice()
      this.expect(')', 'after what stands in the parentheses')
      return inner
    }
    if (this.took('[')) return { kind: 'list', items: this.until(']', 'after the items of the list') }
    if (kind !== 'name' || (words.has(text) && !['true', 'false', 'null', 'contains'].includes(text))) {
      throw new ExpressionError(`expected a name or a value instead of ${shownToken(this.now)}`, at)
    }
    this.place++
    if (this.took('(')) return this.call(text, at)
    if (text === 'contains') throw new ExpressionError('expected a name or a value instead of "contains"', at)
    if (text === 'true' || text === 'false') return { kind: 'value', value: text === 'true', at }
    return text === 'null' ? { kind: 'value', value: null, at } : { kind: 'name', name: text, at }
  }

  private call(name: string, at: number): Tree {
    const values = this.until(')', `after the values of ${name}`)
    const calls = functionOf(name)
    if (!calls) throw new ExpressionError(`expected a function instead of "${name}"`, at, name)
    const { least, most } = calls
    if (values.length < least || values.length > most) {
      const wanted = least === most ? String(least) : `${least} to ${most}`
      throw new ExpressionError(`expected ${wanted} ${most === 1 ? 'value' : 'values'} for ${name} instead of ${values.length}`, at, name)
    }
    const [is, yes, no] = values
    return name === 'if' && is && yes ? { kind: 'choice', is, yes, no } : { kind: 'call', name, values, calls, at }
  }

  /** Parses the values up to the closing sign, separated by commas. */
  private until(closing: string, why: string): Tree[] {
    const parts: Tree[] = []
    if (this.took(closing)) return parts
    do parts.push(this.choice())
    while (this.took(','))
    this.expect(closing, why)
    return parts
  }
}

const kept = new Map<string, Expression>()
const mostKept = 2000

/**
 * Parses an expression. Returns the same object for the same text.
 * @throws ExpressionError
 */
export function parseExpression(source: string): Expression {
  const known = kept.get(source)
  if (known) return known
  const tree = new Parser(source).whole()
  const names = new Set<string>()
  const visit = (part: Tree) => {
    if (part.kind === 'name') names.add(part.name)
    partsOf(part).forEach(visit)
  }
  visit(tree)
  const expression: Expression = { source, tree, dependencies: [...names], evaluate: evaluatorOf(tree) }
  if (kept.size >= mostKept) kept.clear()
  kept.set(source, expression)
  return expression
}
