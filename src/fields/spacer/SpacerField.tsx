import type { FieldProps } from '../defineField.ts'

/** Space between two fields; hidden from screen readers. */
export function SpacerField({ setting }: FieldProps<'spacer'>) {
  return <div className="m-spacer" data-size={setting.size} aria-hidden="true" />
}
