import { lazy } from 'react'
import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'

const Control = lazy(() => import('./NoticesField.tsx').then(({ NoticesField }) => ({ default: NoticesField })))

export const notices = defineField({ type: 'notices', rules: rules, Control, ownFrame: true })
