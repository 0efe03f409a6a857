import { lazy } from 'react'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'

export const fieldMapping = defineField({
  type: 'field-mapping',
  rules: rules,
  Control: lazy(() =>
    withLazyTexts(() => import('./FieldMappingField.tsx')).then(({ FieldMappingField }) => ({ default: FieldMappingField })),
  ),
  group: true,
})
