import type { ComponentType } from 'react'
import type { FieldSetting, FieldType } from '../../contract/forms/fieldShapes.ts'
import type { Form, FormNode } from '../engine/form.ts'
import type { FieldRules } from '../engine/FieldRules.ts'
import type { ControlWithForm } from './controlWithForm.ts'

/** Props of every control. `setting` is `node.setting`, typed. */
export interface FieldProps<T extends FieldType = FieldType> {
  readonly form: Form
  readonly node: FormNode
  readonly setting: FieldSetting<T>
  /** Live state of the node. The error text is written by showErrorText.ts, not by the control. */
  readonly required: boolean
  readonly readOnly: boolean
}

/** Definition of a type. Rules load with the form; a heavy control should be a lazy component. */
interface FieldParts<T extends FieldType> {
  readonly type: T
  readonly rules: FieldRules<FieldSetting<T>>
  readonly Control: ComponentType<FieldProps<T>> | ControlWithForm<FieldProps<T>>
  /** Widths of the boxes that keep the place of a lazy control. They wrap as the control does; by default it is one line. */
  readonly arriving?: (setting: FieldSetting<T>, readOnly: boolean) => readonly string[]
  /** The control renders label, hint and error text itself, without FieldFrame. */
  readonly ownFrame?: boolean
  /** Types of fields that it renders although its settings do not name them. */
  readonly draws?: readonly FieldType[]
  /**
   * The label is a caption of several controls (a list of items), not of one input. `named`: the control is a radio group
   * or one input, which the caption names.
   */
  readonly group?: boolean | 'named'
}

/** A type as the form sees it; `never`, because only the type itself knows its setting. */
export interface FieldDefinition {
  readonly type: FieldType
  readonly rules: FieldRules<never>
  readonly Control: ComponentType<FieldProps<never>>
  readonly ownFrame: boolean
  readonly group: boolean | 'named'
  /** The control is in a lazy chunk. */
  readonly lazy: boolean
  readonly arriving: (setting: never, readOnly: boolean) => readonly string[]
  /** Loads a control that arrives with the form. */
  readonly bring: () => Promise<void>
  readonly isHere: () => boolean
  /** Loads any other lazy control. May reject. */
  readonly load: (() => Promise<void>) | undefined
  readonly draws: readonly FieldType[]
}

const atOnce = { bring: () => Promise.resolve(), isHere: () => true }

export function defineField<T extends FieldType>({
  type,
  rules,
  Control,
  arriving = () => ['100%'],
  ownFrame = false,
  group = false,
  draws = [],
}: FieldParts<T>): FieldDefinition {
  const late = 'bring' in Control
  const { bring, isHere } = late ? Control : atOnce
  const lazy = late || typeof Control !== 'function'
  const { load } = Control as { readonly load?: () => Promise<void> }
  return { type, rules, Control: Control as never, arriving, ownFrame, group, lazy, draws, bring, isHere, load }
}
