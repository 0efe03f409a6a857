import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

export const fieldMapping = defineField({
  type: 'field-mapping',
  rules: rules,
  Control: lazyControl(() =>
    withLazyTexts(() => import('./FieldMappingField.tsx')).then(({ FieldMappingField }) => ({ default: FieldMappingField })),
  ),
  group: true,
})
