import type { FieldProps } from '../defineField.ts'
import * as fieldsStyles from '../fields.module.css'

/** Space between two fields; hidden from screen readers. */
export function SpacerField({ setting }: FieldProps<'spacer'>) {
  return <div className={fieldsStyles.spacer} data-size={setting.size} aria-hidden="true" />
}
