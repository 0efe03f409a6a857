import { parseTemplate } from './template.ts'
import type { Scope } from './expression.ts'
import { trimEnds } from './trimEnds.ts'

/** A form's title of a record; what is not filled in leaves no stray separators behind. '' where nothing is filled in. Throws ExpressionError. */
export const recordTitle = (template: string, scope: Scope, shown?: Scope): string =>
  trimEnds(parseTemplate(template).fill(scope, shown), /[\s·—,-]/)
