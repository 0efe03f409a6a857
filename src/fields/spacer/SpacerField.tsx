import type { FieldProps } from '../defineField.ts'

/** Room between two fields; nothing for a screen reader. */
export function SpacerField({ setting }: FieldProps<'spacer'>) {
  return <div className="m-spacer" data-size={setting.size} aria-hidden="true" />
}
