import { lazy } from 'react'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'

const Control = lazy(() =>
  withLazyTexts(() => import('./CompactTableField.tsx')).then(({ CompactTableField }) => ({ default: CompactTableField })),
)

export const compactTable = defineField({ type: 'compact-table', rules: rules, Control, ownFrame: true })
