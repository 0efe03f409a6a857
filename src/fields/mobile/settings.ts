import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'

const mobile = defineSettings({
  type: 'mobile',
  description: 'A mobile number of the US, Canada, Australia or Great Britain. How it may be used is stored beside it (attribute + "Use").',
  shape: z.strictObject({ type: z.literal('mobile'), ...fieldBase, showUse: z.optional(z.boolean()) }),
  beside: ['Use'],
  isPeople: true,
  sample: () => '+12025550123',
})

/**
 * A mobile number, masked except for people who can edit it. The server excludes it from all lists and
 * exports.
 */
const mobilePii = defineSettings({
  type: 'mobile-pii',
  description: 'A mobile number that only those who may edit it can read; it is in no list and no export.',
  shape: z.strictObject({ type: z.literal('mobile-pii'), ...fieldBase, showUse: z.optional(z.boolean()) }),
  beside: ['Use'],
  isPeople: true,
  isPersonal: true,
  isExported: false,
  sample: () => '+12025550123',
})

export const settings = [mobile, mobilePii] as const
