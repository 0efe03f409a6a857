import { describe, expect, it } from 'vitest'
import { parseExpression } from '../../../../contract/forms/expression.ts'
import { type Condition, readCondition, writeCondition } from './readCondition.ts'

describe('conditions as menus', () => {
  it.each([
    `trade = 'Rigger'`,
    `trade != 'Rigger' and hours > 8`,
    `trade in ['Rigger', 'Welder'] or visitor = true`,
    `trade not in ['Rigger']`,
    `not empty(photo) and empty(note)`,
    `hours >= 0.5 and hours <= 24 and temperature < -5`,
    `hazards contains 'Fire'`,
    `not (hazards contains 'It\\'s hot')`,
    `count(crew) >= 2`,
    `count(crew) < 3`,
    `end_time > start_time`,
    `model.hours = 3`,
    `visitor and not inducted`,
  ])('%s is the same after it was read and written', (source) => {
    const condition = readCondition(source)
    expect(condition).toBeDefined()
    expect(writeCondition(condition as Condition)).toBe(source)
  })

  it('writes other spellings of the same condition with the same meaning', () => {
    const answers = [{ a: true, b: 5, list: [1, 2] }, { a: 'Rigger', b: 4, list: [1] }, { a: '\\d', b: 0, list: [] }, {}]
    const sources = ['a', 'not a', '!a', 'a && b == 5', 'a || b <> 5', 'b !== 4', 'count(list) > 1', String.raw`a = '\d'`]
    for (const source of sources) {
      const written = writeCondition(readCondition(source) as Condition)
      for (const scope of answers) {
        const valueOf = (one: string) => parseExpression(one).evaluate((name) => (scope as Record<string, unknown>)[name])
        expect(valueOf(written), `${source} → ${written}`).toEqual(valueOf(source))
      }
    }
  })

  it.each([
    'a = 1 and b = 2 or c = 3',
    'sum(list, "x") > 4',
    'a + b > 3',
    '(a = 1 or b = 2) and c = 3',
    'if(a, b, c)',
    'a >',
    'x = [1, y]',
    'count(list) > 1.5',
  ])('%s stays an expression', (source) => {
    expect(readCondition(source)).toBeUndefined()
  })

  it('writes quotes, backslashes and lines of a value so that the expression finds the same value', () => {
    const value = `it's \\ "new"\nline`
    const written = writeCondition({ join: 'and', rows: [{ question: 'note', comparison: 'is', value }] })
    expect(parseExpression(written).evaluate(() => value)).toBe(true)
    expect(readCondition(written)?.rows[0]?.value).toBe(value)
  })
})
