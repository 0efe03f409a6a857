import { describe, expect, it } from 'vitest'
import { checkSettings } from './checkSettings.ts'
import { parseExpression } from './expression.ts'
import { recordTitle } from './recordTitle.ts'
import { stepBudgets, stepsTaken, TooComplex, withSteps } from './stepBudget.ts'
import { parseTemplate, scopeOf } from './template.ts'

const stepsOf = (source: string, model: Record<string, unknown>) =>
  stepsTaken(Number.MAX_SAFE_INTEGER, () => void parseExpression(source).evaluate(scopeOf(model)))

describe('what an expression costs', () => {
  it.each([
    'sum(a)',
    "count(a, 'n', 1)",
    "join(a, ', ', 'n')",
    "average(a, 'n')",
    'max(a)',
    'contains(a, 7)',
    '7 in a',
    "every(a, 'n', 1)",
    'a = b',
    "'x' + a",
  ])('%s grows with the list, not with its square', (source) => {
    const lists = (length: number) => ({ a: Array.from({ length }, (_, n) => n), b: Array.from({ length }, (_, n) => n) })
    const [one, two] = [stepsOf(source, lists(1000)), stepsOf(source, lists(2000))]
    expect(one).toBeGreaterThanOrEqual(1000)
    expect(two).toBeGreaterThan(1.8 * one)
    expect(two).toBeLessThanOrEqual(2.2 * one)
  })

  it('counts the characters of texts', () => {
    expect(stepsOf('upper(a)', { a: 'x'.repeat(32_000) })).toBeGreaterThan(2000)
    expect(stepsOf("a + 'y'", { a: 'x'.repeat(32_000) })).toBeGreaterThan(2000)
  })

  it('is a handful for what honest forms say', () => {
    const staff = Array.from({ length: 40 }, (_, n) => ({ hours: n % 10 }))
    expect(stepsOf("sum(staff, 'hours') <= 24 * count(staff) and not visitor", { staff })).toBeLessThan(200)
  })

  it('is counted only where somebody gave a budget, and the inner one also counts for the outer', () => {
    const evaluate = () => parseExpression('sum(a)').evaluate(scopeOf({ a: Array.from({ length: 1000 }, () => 1) }))
    expect(evaluate()).toBe(1000)
    expect(() => withSteps(500, evaluate)).toThrow(TooComplex)
    expect(() => withSteps(2500, () => [1, 2, 3].map(() => withSteps(2000, evaluate)))).toThrow(TooComplex)
    expect(evaluate()).toBe(1000)
  })
})

describe('a title that takes for ever', () => {
  const sums = Array.from({ length: 1200 }, () => `{{sum(${Array.from({ length: 20 }, () => 'a').join(',')})}}`).join('')
  const titled = (title: string, model: Record<string, unknown>) => {
    try {
      return recordTitle(title, scopeOf(model))
    } catch (error) {
      return error instanceof Error ? error.message : 'unknown'
    }
  }

  it('ends at its budget and says where, in the same words on every device and the server', () => {
    const a = Array.from({ length: 100_000 }, () => 1)
    expect(titled(sums, { a })).toBe('This form is too complex at recordTitle.')
    expect(titled('{{sum(a)}} workers', { a })).toBe('100000 workers')
    expect(stepsTaken(stepBudgets.text, () => void parseTemplate(sums).fill(scopeOf({ a })))).toBe(Number.POSITIVE_INFINITY)
  })

  it('is told its author where an empty record costs too much already', () => {
    const form = (recordTitle: string) => ({
      name: 'Evil',
      recordTitle,
      children: [
        { type: 'text', attribute: 'a', label: 'A' },
        { type: 'save', label: 'Done' },
      ],
    })
    const told = checkSettings(form('{{a}}'.repeat(160_000)))
    expect(told.ok ? [] : told.problems.map(({ path, message }) => [path, message.split(':')[0]])).toEqual([
      ['recordTitle', 'This form is too complex at recordTitle'],
    ])
    expect(checkSettings(form('{{a}}'.repeat(1000))).ok).toBe(true)
  })
})
