import { defineField } from '../defineField.ts'
import { timeRules } from './rules.ts'
import { TimeChoiceField } from './TimeChoiceField.tsx'

export const time = defineField({ type: 'time', rules: timeRules, Control: TimeChoiceField })
export const alltime = defineField({ type: 'alltime', rules: timeRules, Control: TimeChoiceField })
export const timespan = defineField({ type: 'timespan', rules: timeRules, Control: TimeChoiceField })
export const longtimespan = defineField({ type: 'longtimespan', rules: timeRules, Control: TimeChoiceField })
