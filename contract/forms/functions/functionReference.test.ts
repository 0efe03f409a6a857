import { describe, expect, it } from 'vitest'
import { checkSettings } from '../checkSettings.ts'
import { parseExpression } from '../expression.ts'
import { expressionFunctions } from '../expressionFunctions.ts'
import { scopeOf } from '../template.ts'
import { functionReference } from './functionReference.ts'

describe('what authors read about each function', () => {
  it.each(functionReference)('$name: every example gives the result that is printed beside it', ({ name, examples }) => {
    expect(examples.length).toBeGreaterThan(0)
    for (const { expression, answers = {}, result } of examples) {
      expect(expression).toContain(`${name}(`)
      const given = answers['today()']
      const model = scopeOf(answers)
      expect(parseExpression(expression).evaluate((one) => (one === 'today()' ? given : model(one)))).toEqual(result)
    }
  })

  it.each(functionReference)('$name: the parameters are as many as the evaluator takes', ({ name, parameters, ways }) => {
    const { least, most } = expressionFunctions[name]
    expect(parameters.filter(({ optional }) => !optional)).toHaveLength(least)
    const repeats = parameters.at(-1)?.repeats === true
    expect(repeats ? most > 3 : most === parameters.length).toBe(true)
    for (const way of ways) expect(way).toMatch(new RegExp(`^${name}\\(.*\\)$`))
  })

  it('a call with too few values is answered with the ways to write it', () => {
    const field = { type: 'calculated', attribute: 'total', value: 'round()' }
    expect(checkSettings({ name: 'Ticket', children: [field] })).toMatchObject({
      ok: false,
      problems: [
        {
          path: 'children[0].value',
          message: 'expected 1 to 2 values for round instead of 0: round(number) or round(number, places) (character 1 of "round()")',
        },
      ],
    })
  })
})
