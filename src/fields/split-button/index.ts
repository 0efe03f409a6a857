import { lazy } from 'react'
import { withLaterTexts } from '../../ui/laterTexts.ts'
import { defineField } from '../defineField.ts'
import { splitButtonRules } from './rules.ts'

const Control = lazy(() =>
  withLaterTexts(() => import('./SplitButtonField.tsx')).then(({ SplitButtonField }) => ({ default: SplitButtonField })),
)

export const splitbutton = defineField({ type: 'splitbutton', rules: splitButtonRules, Control, ownFrame: true })
