import { useLingui } from '@lingui/react/macro'
import { weekdayName, weekdays } from '../../lib/dates.ts'
import type { FieldProps } from '../defineField.ts'
import { useField } from '../useField.ts'
import { daysOf, withDay } from './rules.ts'

export function DaysField({ form, node }: FieldProps<'days'>) {
  const { i18n } = useLingui()
  const field = useField(form, node)
  const chosen = daysOf(field.value)
  return (
    <div className="m-days">
      {weekdays.map((day, index) => (
        <label key={day} className="m-choice">
          <input
            id={index === 0 ? field.id : undefined}
            type="checkbox"
            checked={chosen.includes(day)}
            disabled={field.readOnly}
            aria-describedby={field.describedBy}
            onChange={(event) => field.set(withDay(field.value, day, event.target.checked))}
          />
          <span className="m-choice-text">{weekdayName(day, i18n.locale)}</span>
        </label>
      ))}
    </div>
  )
}
