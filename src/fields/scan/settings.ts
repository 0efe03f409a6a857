import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'

const scan = defineSettings({
  type: 'scan',
  description: 'A code that the camera reads, such as a QR code or a barcode; people can also type it. Stored as text.',
  shape: z.strictObject({ type: z.literal('scan'), ...fieldBase, maxLength: z.optional(z.int().check(z.positive())) }),
  sample: () => 'EQ-0042',
})

export const settings = [scan] as const
