import type { Scope } from './expression.ts'
import { stepBudgets, TooComplex, withSteps } from './stepBudgets.ts'
import { parseTemplate } from './template.ts'
import { trimEnds } from '../rules/trimEnds.ts'

/**
 * Fills in a form's title of a record and removes the separators of missing values. '' when no value is
 * filled in. Runs the same on the device and on the server. Throws ExpressionError, TooComplex.
 */
export function recordTitle(template: string, scope: Scope, shown?: Scope): string {
  try {
    return withSteps(stepBudgets.text, () => trimEnds(parseTemplate(template).fill(scope, shown), /[\s·—,-]/))
  } catch (error) {
    throw error instanceof TooComplex ? new TooComplex('recordTitle') : error
  }
}
