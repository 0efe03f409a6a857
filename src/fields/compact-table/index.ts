import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

const Control = lazyControl(() =>
  withLazyTexts(() => import('./CompactTableField.tsx')).then(({ CompactTableField }) => ({ default: CompactTableField })),
)

export const compactTable = defineField({ type: 'compact-table', rules: rules, Control, ownFrame: true })
