import { lazy } from 'react'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'

const Control = lazy(() =>
  withLazyTexts(() => import('./SplitButtonField.tsx')).then(({ SplitButtonField }) => ({ default: SplitButtonField })),
)

export const splitbutton = defineField({ type: 'splitbutton', rules: rules, Control, ownFrame: true })
