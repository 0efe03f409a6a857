import { useState } from 'react'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import type { ControlProps } from './SettingProps.ts'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** A list of texts, one a line. */
export function LinesSetting({ label, help, problem, required, value, onChange }: ControlProps) {
  const lines = Array.isArray(value) ? value.map(String) : []
  const [typed, setTyped] = useState(lines.join('\n'))
  // An undo or the code has changed the list; otherwise the text keeps its empty lines.
  const text = linesOf(typed).join('\n') === lines.join('\n') ? typed : lines.join('\n')
  return (
    <TextArea
      label={label}
      note={help}
      error={problem}
      required={required}
      data-desk
      rows={3}
      value={text}
      onChange={(event) => {
        setTyped(event.target.value)
        const next = linesOf(event.target.value)
        onChange(next.length === 0 && !required ? undefined : next)
      }}
    />
  )
}
