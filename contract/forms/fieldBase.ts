import * as z from 'zod/mini'
import { longestAttribute } from './evaluationOrder.ts'
import { choiceStatuses } from './options/choiceStatuses.ts'

/** A text in the expression language of expression.ts, e.g. `worker_count > 0 and not visitor`. */
export const Expression = z.string()
/** Text with `{{expression}}` placeholders; see template.ts. */
export const Template = z.string()
export const AttributeName = z
  .string()
  .check(
    z.maxLength(longestAttribute),
    z.regex(/^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/, 'expected a name such as worker_count or model.hours'),
  )
export const Flag = z.union([z.boolean(), Expression])

/**
 * Choice option (spec/1 §3). `value` is the stored value, default `name`; `status` can be set on the parent.
 */
export const ChoiceOption = z.strictObject({
  name: z.string(),
  value: z.optional(z.union([z.string(), z.number(), z.boolean()])),
  description: z.optional(z.string()),
  status: z.optional(z.enum(choiceStatuses)),
  default: z.optional(z.boolean()),
  /** listenum: choosing this one clears the others. */
  all: z.optional(z.boolean()),
  /** More about the option, for the option filter. */
  attributes: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
})
export type ChoiceOption = z.output<typeof ChoiceOption>

/** An expression can hide every node; `beta` shows the BETA ribbon. */
export const nodeBase = { visible: z.optional(Flag), beta: z.optional(z.boolean()) }

export const fieldBase = {
  ...nodeBase,
  attribute: AttributeName,
  label: z.optional(z.string()),
  /** One line of help under the label. */
  description: z.optional(z.string()),
  placeholder: z.optional(z.string()),
  required: z.optional(Flag),
  readOnly: z.optional(Flag),
  /**
   * A text with {{…}} is filled in when the form opens: `{{today()}}`, `{{person.name}}`; an empty result
   * means no default. One placeholder alone keeps a number, true or false, or a list.
   */
  default: z.optional(z.unknown()),
  /** The address of a new form can bring the answer: `?machine=M-1`. */
  prefill: z.optional(z.boolean()),
}

/** The source of choices in place of `options`: a lookup of the page data, or a call (spec/1 §7). */
export const choices = {
  options: z.optional(z.array(z.union([z.string(), ChoiceOption]))),
  /** The name of a set in `optionSets` of the form. */
  optionSet: z.optional(z.string()),
  /** Options for which this is not true are not offered; it knows the option as `option`. */
  optionFilter: z.optional(Expression),
  lookup: z.optional(z.string()),
  optionsPath: z.optional(
    z.strictObject({
      url: z.string(),
      method: z.optional(z.enum(['GET', 'POST'])),
      body: z.optional(z.record(z.string(), z.unknown())),
      attribute: z.optional(z.string()),
      label: z.optional(z.string()),
      value: z.optional(z.string()),
    }),
  ),
}

/** Other answers that a choice fills in: the attribute of each answer, and the attribute of the chosen entry. */
export const fills = z.optional(z.record(AttributeName, z.string().check(z.minLength(1))))

/** Options of every list of items (spec/1 §2.8, §3). */
export const arrayBase = {
  ...fieldBase,
  limit: z.optional(z.int().check(z.positive())),
  /** Attributes with a combination that must be unique in the list (trimmed, any case). */
  preventDuplicates: z.optional(z.array(AttributeName)),
  addLabel: z.optional(z.string()),
  editLabel: z.optional(z.string()),
  emptyMessage: z.optional(z.string()),
  canRemove: z.optional(Flag),
  compact: z.optional(z.boolean()),
  allowSelection: z.optional(z.boolean()),
  subformValidationAttribute: z.optional(AttributeName),
  subformWidth: z.optional(z.number()),
  inlineSave: z.optional(z.boolean()),
  selfRender: z.optional(z.boolean()),
  suppressChildrenRender: z.optional(z.boolean()),
  /** The title of an item in the list. */
  itemTitle: z.optional(Template),
}
