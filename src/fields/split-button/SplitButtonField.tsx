import { SplitButton } from '../../ui/controls/SplitButton.tsx'
import type { FieldProps } from '../defineField.ts'
import { useAction } from '../useAction.ts'

/** A main action, and a menu of further ones behind the arrow. */
export function SplitButtonField({ form, setting, readOnly }: FieldProps<'splitbutton'>) {
  const run = useAction(form)
  return (
    <SplitButton
      label={setting.label}
      onPress={() => run(setting.action)}
      confirm={setting.confirm}
      kind={setting.primary ? 'primary' : 'plain'}
      disabled={readOnly}
      options={setting.actions.map(({ label, action, confirm }, index) => ({
        key: String(index),
        label,
        confirm,
        onPress: () => run(action),
      }))}
    />
  )
}
