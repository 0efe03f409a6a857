import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

const Control = lazyControl(() =>
  withLazyTexts(() => import('./SplitButtonField.tsx')).then(({ SplitButtonField }) => ({ default: SplitButtonField })),
)

export const splitbutton = defineField({ type: 'splitbutton', rules: rules, Control, ownFrame: true })
