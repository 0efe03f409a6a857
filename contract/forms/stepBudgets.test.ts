import { describe, expect, it } from 'vitest'
import { checkSettings } from './checkSettings.ts'
import { parseExpression } from './expression.ts'
import { recordTitle } from './recordTitle.ts'
import { stepBudgets, stepsTaken, TooComplex, withSteps } from './stepBudgets.ts'
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

  it.each([
    ['a < b', 'z', 'y'],
    ['a >= b', 'z', 'y'],
    ['a = b', 'z', 'y'],
    ['a != b', 'z', 'y'],
    ['a in b', 'z', 'y'],
    ['o = p', 'z', 'y'],
    ["count(l, 'n', b)", 'z', 'y'],
    ['l contains b', 'z', 'y'],
    ['max(a, b)', 'z', 'y'],
    ['min(l)', 'z', 'y'],
    ['count(l, a)', '', ''],
    ['lower(o)', '', ''],
    ['len(o)', '', ''],
    ['startsWith(o, p)', 'z', 'y'],
    ['endsWith(o, o)', '', ''],
    ['join(l)', '', ''],
    ['lower(l)', '', ''],
    ['text(l)', '', ''],
    ['o contains a', '', ''],
  ])('%s grows with the characters that it reads', (source, left, right) => {
    const texts = (length: number) => {
      const [a, b] = ['x'.repeat(length) + left, 'x'.repeat(length) + right]
      return { a, b, o: { label: a }, p: { label: b }, l: [a, a, { n: a }] }
    }
    const [one, two] = [stepsOf(source, texts(16_000)), stepsOf(source, texts(32_000))]
    expect(one).toBeGreaterThanOrEqual(1000)
    expect(two).toBeGreaterThan(1.8 * one)
    expect(two).toBeLessThanOrEqual(4.2 * one)
  })

  it('grows with both texts where one is looked for in the other: an engine may compare each place with the whole part', () => {
    const search = (length: number) => stepsOf('a contains b', { a: 'x'.repeat(2 * length), b: `${'x'.repeat(length)}y` })
    expect(search(8000)).toBeGreaterThan(3.5 * search(4000))
    expect(stepsOf('a contains b', { a: 'x'.repeat(16), b: 'x'.repeat(16_000) })).toBeLessThan(3000)
  })

  it('grows with the names of either object', () => {
    const o = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, n]))
    expect(stepsOf('o = p', { o, p: {} })).toBeGreaterThanOrEqual(5000)
    expect(stepsOf('p = o', { o, p: {} })).toBeGreaterThanOrEqual(5000)
  })

  it('is a handful for what honest forms say', () => {
    const staff = Array.from({ length: 40 }, (_, n) => ({ hours: n % 10 }))
    expect(stepsOf("sum(staff, 'hours') <= 24 * count(staff) and not visitor", { staff })).toBeLessThan(200)
    const notes = 'The crane was moved to the north side before lunch. '.repeat(40)
    expect(
      stepsOf("notes contains 'crane' and status != 'Closed' and start < end", { notes, status: 'Open', start: '07:00', end: '16:30' }),
    ).toBeLessThan(300)
    // A choice with 300 options of 30 characters.
    const trades = Array.from({ length: 300 }, (_, n) => `Trade of the construction site ${n}`)
    expect(stepsOf('trade in trades', { trades, trade: trades.at(-1) })).toBeLessThan(1500)
  })

  it('is counted only inside a budget, and the inner budget also counts for the outer', () => {
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

  it('warns the author of a title that costs too much on an empty record', () => {
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
