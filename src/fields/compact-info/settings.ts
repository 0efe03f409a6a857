import * as z from 'zod/mini'
import { defineSettings } from '../../../contract/forms/options/defineSettings.ts'
import { nodeBase, Template } from '../../../contract/forms/fieldBase.ts'

const ownerBase = { ...nodeBase, label: z.optional(z.string()) }

const compactInfo = defineSettings({
  type: 'compactInfo',
  description: 'A label and a value on one line, to read.',
  shape: z.strictObject({ type: z.literal('compactInfo'), ...nodeBase, label: z.optional(z.string()), text: Template }),
  isText: true,
})

const ownerTeam = defineSettings({
  type: 'owner team',
  description: 'The team that the record belongs to, to read.',
  shape: z.strictObject({ type: z.literal('owner team'), ...ownerBase }),
})

const ownerProject = defineSettings({
  type: 'owner project',
  description: 'The project that the record belongs to, to read.',
  shape: z.strictObject({ type: z.literal('owner project'), ...ownerBase }),
})

const ownerUser = defineSettings({
  type: 'owner user',
  description: 'The person that the record belongs to, to read.',
  shape: z.strictObject({ type: z.literal('owner user'), ...ownerBase }),
})

export const settings = [compactInfo, ownerTeam, ownerProject, ownerUser] as const
