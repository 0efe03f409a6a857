import * as z from 'zod/mini'
import { arrayBase, Flag } from './fieldBase.ts'

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
      roles: z.optional(z.array(z.string())),
      /** The list holds visitors: who is entered is one. */
      visitors: z.optional(z.boolean()),
      /** Whether availability can be set on each row. */
      availability: z.optional(z.boolean()),
      /** What switching availability off means at first: permanently, or today. */
      unavailable: z.optional(z.enum(['permanently', 'today'])),
    }),
    vendorSmsContact: z.strictObject({ type: z.literal('vendorSmsContact'), ...contactBase(childNodes) }),
    vendor: z.strictObject({ type: z.literal('vendor'), ...contactBase(childNodes) }),
    checkout: z.strictObject({
      type: z.literal('checkout'),
      ...contactBase(childNodes),
      /** Checks several people out at once. */
      checkOutAll: z.optional(Flag),
    }),
    /** Checks that must be passed before the form goes on. */
    preflight: z.strictObject({
      type: z.literal('preflight'),
      ...arrayBase,
      checks: z.optional(
        z.array(
          z.strictObject({
            name: z.string(),
            label: z.optional(z.string()),
            description: z.optional(z.string()),
            required: z.optional(z.boolean()),
            photo: z.optional(z.boolean()),
          }),
        ),
      ),
    }),
  }) as const
