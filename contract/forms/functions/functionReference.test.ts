import { describe, expect, it } from 'vitest'
import { checkSettings } from '../checkSettings.ts'
import { parseExpression } from '../expression.ts'
import { scopeOf } from '../template.ts'
import { allFunctions } from './allFunctions.ts'
import { namesRareFunction } from './namesRareFunction.ts'
import { rareFunctions } from './rareFunctions.ts'
import { functionReference } from './functionReference.ts'

describe('what authors read about each function', () => {
  it.each(functionReference)('$name: every example gives the result that is printed beside it', ({ name, examples }) => {
    expect(examples.length).toBeGreaterThan(0)
    for (const { expression, answers = {}, result } of examples) {
      expect(expression).toContain(`${name}(`)
      const model = scopeOf(answers)
      const scope = (one: string) => (Object.hasOwn(answers, one) ? answers[one] : model(one))
      expect(parseExpression(expression).evaluate(scope)).toEqual(result)
    }
  })

  it.each(functionReference)('$name: the parameters are as many as the evaluator takes', ({ name, parameters, ways }) => {
    const { least, most } = allFunctions[name]
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

  it.each([
    ['cuont(a)', 'did you mean count(list)'],
    ['VLOOKUP(a)', "did you mean lookup('list', key)"],
    ['regex(a)', 'did you mean match(text, pattern)?'],
    ['xyzzy(1)', 'common ones are if, empty'],
  ])('%s: the author learns the function that is probably meant', (value, message) => {
    const checked = checkSettings({ name: 'Ticket', children: [{ type: 'calculated', attribute: 'total', value }] })
    expect(checked.ok ? '' : checked.problems[0]?.message).toContain(message)
  })

  it('a device recognizes every form that needs a function which is loaded on demand', () => {
    for (const name of Object.keys(rareFunctions)) expect(namesRareFunction([{ value: `1 + ${name} (x)` }])).toBe(true)
    expect(namesRareFunction([{ value: 'count(crew)', text: 'rematch(1) and items (2)' }])).toBe(false)
  })
})
