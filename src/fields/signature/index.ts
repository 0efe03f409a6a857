import { lazy } from 'react'
import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'

export const signature = defineField({
  type: 'signature',
  rules: rules,
  group: true,
  Control: lazy(() => import('./SignatureField.tsx').then(({ SignatureField }) => ({ default: SignatureField }))),
})
