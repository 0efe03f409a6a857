import { lazy } from 'react'
import { defineField } from '../defineField.ts'
import { signatureRules } from './rules.ts'

export const signature = defineField({
  type: 'signature',
  rules: signatureRules,
  group: true,
  Control: lazy(() => import('./SignatureField.tsx').then(({ SignatureField }) => ({ default: SignatureField }))),
})
