import { lazy } from 'react'
import { withLaterTexts } from '../../ui/laterTexts.ts'
import { defineField } from '../defineField.ts'
import { compactTableRules } from './rules.ts'

const Control = lazy(() =>
  withLaterTexts(() => import('./CompactTableField.tsx')).then(({ CompactTableField }) => ({ default: CompactTableField })),
)

export const compactTable = defineField({ type: 'compact-table', rules: compactTableRules, Control, ownFrame: true })
