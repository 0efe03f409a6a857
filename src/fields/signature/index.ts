import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

export const signature = defineField({
  type: 'signature',
  rules: rules,
  group: true,
  Control: lazyControl(() => import('./SignatureField.tsx').then(({ SignatureField }) => ({ default: SignatureField }))),
})
