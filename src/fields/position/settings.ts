import * as z from 'zod/mini'
import { fieldBase } from '../../../contract/forms/fieldBase.ts'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { positionIn } from '../../lib/positionIn.ts'

const number = (value: number | undefined) => (value === undefined ? '' : String(value))

const position = defineSettings({
  type: 'position',
  description: 'Where the person is: latitude and longitude from the device, or typed. Stored as text such as 40.71234, -74.00512 (±8 m).',
  shape: z.strictObject({ type: z.literal('position'), ...fieldBase }),
  columns: () => [
    { label: 'Latitude', words: (value) => number(positionIn(value)?.latitude) },
    { label: 'Longitude', words: (value) => number(positionIn(value)?.longitude) },
    { label: 'Accuracy (m)', words: (value) => number(positionIn(value)?.accuracy) },
  ],
  sample: () => '40.71234, -74.00512 (±8 m)',
})

export const settings = [position] as const
