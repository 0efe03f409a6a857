import { lazy } from 'react'
import { withLaterTexts } from '../../ui/laterTexts.ts'
import { defineField } from '../defineField.ts'
import { endTimeRules, timePickerRules } from './rules.ts'

export const timePicker = defineField({
  type: 'time-picker',
  rules: timePickerRules,
  Control: lazy(() => withLaterTexts(() => import('./TimePickerField.tsx')).then(({ TimePickerField }) => ({ default: TimePickerField }))),
})
export const endTime = defineField({
  type: 'endTime',
  rules: endTimeRules,
  Control: lazy(() => withLaterTexts(() => import('./EndTimeField.tsx')).then(({ EndTimeField }) => ({ default: EndTimeField }))),
})
