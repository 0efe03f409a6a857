import * as z from 'zod/mini'
import { arrayBase, ChoiceOption, Flag } from './fieldBase.ts'

/** What every list of people or firms takes beside the options of an array: own fields instead of the usual ones, and where to pick from. */
const contactBase = <N extends z.ZodMiniType>(childNodes: N) => ({
  ...arrayBase,
  /** Replaces the fields in which an entry is edited. */
  subform: z.optional(childNodes),
  /** The named lookup to pick entries from. */
  lookup: z.optional(z.string()),
  /** Whether somebody who is not in the lookup may be entered (true). */
  allowCreate: z.optional(z.boolean()),
})

/** Lists of people, firms and checks (spec/1 §3, arrays). */
export const contactShapes = <N extends z.ZodMiniType>(childNodes: N) =>
  ({
    staffSmsContact: z.strictObject({
      type: z.literal('staffSmsContact'),
      ...contactBase(childNodes),
      /** Worker, Foreman and Visitor where absent. */
      roles: z.optional(z.array(z.union([z.string(), ChoiceOption])).check(z.minLength(1))),
      /** The list holds visitors: who is entered is one. */
      visitors: z.optional(z.boolean()),
      /** Whether availability can be set on each row. Days on which nobody works come from the lookup `holidays`. */
      availability: z.optional(z.boolean()),
      /** What switching availability off means at first: permanently (default), or today. */
      unavailable: z.optional(z.enum(['permanently', 'today'])),
    }),
    vendorSmsContact: z.strictObject({ type: z.literal('vendorSmsContact'), ...contactBase(childNodes) }),
    vendor: z.strictObject({ type: z.literal('vendor'), ...contactBase(childNodes) }),
    checkout: z.strictObject({
      type: z.literal('checkout'),
      ...contactBase(childNodes),
      /** Offers to check out everybody who is still here at once; those who are selected can always be checked out together. */
      checkOutAll: z.optional(Flag),
    }),
    /** Checks, each Yes or No with a note and a photo. Stored as a list of `name`, `answer` (yes or no), `note` and `photos`. */
    preflight: z.strictObject({
      type: z.literal('preflight'),
      ...arrayBase,
      checks: z.optional(
        z
          .array(
            z.strictObject({
              name: z.string().check(z.minLength(1)),
              /** The question as people read it; the name where absent. */
              label: z.optional(z.string()),
              description: z.optional(z.string()),
              /** Whether the form goes on only after a Yes (true). */
              required: z.optional(z.boolean()),
              /** Whether a photo can be added (true). */
              photo: z.optional(z.boolean()),
            }),
          )
          .check(z.minLength(1)),
      ),
    }),
  }) as const
