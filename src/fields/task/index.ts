import { lazy } from 'react'
import { withLaterTexts } from '../../ui/laterTexts.ts'
import { defineField } from '../defineField.ts'
import { taskRules } from './rules.ts'

const Control = lazy(() => withLaterTexts(() => import('./TaskField.tsx')).then(({ TaskField }) => ({ default: TaskField })))

export const task = defineField({ type: 'task', rules: taskRules, Control, ownFrame: true })
