import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

const Control = lazyControl(() => withLazyTexts(() => import('./TaskField.tsx')).then(({ TaskField }) => ({ default: TaskField })))

export const task = defineField({ type: 'task', rules: rules, Control, ownFrame: true })
