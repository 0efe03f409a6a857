import { lazy } from 'react'
import { withLaterTexts } from '../../ui/laterTexts.ts'
import { defineField } from '../defineField.ts'
import { lookupRules } from './rules.ts'

export const lookup = defineField({
  type: 'lookup',
  rules: lookupRules,
  Control: lazy(() => withLaterTexts(() => import('./LookupField.tsx')).then((module) => ({ default: module.LookupField }))),
})
