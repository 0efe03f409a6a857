import { CheckField } from '../../../ui/controls/CheckField.tsx'
import type { ControlProps } from './SettingProps.ts'

export function CheckSetting({ label, help, problem, value, onChange }: ControlProps) {
  return (
    <CheckField
      label={label}
      hint={help}
      error={problem}
      checked={value === true}
      onChange={(event) => onChange(event.target.checked || undefined)}
    />
  )
}
