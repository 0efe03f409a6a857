import * as z from 'zod/mini'
import { type ChildNodes, defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { entryAttributes, lookupsOfEntries } from '../../../contract/forms/entryAttributes.ts'
import { arrayBase, ChoiceOption, Flag } from '../../../contract/forms/fieldBase.ts'
import { listOf, namedOf, optionsOf } from '../../../contract/forms/options/TranslateValue.ts'
import { isRaw, listIn } from '../../../contract/forms/isRaw.ts'
import { questionsIn } from '../../../contract/forms/options/questionsIn.ts'
import { shown } from '../../../contract/forms/shown.ts'

/**
 * Options of all lists of people or companies, in addition to those of an array: custom fields, and a lookup.
 */
const contactBase = (childNodes: ChildNodes) => ({
  ...arrayBase,
  /** Replaces the fields to edit an entry. */
  subform: z.optional(childNodes),
  /** The named lookup to pick entries from. */
  lookup: z.optional(z.string()),
  /** True when people outside the lookup can be entered. Default true. */
  allowCreate: z.optional(z.boolean()),
})

const subForm = defineSettings({
  type: 'subForm',
  description: 'A list of items, each edited in a form of its own.',
  shape: (childNodes: ChildNodes) => z.strictObject({ type: z.literal('subForm'), ...arrayBase, subform: childNodes }),
  list: 'subform',
  sample(setting, sampleOf) {
    const item = () => Object.fromEntries(questionsIn(setting['subform']).map((node) => [String(node['attribute']), sampleOf(node)]))
    return Array.isArray(setting['subform']) ? [item(), item()] : undefined
  },
})

const staffSmsContact = defineSettings({
  type: 'staffSmsContact',
  description: 'A list of people with their mobile numbers and availability.',
  shape: (childNodes: ChildNodes) =>
    z.strictObject({
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
  texts: { roles: optionsOf },
  isPeople: true,
  entry: entryAttributes.staffSmsContact,
  lookups: lookupsOfEntries,
})

const vendorSmsContact = defineSettings({
  type: 'vendorSmsContact',
  description: 'A list of contacts of firms with their mobile numbers.',
  shape: (childNodes: ChildNodes) => z.strictObject({ type: z.literal('vendorSmsContact'), ...contactBase(childNodes) }),
  entry: entryAttributes.vendorSmsContact,
  lookups: lookupsOfEntries,
})

const vendor = defineSettings({
  type: 'vendor',
  description: 'A list of firms.',
  shape: (childNodes: ChildNodes) => z.strictObject({ type: z.literal('vendor'), ...contactBase(childNodes) }),
  entry: entryAttributes.vendor,
  lookups: lookupsOfEntries,
})

const checkout = defineSettings({
  type: 'checkout',
  sends: true,
  description: 'A list of people who are checked out one by one or together.',
  shape: (childNodes: ChildNodes) =>
    z.strictObject({
      type: z.literal('checkout'),
      ...contactBase(childNodes),
      /**
       * Shows a button to check out everyone who is still here; selected people can always be checked out
       * together.
       */
      checkOutAll: z.optional(Flag),
      /** True when people can enter the times in and out, besides the button for now. Default false. */
      enterTimes: z.optional(z.boolean()),
    }),
  entry: entryAttributes.checkout,
  lookups: lookupsOfEntries,
})

/**
 * Checks, each Yes or No with a note and a photo. Stored as a list of `name`, `answer` (yes or no),
 * `note` and `photos`.
 */
const preflight = defineSettings({
  type: 'preflight',
  description: 'Checks that must be passed before the form goes on.',
  shape: z.strictObject({
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
  texts: { checks: listOf(namedOf) },
  sample: ({ checks }) => listIn(checks).map((check) => ({ name: isRaw(check) ? check['name'] : check, answer: 'yes' })),
  check: ({ node, path, say }) => {
    if (node['checks'] === undefined) say(path, 'expected checks, each with a name')
    const seen = new Map<unknown, number>()
    listIn(node['checks']).forEach((check, index) => {
      const name = isRaw(check) ? check['name'] : undefined
      const twin = seen.get(name)
      if (twin !== undefined) say(`${path}.checks[${index}].name`, `expected a name of its own; ${shown(name)} is already checks[${twin}]`)
      else if (name !== undefined) seen.set(name, index)
    })
  },
})

export const settings = [subForm, staffSmsContact, vendorSmsContact, vendor, checkout, preflight] as const
