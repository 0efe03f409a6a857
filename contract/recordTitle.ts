import type { Scope } from './expression.ts'
import { stepBudgets, TooComplex, withSteps } from './stepBudget.ts'
import { parseTemplate } from './template.ts'
import { trimEnds } from './trimEnds.ts'

/**
 * A form's title of a record; what is not filled in leaves no stray separators behind. '' where nothing is filled in. The same steps on the device and
 * on the server. Throws ExpressionError, TooComplex.
 */
export function recordTitle(template: string, scope: Scope, shown?: Scope): string {
  try {
    return withSteps(stepBudgets.text, () => trimEnds(parseTemplate(template).fill(scope, shown), /[\s·—,-]/))
  } catch (error) {
    throw error instanceof TooComplex ? new TooComplex('recordTitle') : error
  }
}
