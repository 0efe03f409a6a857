import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect } from 'react'
import { formatTime } from '../../lib/dates.ts'
import type { FieldProps } from '../defineField.ts'
import { useOptionsNearby } from '../nearby.ts'
import { showLine } from '../redLine.ts'
import { spanText } from '../spanText.ts'
import { ariaOf, controlOf, useText, useValue } from '../useField.ts'
import { endTimes, minutesBetween } from './endTimes.ts'

/** A time after a start time, with how long that is (decision OQ-030). */
export function EndTimeField(props: FieldProps<'endTime'>) {
  const { form, node, setting, readOnly } = props
  const { t, i18n } = useLingui()
  const path = node.path ?? ''
  const held = useValue(form, path)
  const value = held == null ? '' : String(held)
  const overnight = setting.overnight === true
  // By a template, so that a start of the form around an item counts too.
  const start = useText(form, node, `{{${setting.start}}}`)
  const times = endTimes(start, overnight)
  const { full, handlers } = useOptionsNearby(form, times.length)
  useLayoutEffect(() => showLine(form, node), [form, node])
  const span = minutesBetween(start, value, overnight)
  return (
    <div className="m-end-time">
      <select
        {...ariaOf(controlOf(props))}
        {...handlers}
        className="m-select"
        value={value}
        disabled={readOnly}
        onChange={(event) => form.set(path, event.target.value || null)}
      >
        <option value="">{readOnly ? '–' : (setting.placeholder ?? t`Choose…`)}</option>
        {value && !(full && times.some(({ time }) => time === value)) ? <option value={value}>{formatTime(value)}</option> : null}
        {full &&
          times.map(({ time, nextDay }) => (
            <option key={time} value={time}>
              {nextDay ? t`${formatTime(time)}, next day` : formatTime(time)}
            </option>
          ))}
      </select>
      {span === undefined ? null : (
        <output className="m-end-span" htmlFor={controlOf(props).id}>
          {spanText(span, i18n.locale)}
        </output>
      )}
    </div>
  )
}
