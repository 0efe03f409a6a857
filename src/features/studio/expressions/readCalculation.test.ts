import { describe, expect, it } from 'vitest'
import { parseExpression } from '../../../../contract/forms/expression.ts'
import { type Calculation, isComplete, readCalculation, writeCalculation } from './readCalculation.ts'

describe('calculations as menus', () => {
  it.each([
    'hours_a + hours_b + hours_c',
    'ordered - delivered',
    'severity * likelihood',
    "sum(crew, 'hours')",
    "countWhere(people, 'role', 'injured')",
    "countWhere(people, 'present', true)",
    'round(hours(batched, discharged) * 60)',
    "lookup('machines', machine, 'Serial number')",
    'count(defects)',
    'hours(start, end)',
    'daysBetween(today(), expiry)',
    'addDays(inspected, 7)',
    'addDays(today(), -1)',
    "if(q1 = 'yes', 1, 0) + if(q2 = 'yes', 1, 0)",
    'if(helmet = true, 1, 0) + if(boots = true, 1, 0)',
    'if(rating = 5, 1, 0) + if(other = 5, 1, 0)',
    "if(risk > 4 and count(defects) >= 1, 'HIGH', 'LOW')",
    "if(note = 'a, \\'b\\'', 'It\\'s', '')",
  ])('%s is the same after it was read and written', (source) => {
    const found = readCalculation(source)
    expect(found).toBeDefined()
    expect(writeCalculation(found as Calculation)).toBe(source)
    expect(isComplete(found as Calculation)).toBe(true)
    expect(() => parseExpression(source)).not.toThrow()
  })

  it.each([
    'hours * 2',
    'a - b - c',
    "countWhere(a, 'b', ['x', 'y'])",
    'a + b * c',
    "sum(crew, 'hours') * rate",
    'round(a / b, 1)',
    "if(a = 'x', 1, 0) + if(b = 'y', 1, 0)",
  ])('%s stays an expression', (source) => expect(readCalculation(source)).toBeUndefined())

  it('is not complete while a place is empty', () => {
    expect(isComplete({ kind: 'hours', values: { time: ['start'] } })).toBe(false)
    expect(isComplete({ kind: 'choose', values: { yes: ['x'], no: [''] } })).toBe(false)
  })
})
