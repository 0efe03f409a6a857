import { useId } from 'react'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { useAuthoring } from './Authoring.ts'
import type { ControlProps } from './SettingProps.ts'

/** The name of a list: one of the known ones, or another one that is typed. */
export function ListSetting({ name: key, label, help, problem, required, value, onChange }: ControlProps) {
  const id = useId()
  const authoring = useAuthoring()
  const lists = key === 'optionSet' ? authoring.optionSets : authoring.lists
  return (
    <>
      <TextField
        label={label}
        note={help}
        error={problem}
        required={required}
        data-desk
        list={id}
        autoCapitalize="off"
        value={String(value ?? '')}
        onChange={(event) => onChange(event.target.value === '' && !required ? undefined : event.target.value)}
      />
      <datalist id={id}>
        {lists.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
