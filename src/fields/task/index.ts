import { lazy } from 'react'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'

const Control = lazy(() => withLazyTexts(() => import('./TaskField.tsx')).then(({ TaskField }) => ({ default: TaskField })))

export const task = defineField({ type: 'task', rules: rules, Control, ownFrame: true })
