import { useLingui } from '@lingui/react/macro'
import { weekdayName, weekdays } from '../../lib/formatDate.ts'
import type { FieldProps } from '../defineField.ts'
import { controlOf, useValue } from '../useField.ts'
import { daysOf, withDay } from './rules.ts'
import * as fieldsStyles from '../fields.module.css'
import * as controls from '../../ui/controls/controls.module.css'

export function DaysField(props: FieldProps<'days'>) {
  const { form, node } = props
  const { i18n } = useLingui()
  const field = controlOf(props)
  const path = node.path ?? ''
  const value = useValue(form, path)
  const chosen = daysOf(value)
  return (
    <div className={fieldsStyles.days}>
      {weekdays.map((day, index) => (
        <label key={day} className={controls.choice}>
          <input
            id={index === 0 ? field.id : undefined}
            type="checkbox"
            name={field.id}
            checked={chosen.includes(day)}
            disabled={field.readOnly}
            aria-describedby={field.describedBy}
            onChange={(event) => form.set(path, withDay(value, day, event.target.checked))}
          />
          <span className={controls.choiceText}>{weekdayName(day, i18n.locale)}</span>
        </label>
      ))}
    </div>
  )
}
