import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'

/** One staff contact, picked from the people of the project or entered. */
const staff = defineSettings({
  type: 'staff',
  description: 'One person of the project, picked or entered.',
  shape: z.strictObject({
    type: z.literal('staff'),
    ...fieldBase,
    lookup: z.optional(z.string()),
    roles: z.optional(z.array(z.string())),
    allowCreate: z.optional(z.boolean()),
  }),
  isPeople: true,
  // The stored person has a name.
  names: () => new Map(),
  lookups: ({ lookup }) => (typeof lookup === 'string' ? [] : ['employees']),
})

export const settings = [staff] as const
