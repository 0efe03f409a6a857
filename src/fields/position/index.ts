import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

export const position = defineField({
  type: 'position',
  rules,
  Control: lazyControl(() => withLazyTexts(() => import('./PositionField.tsx')).then(({ PositionField }) => ({ default: PositionField }))),
})
