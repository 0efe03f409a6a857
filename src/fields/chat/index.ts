import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

const Control = lazyControl(() => withLazyTexts(() => import('./ChatField.tsx')).then(({ ChatField }) => ({ default: ChatField })))

export const feed = defineField({ type: 'feed', rules: rules, group: true, Control })
export const chat = defineField({ type: 'chat', rules: rules, group: true, Control })
