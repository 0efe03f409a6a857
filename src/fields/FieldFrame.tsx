import { useLingui } from '@lingui/react/macro'
import type { ReactElement, ReactNode } from 'react'
import type { Form, FormNode } from '../engine/form.ts'
import { labelOf } from '../engine/labelOf.ts'
import type { FieldDefinition } from './defineField.ts'
import { fieldId } from './fieldId.ts'
import { showErrorText } from './showErrorText.ts'
import * as controls from '../ui/controls/controls.module.css'

const signs = new Map<string, ReactElement>()

/** The "required" sign; hidden from screen readers if the control announces it. A group of controls can't. */
export function RequiredSign({ isSpoken = false }: { readonly isSpoken?: boolean | undefined }) {
  const { i18n, t } = useLingui()
  const key = i18n.locale + isSpoken
  let sign = signs.get(key)
  if (!sign) {
    const told = isSpoken ? { role: 'img', 'aria-label': t`Required` } : { 'aria-hidden': true }
    sign = (
      <span className={controls.required} title={t`Required`} {...told}>
        *
      </span>
    )
    signs.set(key, sign)
  }
  return sign
}

/** The text of a label with its required sign. */
export function captionOf(label: string, required: boolean, readOnly: boolean, isSpoken?: boolean): ReactNode {
  if (!required || readOnly) return label
  return (
    <>
      {label}
      <RequiredSign isSpoken={isSpoken} />
    </>
  )
}

interface FrameParts {
  readonly form: Form
  readonly node: FormNode
  readonly required: boolean
  readonly readOnly: boolean
  readonly children: ReactNode
  /** The label is a caption of several controls (radio buttons, a list), not of one input. */
  readonly group?: FieldDefinition['group']
  /** The control shows the label itself (a tick, a switch). */
  readonly bare?: boolean | undefined
}

/** `group`: a caption of several controls. */
function labelFor(id: string, caption: ReactNode, group: FrameParts['group']) {
  if (group)
    return (
      <div className={controls.label} id={`${id}-label`}>
        {caption}
      </div>
    )
  return (
    <label className={controls.label} id={`${id}-label`} htmlFor={id}>
      {caption}
    </label>
  )
}

/**
 * Label, hint and error text around a control, connected for screen readers by the ids of `controlOf`. A
 * plain function, to save one component per field.
 */
export function fieldFrame({ form, node, required, readOnly, children, group, bare }: FrameParts) {
  const id = fieldId(form, node)
  const { description } = node.setting as { description?: string }
  const label = bare ? '' : labelOf(node.setting)
  const hint = description ? (
    <div className={controls.hint} id={`${id}-hint`}>
      {description}
    </div>
  ) : null
  return (
    <div
      className={controls.field}
      id={`${id}-field`}
      data-attribute={node.path}
      {...(group === true && label !== '' && { role: 'group', 'aria-labelledby': `${id}-label` })}
      ref={(frame) => {
        if (frame) showErrorText(form, node, frame)
      }}
    >
      {label === '' ? null : labelFor(id, captionOf(label, required, readOnly, group === true), group)}
      {bare ? null : hint}
      {children}
      {bare ? hint : null}
    </div>
  )
}
