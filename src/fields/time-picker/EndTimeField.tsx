import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect } from 'react'
import { formatTime } from '../../lib/formatDate.ts'
import type { FieldProps } from '../defineField.ts'
import { showErrorText } from '../showErrorText.ts'
import { spanText } from '../spanText.ts'
import { TimeSelect } from '../TimeSelect.tsx'
import { controlOf, useText, useValue } from '../useField.ts'
import { endTimes, minutesBetween } from './endTimes.ts'
import * as fieldsStyles from '../fields.module.css'

/** A time after a start time, with the duration (decision OQ-030). */
export function EndTimeField({ setting, ...field }: FieldProps<'endTime'>) {
  const { form, node } = field
  const { t, i18n } = useLingui()
  const held = useValue(form, node.path ?? '')
  const value = held == null ? '' : String(held)
  const overnight = setting.overnight === true
  // Read with a template, so that a start time in the parent form of an item also works.
  const start = useText(form, node, `{{${setting.start}}}`)
  const times = endTimes(start, overnight)
  useLayoutEffect(() => showErrorText(form, node), [form, node])
  const span = minutesBetween(start, value, overnight)
  const text = (time: string) => {
    const nextDay = times.find((one) => one.time === time)?.nextDay === true
    return nextDay ? t`${formatTime(time)}, next day` : formatTime(time)
  }
  return (
    <div className={fieldsStyles.endTime}>
      <TimeSelect {...field} placeholder={setting.placeholder} choices={times.map(({ time }) => time)} text={text} />
      {span === undefined ? null : (
        <output className={fieldsStyles.endSpan} htmlFor={controlOf(field).id}>
          {spanText(span, i18n.locale)}
        </output>
      )}
    </div>
  )
}
