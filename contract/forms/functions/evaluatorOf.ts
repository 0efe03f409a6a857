import type { LookupItem } from '../../endpoints/pages.ts'
import type { Scope } from '../expression.ts'
import type { FunctionContext } from './expressionFunctions.ts'
import type { Tree } from './expressionTree.ts'
import { contains, equal, isNothing, longestText, numberOf, order, textOf, tidy, truthy } from '../expressionValues.ts'
import { countSteps, stepsOfText } from '../stepBudgets.ts'

type Evaluate = (scope: Scope) => unknown
/** True, false, or null: a comparison with an empty answer is neither. */
type Decide = (scope: Scope) => boolean | null

const two = (part: number) => String(part).padStart(2, '0')

/** The local clock of the device or server, unless the scope returns another. */
function clockOf(scope: Scope): string {
  const said = scope('now()')
  if (typeof said === 'string') return said
  const now = new Date()
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}T${two(now.getHours())}:${two(now.getMinutes())}`
}

function dayOf(scope: Scope): string {
  const said = scope('today()')
  return typeof said === 'string' ? said : clockOf(scope).slice(0, 10)
}

const contextOf = (scope: Scope): FunctionContext => ({
  today: () => dayOf(scope),
  now: () => clockOf(scope),
  rows(lookup) {
    const rows = scope(`lookup:${lookup}`)
    return Array.isArray(rows) ? (rows as LookupItem[]) : undefined
  },
})

const arithmetic: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
}

function calculate(sign: string, left: unknown, right: unknown): unknown {
  if (isNothing(left) && isNothing(right)) return null
  if (sign === '+' && (isText(left) || isText(right))) {
    const joined = textOf(left) + textOf(right)
    countSteps(stepsOfText(joined))
    return joined.slice(0, longestText)
  }
  const first = isNothing(left) ? 0 : numberOf(left)
  const second = isNothing(right) ? 0 : numberOf(right)
  const run = arithmetic[sign]
  return first !== undefined && second !== undefined && run ? tidy(run(first, second)) : null
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''

const orders: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

/** An empty list or text contains nothing; nothing is neither in a list nor not in it. */
function isPart(whole: unknown, part: unknown): boolean | null {
  if (isNothing(whole)) return false
  return isNothing(part) ? null : contains(whole, part)
}

function compare(sign: string, left: unknown, right: unknown): boolean | null {
  if (sign === 'contains') return isPart(left, right)
  if (sign === 'in') return isPart(right, left)
  if (sign === 'not in') return negated(isPart(right, left))
  if (isNothing(left) || isNothing(right)) return null
  if (sign === '=') return equal(left, right)
  if (sign === '!=') return !equal(left, right)
  const found = order(left, right)
  return found !== undefined && (orders[sign]?.(found) ?? false)
}

const negated = (value: boolean | null): boolean | null => (value === null ? null : !value)

/** `trade = ''` and `trade != null` ask whether there is an answer. */
const asksForNothing = (tree: Tree) => tree.kind === 'value' && isNothing(tree.value)

const conditions: ReadonlySet<Tree['kind']> = new Set(['comparison', 'and', 'or', 'not'])

/**
 * Whether a rule such as `valid` is broken. A condition that is empty breaks nothing: `required` asks for the answer
 * that it lacks.
 */
export const isBroken = (tree: Tree, value: unknown): boolean => !truthy(value) && !(value === null && conditions.has(tree.kind))

/** How a tree decides. Only conditions can be empty: an answer that is missing counts as false. */
function decisionOf(tree: Tree): Decide {
  const evaluate = evaluatorOf(tree)
  return conditions.has(tree.kind) ? (evaluate as Decide) : (scope) => truthy(evaluate(scope))
}

/** `and` ends at the first false part, `or` at the first true one; otherwise one empty part makes it empty. */
function joined(trees: readonly Tree[], last: boolean): Decide {
  const parts = trees.map(decisionOf)
  return (scope) => {
    let result: boolean | null = !last
    for (const part of parts) {
      const decided = part(scope)
      if (decided === last) return last
      if (decided === null) result = null
    }
    return result
  }
}

/** The number of steps that a function takes for a value: the items of a list (`textOf` counts their characters), or the text of any other value. */
const stepsOf = (value: unknown): number => (Array.isArray(value) ? value.length : stepsOfText(textOf(value)))

const evaluators: { readonly [K in Tree['kind']]: (tree: Tree & { kind: K }) => Evaluate } = {
  value:
    ({ value }) =>
    () =>
      value,
  name:
    ({ name }) =>
    (scope) => {
      countSteps(1)
      return scope(name)
    },
  list({ items }) {
    const parts = items.map(evaluatorOf)
    return (scope) => {
      countSteps(parts.length)
      return parts.map((part) => part(scope))
    }
  },
  call({ values, calls }) {
    const parts = values.map(evaluatorOf)
    return (scope) => {
      const held = parts.map((part) => part(scope))
      countSteps(held.reduce<number>((steps, value) => steps + stepsOf(value), 1))
      return calls.run(held, contextOf(scope))
    }
  },
  choice({ is, yes, no }) {
    const decide = decisionOf(is)
    const then = evaluatorOf(yes)
    const otherwise = no && evaluatorOf(no)
    return (scope) => {
      const decided = decide(scope)
      if (decided === null) return null
      return decided ? then(scope) : (otherwise?.(scope) ?? null)
    }
  },
  and: ({ parts }) => joined(parts, false),
  or: ({ parts }) => joined(parts, true),
  not({ inner }) {
    const decide = decisionOf(inner)
    return (scope) => negated(decide(scope))
  },
  comparison({ sign, left, right }) {
    const [first, second] = [evaluatorOf(left), evaluatorOf(right)]
    if ((sign === '=' || sign === '!=') && (asksForNothing(left) || asksForNothing(right)))
      return (scope) => equal(first(scope), second(scope)) === (sign === '=')
    return (scope) => compare(sign, first(scope), second(scope))
  },
  chain({ first, steps }) {
    const begin = evaluatorOf(first)
    const more = steps.map(({ sign, part }) => ({ sign, evaluate: evaluatorOf(part) }))
    return (scope) => {
      countSteps(more.length)
      let result = begin(scope)
      for (const { sign, evaluate } of more) result = calculate(sign, result, evaluate(scope))
      return result
    }
  },
  sign({ sign, inner }) {
    const evaluate = evaluatorOf(inner)
    return (scope) => {
      const number = numberOf(evaluate(scope))
      return number === undefined ? null : tidy(sign === '-' ? -number : number)
    }
  },
}

/** Returns the function that evaluates a tree. */
export const evaluatorOf = (tree: Tree): Evaluate => (evaluators[tree.kind] as (tree: Tree) => Evaluate)(tree)
