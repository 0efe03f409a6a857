import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { AttributeName, nodeBase } from '../../../contract/forms/fieldBase.ts'

interface Nop {
  type: 'nop'
  visible?: boolean | string | undefined
  beta?: boolean | undefined
  attribute?: string | undefined
  label?: string | undefined
}

const spacer = defineSettings({
  type: 'spacer',
  description: 'Empty space between fields.',
  shape: z.strictObject({ type: z.literal('spacer'), ...nodeBase, size: z.optional(z.enum(['small', 'medium', 'large'])) }),
})

/** Shows and stores nothing. Accepts all other keys, so that changing only the type disables a field. */
const nop = defineSettings({
  type: 'nop',
  description: 'Shows and stores nothing: the place of a field that is switched off.',
  shape: z.looseObject({
    type: z.literal('nop'),
    ...nodeBase,
    attribute: z.optional(AttributeName),
    label: z.optional(z.string()),
  }) as unknown as z.ZodMiniType<Nop>,
})

export const settings = [spacer, nop] as const
