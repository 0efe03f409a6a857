import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { endTimeRules, rules } from './rules.ts'

export const timePicker = defineField({
  type: 'time-picker',
  rules: rules,
  Control: lazyControl(() =>
    withLazyTexts(() => import('./TimePickerField.tsx')).then(({ TimePickerField }) => ({ default: TimePickerField })),
  ),
})
export const endTime = defineField({
  type: 'endTime',
  rules: endTimeRules,
  Control: lazyControl(() => withLazyTexts(() => import('./EndTimeField.tsx')).then(({ EndTimeField }) => ({ default: EndTimeField }))),
})
