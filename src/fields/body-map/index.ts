import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

export const bodyMap = defineField({
  type: 'body-map',
  rules,
  group: true,
  Control: lazyControl(() => withLazyTexts(() => import('./BodyMapField.tsx')).then(({ BodyMapField }) => ({ default: BodyMapField }))),
})
