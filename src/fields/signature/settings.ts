import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { fieldBase, Template } from '../../../contract/forms/fieldBase.ts'
import { samplePicture } from '../../../contract/forms/options/samplePicture.ts'

const signature = defineSettings({
  type: 'signature',
  description: 'A signature drawn on the screen, stamped with the signatory and the time.',
  shape: z.strictObject({ type: z.literal('signature'), ...fieldBase, signatory: z.optional(Template) }),
  isOneValue: () => true,
  isExported: false,
  sample: () => [{ ...samplePicture, filename: 'signature.png', signatory: 'Sam Rivera', timestamp: '2026-11-20T07:02:00.000Z' }],
})

export const settings = [signature] as const
