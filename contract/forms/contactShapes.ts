import * as z from 'zod/mini'
import { arrayBase, ChoiceOption, Flag } from './fieldBase.ts'

/**
 * Options of all lists of people or companies, in addition to those of an array: custom fields, and a lookup.
 */
const contactBase = <N extends z.ZodMiniType>(childNodes: N) => ({
  ...arrayBase,
  /** Replaces the fields to edit an entry. */
  subform: z.optional(childNodes),
  /** The named lookup to pick entries from. */
  lookup: z.optional(z.string()),
  /** True when people outside the lookup can be entered. Default true. */
  allowCreate: z.optional(z.boolean()),
})

/** Lists of people, companies and checks (spec/1 §3, arrays). */
export const contactShapes = <N extends z.ZodMiniType>(childNodes: N) =>
  ({
    staffSmsContact: z.strictObject({
      type: z.literal('staffSmsContact'),
      ...contactBase(childNodes),
      /** Default: Worker, Foreman and Visitor. */
      roles: z.optional(z.array(z.union([z.string(), ChoiceOption])).check(z.minLength(1))),
      /** True when each new entry is a visitor. */
      visitors: z.optional(z.boolean()),
      /** True when availability can be set on each row. Days off come from the lookup `holidays`. */
      availability: z.optional(z.boolean()),
      /** The initial choice when availability is switched off: permanently (default), or today. */
      unavailable: z.optional(z.enum(['permanently', 'today'])),
    }),
    vendorSmsContact: z.strictObject({ type: z.literal('vendorSmsContact'), ...contactBase(childNodes) }),
    vendor: z.strictObject({ type: z.literal('vendor'), ...contactBase(childNodes) }),
    checkout: z.strictObject({
      type: z.literal('checkout'),
      ...contactBase(childNodes),
      /**
       * Shows a button to check out everyone who is still here; selected people can always be checked out
       * together.
       */
      checkOutAll: z.optional(Flag),
    }),
    /**
     * Checks, each Yes or No with a note and a photo. Stored as a list of `name`, `answer` (yes or no),
     * `note` and `photos`.
     */
    preflight: z.strictObject({
      type: z.literal('preflight'),
      ...arrayBase,
      checks: z.optional(
        z
          .array(
            z.strictObject({
              name: z.string().check(z.minLength(1)),
              /** The question that users read. Default: the name. */
              label: z.optional(z.string()),
              description: z.optional(z.string()),
              /** True when the form requires a Yes to continue. Default true. */
              required: z.optional(z.boolean()),
              /** True when a photo can be added. Default true. */
              photo: z.optional(z.boolean()),
            }),
          )
          .check(z.minLength(1)),
      ),
    }),
  }) as const
