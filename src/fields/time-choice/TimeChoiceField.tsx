import { useLingui } from '@lingui/react/macro'
import { formatTime } from '../../lib/dates.ts'
import { minutesOf } from '../../lib/durations.ts'
import type { FieldProps } from '../defineField.ts'
import { useOptionsNearby } from '../nearby.ts'
import { spanText } from '../spanText.ts'
import { ariaOf, controlOf, useValue } from '../useField.ts'
import { timeChoices } from './rules.ts'

/** A native list: the phone's own wheel, quicker for a thumb than anything drawn by hand. */
export function TimeChoiceField(props: FieldProps<'time' | 'alltime' | 'timespan' | 'longtimespan'>) {
  const { form, node, setting, readOnly } = props
  const { t, i18n } = useLingui()
  const path = node.path ?? ''
  const held = useValue(form, path)
  const value = held == null ? '' : String(held)
  const choices = timeChoices[setting.type]
  const { full, handlers } = useOptionsNearby(form, choices.length)
  const text = (choice: string) => {
    if (!setting.type.endsWith('span')) return formatTime(choice)
    const minutes = minutesOf(choice)
    return minutes === undefined ? choice : spanText(minutes, i18n.locale)
  }
  return (
    <select
      {...ariaOf(controlOf(props))}
      {...handlers}
      className="m-select"
      value={value}
      disabled={readOnly}
      onChange={(event) => form.set(path, event.target.value || null)}
    >
      <option value="">{readOnly ? '–' : (setting.placeholder ?? t`Choose…`)}</option>
      {value && !(full && choices.includes(value)) ? <option value={value}>{text(value)}</option> : null}
      {full &&
        choices.map((choice) => (
          <option key={choice} value={choice}>
            {text(choice)}
          </option>
        ))}
    </select>
  )
}
