import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'

const bodyMap = defineSettings({
  type: 'body-map',
  description: "Parts of the body, touched on a picture or ticked in a list. Stored as a list of names such as 'Left hand'.",
  shape: z.strictObject({ type: z.literal('body-map'), ...fieldBase }),
  isOneValue: () => true,
  sample: () => ['Left hand', 'Left forearm'],
})

export const settings = [bodyMap] as const
