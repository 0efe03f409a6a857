import { useId } from 'react'
import { CheckField } from '../../ui/controls/CheckField.tsx'
import * as styles from './bots.module.css'

export interface Choice {
  readonly key: string
  readonly label: string
  /** Small text below the choice; also the reason why it can't be chosen. */
  readonly note?: string | undefined
  readonly disabled?: boolean | undefined
}

/** One of several choices, each a whole row to press. */
export function Choices({
  label,
  choices,
  chosen,
  onChoose,
}: {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly chosen: string | undefined
  readonly onChoose: (key: string) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {choices.map(({ key, label: text, note, disabled }) => (
        <CheckField
          key={key}
          type="radio"
          name={name}
          label={
            <>
              {text}
              {note !== undefined && <small>{note}</small>}
            </>
          }
          checked={chosen === key}
          disabled={disabled}
          onChange={() => onChoose(key)}
        />
      ))}
    </fieldset>
  )
}
