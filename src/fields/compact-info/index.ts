import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules } from './rules.ts'

const Control = lazyControl(() => import('./CompactInfoField.tsx').then(({ CompactInfoField }) => ({ default: CompactInfoField })))
const parts = { rules: rules, Control, ownFrame: true }

export const compactInfo = defineField({ type: 'compactInfo', ...parts })
export const ownerTeam = defineField({ type: 'owner team', ...parts })
export const ownerProject = defineField({ type: 'owner project', ...parts })
export const ownerUser = defineField({ type: 'owner user', ...parts })
