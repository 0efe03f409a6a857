import { lazy } from 'react'
import { withLaterTexts } from '../../ui/laterTexts.ts'
import { defineField } from '../defineField.ts'
import { fieldMappingRules } from './rules.ts'

export const fieldMapping = defineField({
  type: 'field-mapping',
  rules: fieldMappingRules,
  Control: lazy(() =>
    withLaterTexts(() => import('./FieldMappingField.tsx')).then(({ FieldMappingField }) => ({ default: FieldMappingField })),
  ),
  group: true,
})
