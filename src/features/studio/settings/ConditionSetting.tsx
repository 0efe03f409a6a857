import { FieldGroup } from '../../../ui/controls/FieldGroup.tsx'
import { ConditionEditor } from '../expressions/ConditionEditor.tsx'
import type { ControlProps } from './SettingProps.ts'

/** A setting that is a condition and has no simple Yes or No. */
export function ConditionSetting({ label, help, problem, required, value, onChange }: ControlProps) {
  // `true` alone is the start of a new rule: the menus begin empty.
  const source = typeof value === 'string' && value !== 'true' ? value : ''
  return (
    <FieldGroup label={label} hint={help} error={problem}>
      <ConditionEditor label={label} value={source} onChange={(next) => onChange(next === '' && !required ? undefined : next || 'true')} />
    </FieldGroup>
  )
}
