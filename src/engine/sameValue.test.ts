import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestExpression, parseExpression } from '../../contract/forms/expression.ts'
import '../../contract/forms/functions/allFunctions.ts'
import { functionReference } from '../../contract/forms/functions/functionReference.ts'
import { stepBudgets, stepsTaken } from '../../contract/forms/stepBudgets.ts'
import { scopeOf } from '../../contract/forms/template.ts'
import { createForm } from './form.ts'

/** RUNS=10000 npx vitest run src/engine/sameValue.test.ts */
const numRuns = Number(process.env['RUNS'] ?? 300)

const names = ['count', 'note', 'day', 'from', 'present', 'crew', 'crew.0.hours', 'trades', 'nowhere']
const values = ['1', '0', '2.5', '-3', "'x'", "'07:30'", "'2026-02-28'", "'hours'", "'[a-z]+\\d*'", 'true', 'null', '[1, 2]']
const signs = ['+', '-', '*', '/', '%', '=', '!=', '<', '<=', '>', '>=', 'in', 'not in', 'contains', 'and', 'or']

/** Expressions with every operator and every function of the reference. */
const sources = fc
  .letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: false },
      fc.constantFrom(...names, ...values),
      fc.tuple(tie('tree'), fc.constantFrom(...signs), tie('tree')).map(([left, sign, right]) => `(${left} ${sign} ${right})`),
      fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(([is, yes, no]) => `(${is} ? ${yes} : ${no})`),
      tie('tree').map((inner) => `not (${inner})`),
      fc.constantFrom(...functionReference).chain(({ name, parameters }) => {
        const least = parameters.filter(({ optional }) => !optional).length
        return fc.array(tie('tree'), { minLength: least, maxLength: parameters.length }).map((given) => `${name}(${given.join(', ')})`)
      }),
    ),
  }))
  .tree.filter((source) => source.length <= longestExpression)

const texts = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('', '12', '1.5 hours', '2026-03-01', '23:50'))
const records = fc.record(
  {
    count: fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.constantFrom(0, 7.5)),
    note: texts,
    day: fc.constantFrom('2026-02-28', '2026-02-28T23:15', 'soon'),
    from: fc.constantFrom('22:30', '06:00', '6'),
    present: fc.boolean(),
    crew: fc.array(fc.record({ name: texts, hours: fc.oneof(fc.integer(), texts), role: texts }), { maxLength: 4 }),
    trades: fc.array(texts, { maxLength: 4 }),
  },
  { requiredKeys: [] },
)
const lookups = { hours: [{ id: 'x', label: 'Shift X', attributes: { hours: 8 } }] }
const clock = { 'today()': '2026-03-04', 'now()': '2026-03-04T07:45' }

describe('an expression on a device and on the server', () => {
  it(`gives the same value, within its step budget, for ${numRuns} random expressions and records`, () => {
    fc.assert(
      fc.property(sources, records, (source, model) => {
        const form = createForm({
          settings: { children: Object.keys(model).map((attribute) => ({ type: 'text', attribute })) },
          model,
          lookups,
          rules: () => ({ empty: () => false }),
          scope: scopeOf(clock),
        })
        // The server reads the record as it arrived.
        const arrived = JSON.parse(JSON.stringify(model)) as typeof model
        const scope = scopeOf({
          ...clock,
          ...Object.fromEntries(Object.entries(lookups).map(([name, rows]) => [`lookup:${name}`, rows])),
          ...arrived,
        })
        let value: unknown
        const steps = stepsTaken(stepBudgets.text, () => (value = parseExpression(source).evaluate(scope)))
        expect(steps).toBeLessThan(stepBudgets.text)
        expect(form.evaluate(source)).toEqual(value)
        expect(form.tooComplex()).toBeUndefined()
      }),
      { numRuns },
    )
  })
})
