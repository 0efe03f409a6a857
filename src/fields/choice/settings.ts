import * as z from 'zod/mini'
import { lookupIn } from '../../../contract/endpoints/lists/lists.ts'
import { isRaw, type Raw } from '../../../contract/forms/isRaw.ts'
import { choiceNames } from '../../../contract/forms/options/choiceNames.ts'
import { checkChoices, optionAt, possibleChoices, startOptions } from '../../../contract/forms/options/checkChoices.ts'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { AttributeName, choices, fieldBase, fills } from '../../../contract/forms/fieldBase.ts'

const lookupsOf = ({ optionsPath }: Raw): readonly string[] =>
  [lookupIn(isRaw(optionsPath) ? optionsPath['url'] : undefined)].filter((name) => name !== undefined)

const enumField = defineSettings({
  type: 'enum',
  description: 'One choice out of options; stores the option\'s value, or its name where it has none. With "other" also free text.',
  shape: z.strictObject({
    type: z.literal('enum'),
    ...fieldBase,
    ...choices,
    other: z.optional(z.boolean()),
    statusAttribute: z.optional(AttributeName),
    fills,
    display: z.optional(z.enum(['list', 'buttons'])),
  }),
  start: startOptions,
  check: checkChoices,
  names: choiceNames,
  lookups: lookupsOf,
  possible: possibleChoices,
  sample: (setting) => optionAt(setting, 0),
})

const valueenum = defineSettings({
  type: 'valueenum',
  description: "One choice out of options; shows the option's name and stores its value.",
  shape: z.strictObject({
    type: z.literal('valueenum'),
    ...fieldBase,
    ...choices,
    statusAttribute: z.optional(AttributeName),
    fills,
    display: z.optional(z.enum(['list', 'buttons'])),
  }),
  start: startOptions,
  check: checkChoices,
  names: choiceNames,
  lookups: lookupsOf,
  possible: possibleChoices,
  sample: (setting) => optionAt(setting, 0),
})

const listenum = defineSettings({
  type: 'listenum',
  description: 'Any number of choices out of options, stored as a list.',
  shape: z.strictObject({ type: z.literal('listenum'), ...fieldBase, ...choices }),
  start: startOptions,
  check: checkChoices,
  names: choiceNames,
  lookups: lookupsOf,
  possible(setting) {
    const values = possibleChoices(setting)?.slice(1)
    return values && [undefined, ...values.map((value) => [value]), values]
  },
  sample: (setting) => [optionAt(setting, 0), optionAt(setting, 1)],
})

export const settings = [enumField, valueenum, listenum] as const
