import * as z from 'zod/mini'
import { checkChoices, optionAt, startOptions } from '../../../contract/forms/options/checkChoices.ts'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { isRaw, listIn } from '../../../contract/forms/isRaw.ts'
import { choices, fieldBase } from '../../../contract/forms/fieldBase.ts'

/** The sources have no filter: a filter knows one answer, and here are several. */
const { optionFilter: _, ...sources } = choices

/** A map from target to source; `targets` as choice options, sources as the choices of an enum. */
const fieldMapping = defineSettings({
  type: 'field-mapping',
  description: 'Which source each target takes its value from.',
  shape: z.strictObject({
    type: z.literal('field-mapping'),
    ...fieldBase,
    ...sources,
    targets: z
      .array(z.strictObject({ name: z.string(), label: z.optional(z.string()), required: z.optional(z.boolean()) }))
      .check(z.minLength(1)),
  }),
  start: startOptions,
  check: checkChoices,
  sample: (setting) =>
    Object.fromEntries(listIn(setting['targets']).map((target) => [String(isRaw(target) ? target['name'] : target), optionAt(setting, 0)])),
})

export const settings = [fieldMapping] as const
