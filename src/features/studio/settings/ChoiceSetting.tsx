import { useLingui } from '@lingui/react/macro'
import { Select } from '../../../ui/controls/Select.tsx'
import { alternatives } from './settingKind.ts'
import type { ControlProps } from './SettingProps.ts'
import { choiceName } from './wordsOf.ts'

export function ChoiceSetting({ name, label, help, problem, schema, required, value, onChange }: ControlProps) {
  const { t, i18n } = useLingui()
  const choices = alternatives(schema).flatMap((one) => (Array.isArray(one['enum']) ? (one['enum'] as unknown[]) : []))
  return (
    <Select
      label={label}
      note={help}
      error={problem}
      required={required}
      data-desk
      value={value === undefined ? '' : String(value)}
      onChange={(event) => onChange(choices.find((choice) => String(choice) === event.target.value))}
    >
      {required && value !== undefined ? null : <option value="">{t`As usual`}</option>}
      {choices.map((choice) => (
        <option key={String(choice)} value={String(choice)}>
          {choiceName(i18n, name, choice)}
        </option>
      ))}
    </Select>
  )
}
