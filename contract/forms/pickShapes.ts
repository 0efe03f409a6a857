import * as z from 'zod/mini'
import { AttributeName, choices, fieldBase } from './fieldBase.ts'

/** The stored value of a picked entry: its id, its label, or the entry with its attributes. */
const store = z.optional(z.enum(['id', 'label', 'item']))

/** Fields with an answer from a picker or a search. */
export const pickShapes = {
  /** Picks from a named lookup of the page (employees, vendors, trades, costCodes, locations …). */
  lookup: z.strictObject({
    type: z.literal('lookup'),
    ...fieldBase,
    lookup: z.string(),
    store,
    multiSelect: z.optional(z.boolean()),
    allowCreate: z.optional(z.boolean()),
    allowClear: z.optional(z.boolean()),
    instructions: z.optional(z.string()),
  }),
  /** One staff contact, picked from the people of the project or entered. */
  staff: z.strictObject({
    type: z.literal('staff'),
    ...fieldBase,
    lookup: z.optional(z.string()),
    roles: z.optional(z.array(z.string())),
    allowCreate: z.optional(z.boolean()),
  }),
  /**
   * Posts the text as `param` ("search" by default) and shows the form of the answer (`ui`). Its values are
   * stored next to the text, in the attribute + "Answers".
   */
  search: z.strictObject({ type: z.literal('search'), ...fieldBase, url: z.string(), param: z.optional(z.string()) }),
  'time-picker': z.strictObject({ type: z.literal('time-picker'), ...fieldBase }),
  /**
   * A time after the one in `start`, with the duration next to it; `overnight`: also on the next day, less
   * than 24 hours later.
   */
  endTime: z.strictObject({ type: z.literal('endTime'), ...fieldBase, start: AttributeName, overnight: z.optional(z.boolean()) }),
  /** A map from target to source; `targets` as choice options, sources as the choices of an enum. */
  'field-mapping': z.strictObject({
    type: z.literal('field-mapping'),
    ...fieldBase,
    ...choices,
    targets: z
      .array(z.strictObject({ name: z.string(), label: z.optional(z.string()), required: z.optional(z.boolean()) }))
      .check(z.minLength(1)),
  }),
  /**
   * A mobile number, masked except for people who can edit it. The server excludes it from all lists and
   * exports.
   */
  'mobile-pii': z.strictObject({ type: z.literal('mobile-pii'), ...fieldBase, showUse: z.optional(z.boolean()) }),
} as const
