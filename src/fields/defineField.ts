import type { ComponentType } from 'react'
import type { FieldSetting, FieldType } from '../../contract/fields.ts'
import type { Form, FormNode } from '../engine/form.ts'
import type { FieldRules } from '../engine/rules.ts'

/** What every control gets. `setting` is `node.setting`, typed. */
export interface FieldProps<T extends FieldType = FieldType> {
  readonly form: Form
  readonly node: FormNode
  readonly setting: FieldSetting<T>
  /** Of the node, live. The red line is none of the control's business: redLine.ts. */
  readonly required: boolean
  readonly readOnly: boolean
}

/** What a type provides; rules load with the form, heavy controls pass a lazy component. */
interface FieldParts<T extends FieldType> {
  readonly type: T
  readonly rules: FieldRules<FieldSetting<T>>
  readonly Control: ComponentType<FieldProps<T>>
  /** The control draws label, hint and red line itself (FieldFrame is not put around it). */
  readonly ownFrame?: boolean
  /** Types of fields that it draws without being told to by its settings. */
  readonly draws?: readonly FieldType[]
  /** The label is a caption of several controls (radio buttons, a list of items), not of one input. */
  readonly group?: boolean
}

/** A type as the form sees it: `never` says that only the type itself knows its setting. */
export interface FieldDefinition {
  readonly type: FieldType
  readonly rules: FieldRules<never>
  readonly Control: ComponentType<FieldProps<never>>
  readonly ownFrame: boolean
  readonly group: boolean
  /** The control arrives in a chunk of its own. */
  readonly lazy: boolean
  readonly draws: readonly FieldType[]
}

export function defineField<T extends FieldType>({
  type,
  rules,
  Control,
  ownFrame = false,
  group = false,
  draws = [],
}: FieldParts<T>): FieldDefinition {
  return { type, rules, Control: Control as never, ownFrame, group, lazy: typeof Control !== 'function', draws }
}
