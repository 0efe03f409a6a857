import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'

const toggle = defineSettings({
  type: 'toggle',
  description: 'A checkbox: true or false.',
  shape: z.strictObject({ type: z.literal('toggle'), ...fieldBase, invert: z.optional(z.boolean()) }),
  possible: () => [undefined, true, false],
  sample: (setting) => setting['invert'] !== true,
})

const switchField = defineSettings({
  type: 'switch',
  description: 'A switch that stores "onValue" or "offValue".',
  shape: z.strictObject({ type: z.literal('switch'), ...fieldBase, onValue: z.optional(z.unknown()), offValue: z.optional(z.unknown()) }),
  possible: (setting) => [undefined, setting['onValue'] ?? true, setting['offValue'] ?? false],
  sample: (setting) => setting['onValue'] ?? true,
})

export const settings = [toggle, switchField] as const
