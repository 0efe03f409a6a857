import { useMemo } from 'react'
import type { FieldProps } from '../defineField.ts'
import { ArrayEditor } from './ArrayEditor.tsx'
import type { ArrayKind } from './useItems.ts'

/** A list of items, each filled in in a sub-form. */
export function SubFormField({ form, node, setting }: FieldProps<'subForm'>) {
  const kind = useMemo((): ArrayKind => ({ fields: () => setting.subform }), [setting])
  return <ArrayEditor form={form} node={node} setting={setting} kind={kind} />
}
