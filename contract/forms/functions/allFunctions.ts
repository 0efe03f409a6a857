import { addFunctions, type ExpressionFunction, expressionFunctions } from './expressionFunctions.ts'
import { rareFunctions } from './rareFunctions.ts'

addFunctions(rareFunctions)

/** All functions of the language. After the import of this module every expression may use them. */
export const allFunctions: Readonly<Record<keyof typeof expressionFunctions | keyof typeof rareFunctions, ExpressionFunction>> = {
  ...expressionFunctions,
  ...rareFunctions,
}
