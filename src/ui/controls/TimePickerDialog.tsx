import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { isTime } from '../../lib/formatDate.ts'
import { Button } from './Button.tsx'
import { Dialog } from '../overlays/Dialog.tsx'
import * as styles from './timePicker.module.css'
import * as controls from './controls.module.css'

const hours = Array.from({ length: 12 }, (_, index) => index + 1)
const minutesBy = (step: number) => Array.from({ length: 60 / step }, (_, index) => String(index * step).padStart(2, '0'))
const halves = ['AM', 'PM'] as const

interface Picked {
  readonly hour: number
  readonly minute: string
  readonly half: (typeof halves)[number]
}

/**
 * Returns the first value of the dialog: the given time, otherwise now, rounded down to the step.
 */
function start(value: string | undefined, step: number): Picked {
  const now = new Date()
  const at = isTime(value)
    ? value
    : `${String(now.getHours()).padStart(2, '0')}:${String(Math.floor(now.getMinutes() / step) * step).padStart(2, '0')}`
  const hour = Number(at.slice(0, 2))
  return { hour: hour % 12 || 12, minute: at.slice(3), half: hour < 12 ? 'AM' : 'PM' }
}

/** Returns a 24-hour simple time: HH:mm. */
function timeOf({ hour, minute, half }: Picked): string {
  return `${String((hour % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')}:${minute}`
}

interface ChoicesProps<T> {
  readonly label: string
  readonly name: string
  readonly options: readonly T[]
  readonly chosen: T
  readonly onChoose: (option: T) => void
  readonly wide?: boolean
}

function Choices<T extends string | number>({ label, name, options, chosen, onChoose, wide }: ChoicesProps<T>): ReactNode {
  return (
    <fieldset className={styles.root}>
      <legend className={controls.label}>{label}</legend>
      <div className={styles.options} data-wide={wide || undefined}>
        {options.map((option) => (
          <label key={option} className={controls.choice}>
            <input
              type="radio"
              name={name}
              checked={option === chosen}
              data-autofocus={option === chosen && name === 'hour' ? true : undefined}
              onChange={() => onChoose(option)}
            />
            <span>{option}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/**
 * Picks a time of the day in three presses: hour 1-12, minute (00/15/30/45 by default), AM or PM. `onPick` gets HH:mm in
 * 24 hours.
 */
export function TimePickerDialog({
  value,
  step = 15,
  onPick,
  onClose,
}: {
  readonly value?: string | undefined
  /** Minutes between two choices. */
  readonly step?: 5 | 15
  readonly onPick: (time: string) => void
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const [picked, setPicked] = useState(() => start(value, step))
  // A given time that is none of the choices stays until another one is chosen.
  const [minutes] = useState(() => [...new Set([...minutesBy(step), picked.minute])].sort())
  return (
    <Dialog
      open
      title={t`Fill the form`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button kind="primary" onClick={() => onPick(timeOf(picked))}>
            {t`Ok`}
          </Button>
        </>
      }
    >
      <p className={styles.shown} aria-live="polite">
        {picked.hour}:{picked.minute} {picked.half}
      </p>
      <Choices label={t`Hour`} name="hour" options={hours} chosen={picked.hour} onChoose={(hour) => setPicked({ ...picked, hour })} />
      <Choices
        label={t`Minute`}
        name="minute"
        options={minutes}
        chosen={picked.minute}
        onChoose={(minute) => setPicked({ ...picked, minute })}
      />
      <Choices
        label={t`AM or PM`}
        name="half"
        options={halves}
        chosen={picked.half}
        onChoose={(half) => setPicked({ ...picked, half })}
        wide
      />
    </Dialog>
  )
}
