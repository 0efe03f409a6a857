import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { nodeBase, Template } from '../../../contract/forms/fieldBase.ts'

/**
 * Folders and files, full-screen: from the list in `attribute`, or from `url`. An item is a file (`name`,
 * `url`, optional `type`, `size`) or a folder (`name`, `children`); a flat list with a `path` such as
 * `Drawings/Level 2/A-201.pdf` gives folders too.
 */
const treeview = defineSettings({
  type: 'treeview',
  description: 'Folders and files to open.',
  words: {
    attribute: 'List of the record that gives the files.',
  },
  shape: z.strictObject({
    type: z.literal('treeview'),
    ...nodeBase,
    label: z.optional(z.string()),
    description: z.optional(z.string()),
    attribute: z.optional(z.string()),
    url: z.optional(Template),
    openLabel: z.optional(z.string()),
    emptyMessage: z.optional(z.string()),
  }),
})

export const settings = [treeview] as const
