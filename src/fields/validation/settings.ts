import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { AttributeName, Expression, Flag, nodeBase, Template } from '../../../contract/forms/fieldBase.ts'

const validationBase = {
  /** The attribute of the field that shows the message; absent: the message is shown at the node itself. */
  field: z.optional(AttributeName),
  /** True when the answer is valid. Absent: only checks for an empty answer. */
  valid: z.optional(Expression),
  message: z.optional(Template),
  required: z.optional(Flag),
}

/** The names of an expression outside of its texts, without those of functions. */
const namesIn = (expression: string): ReadonlySet<string> =>
  new Set(
    [...expression.replaceAll(/'[^']*'|"[^"]*"/g, '').matchAll(/\b([a-z_]\w*)\b(?!\s*\()/gi)]
      .map(([, name = '']) => name)
      .filter((name) => !words.has(name)),
  )
const words = new Set(['and', 'or', 'not', 'in', 'true', 'false', 'null'])

const withoutField =
  'This rule has no "Message belongs to": its message appears where the rule is, not at the question. Name the question in field.'
const withoutMessage = 'People read only the label and " Required": say in message what to do, for example "message": "Enter 30 or less"'

const validation = defineSettings({
  type: 'validation',
  description: 'A rule that must hold before the form can be saved, with its message.',
  shape: z.strictObject({ type: z.literal('validation'), ...nodeBase, ...validationBase }),
  doubts: ({ field, valid, message }) => [
    ...(field === undefined && typeof valid === 'string' && namesIn(valid).size === 1 ? [['field', withoutField] as const] : []),
    ...(message === undefined && valid !== undefined ? [['message', withoutMessage] as const] : []),
  ],
  check({ node, refersTo }) {
    if (typeof node['field'] === 'string') refersTo('field', node['field'])
  },
})

export const settings = [validation] as const
