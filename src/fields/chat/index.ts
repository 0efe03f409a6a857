import { lazy } from 'react'
import { defineField } from '../defineField.ts'
import { chatRules } from './rules.ts'

const Control = lazy(() => import('./ChatField.tsx').then(({ ChatField }) => ({ default: ChatField })))

export const feed = defineField({ type: 'feed', rules: chatRules, group: true, Control })
export const chat = defineField({ type: 'chat', rules: chatRules, group: true, Control })
