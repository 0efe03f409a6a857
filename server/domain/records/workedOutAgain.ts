import { evaluationOrder } from '../../../contract/forms/evaluationOrder.ts'
import { type Expression, parseExpression } from '../../../contract/forms/expression.ts'
import { partOf } from '../../../contract/forms/expressionValues.ts'
import { stepBudgets, TooComplex, withSteps } from '../../../contract/forms/stepBudgets.ts'
import type { Model } from '../../../contract/endpoints/records.ts'

/** An attribute that follows from others, and its expression. */
export type Calculation = readonly [attribute: string, source: string]

const parsed = (source: string): Expression | undefined => {
  try {
    return parseExpression(source)
  } catch {
    return undefined
  }
}

/**
 * Works out again what follows from the answers of a merged record: each side had worked it out from its own answers
 * alone. An expression that reads more than answers (the person, the date of the device) keeps its value, and so does
 * an attribute inside an object. Nothing is added that no answer of the record leads to.
 */
export function workedOutAgain(model: Model, calculations: readonly Calculation[], attributes: ReadonlySet<string>): Model {
  const steps = calculations.flatMap(([attribute, source]) => {
    const value = parsed(source)
    const isPresent = Object.hasOwn(model, attribute) || value?.dependencies.some((name) => partOf(model, name) !== undefined)
    const isKnown = isPresent && value?.dependencies.every((name) => attributes.has(name)) && !/\b(?:today|now)\s*\(/.test(source)
    return value && isKnown && !attribute.includes('.') ? [{ attribute, value, reads: value.dependencies, writes: [attribute] }] : []
  })
  const next = { ...model }
  try {
    withSteps(stepBudgets.form, () => {
      for (const index of evaluationOrder(steps).order) {
        const step = steps[index]
        if (step) next[step.attribute] = step.value.evaluate((name) => partOf(next, name)) ?? null
      }
    })
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error
    return model
  }
  return next
}
