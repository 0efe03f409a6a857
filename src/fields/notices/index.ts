import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

const Control = lazyControl(() => import('./NoticesField.tsx').then(({ NoticesField }) => ({ default: NoticesField })))

export const notices = defineField({ type: 'notices', rules: rules, Control, ownFrame: true })
