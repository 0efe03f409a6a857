import { useId } from 'react'

export interface Choice {
  readonly key: string
  readonly label: string
  /** Below it, in small; a choice that can't be made says why here. */
  readonly note?: string | undefined
  readonly disabled?: boolean | undefined
}

/** One of several, each a whole row to press. */
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
    <fieldset className="m-bot-choices">
      <legend>{label}</legend>
      {choices.map(({ key, label: text, note, disabled }) => (
        <label key={key} className="m-check">
          <input type="radio" name={name} checked={chosen === key} disabled={disabled} onChange={() => onChoose(key)} />
          <span>
            {text}
            {note !== undefined && <small>{note}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
