import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'
import { TimeChoiceField } from './TimeChoiceField.tsx'

export const time = defineField({ type: 'time', rules: rules, Control: TimeChoiceField })
export const alltime = defineField({ type: 'alltime', rules: rules, Control: TimeChoiceField })
export const timespan = defineField({ type: 'timespan', rules: rules, Control: TimeChoiceField })
export const longtimespan = defineField({ type: 'longtimespan', rules: rules, Control: TimeChoiceField })
