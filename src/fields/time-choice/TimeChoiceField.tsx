import { useLingui } from '@lingui/react/macro'
import { formatTime } from '../../lib/formatDate.ts'
import { minutesOf } from '../../lib/durationsUpTo.ts'
import type { FieldProps } from '../defineField.ts'
import { spanText } from '../spanText.ts'
import { TimeSelect } from '../TimeSelect.tsx'
import { timeChoices } from './rules.ts'

/** A time of day, or a duration, from a list. */
export function TimeChoiceField({ setting, ...field }: FieldProps<'time' | 'alltime' | 'timespan' | 'longtimespan'>) {
  const { i18n } = useLingui()
  const text = (choice: string) => {
    if (!setting.type.endsWith('span')) return formatTime(choice)
    const minutes = minutesOf(choice)
    return minutes === undefined ? choice : spanText(minutes, i18n.locale)
  }
  return <TimeSelect {...field} placeholder={setting.placeholder} choices={timeChoices[setting.type]} text={text} />
}
