import * as z from 'zod/mini'
import { Action } from '../../../contract/forms/action.ts'
import { choiceNames } from '../../../contract/forms/options/choiceNames.ts'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { actionOf, listOf } from '../../../contract/forms/options/TranslateValue.ts'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'

/** The stored value of a picked entry: its id, its label, or the entry with its attributes. */
const store = z.optional(z.enum(['id', 'label', 'item']))

/** An entry of the form itself, beside those of the list. */
const ownEntries = z.array(
  z.strictObject({
    id: z.string().check(z.minLength(1)),
    label: z.string().check(z.minLength(1)),
    shortLabel: z.optional(z.string()),
    markdown: z.optional(z.string()),
    preventListSelect: z.optional(z.boolean()),
    fixed: z.optional(z.boolean()),
    searchTerms: z.optional(z.string()),
  }),
)

interface Entries {
  readonly lookup: string
  readonly items?: z.output<typeof ownEntries>
  readonly fixedItems?: z.output<typeof ownEntries>
}

/** Picks from a named lookup of the page (employees, vendors, trades, costCodes, locations …). */
const lookup = defineSettings({
  type: 'lookup',
  description: 'A pick from a named list, with search.',
  words: {
    store: 'What is stored: the id (default), the words shown (label), or the entry with its attributes (item).',
    instructions: 'Markdown above the button that confirms the pick; with it one pick waits for that button, too.',
    items: 'Entries of the form itself, after those of the list.',
    fixedItems: 'Entries of the form itself that stay on top for every search.',
    selected: 'Ids that are marked when the list opens and nothing is picked yet.',
    customAction: 'A button below the list: its label, and the action that it runs after the list is closed.',
    cancelCallback: 'The action after the list is closed without a pick.',
  },
  shape: z.strictObject({
    type: z.literal('lookup'),
    ...fieldBase,
    lookup: z.string(),
    store,
    multiSelect: z.optional(z.boolean()),
    allowCreate: z.optional(z.boolean()),
    allowClear: z.optional(z.boolean()),
    instructions: z.optional(z.string()),
    items: z.optional(ownEntries),
    fixedItems: z.optional(ownEntries),
    selected: z.optional(z.array(z.string())),
    customAction: z.optional(z.strictObject({ label: z.string(), action: Action })),
    cancelCallback: z.optional(Action),
  }),
  isPicker: true,
  texts: { items: listOf(actionOf), fixedItems: listOf(actionOf), customAction: actionOf, cancelCallback: actionOf },
  names: ({ lookup: name, items = [], fixedItems = [] }: Entries, lookups) =>
    choiceNames({ lookup: name, options: [...fixedItems, ...items].map(({ id, label }) => ({ name: label, value: id })) }, lookups),
  sample: (setting) => (setting['multiSelect'] === true ? ['ana-silva', 'ben-carter'] : 'ana-silva'),
})

export const settings = [lookup] as const
