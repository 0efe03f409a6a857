import { useLingui } from '@lingui/react/macro'
import type { ReactElement, ReactNode } from 'react'
import type { Form, FormNode } from '../engine/form.ts'
import { labelOf } from '../engine/labelOf.ts'
import { fieldId } from './fieldId.ts'
import { showErrorText } from './showErrorText.ts'
import * as controls from '../ui/controls/controls.module.css'

const signs = new Map<string, ReactElement>()

/** The "required" sign; hidden from screen readers, because the control announces it. */
export function RequiredSign() {
  const { i18n, t } = useLingui()
  let sign = signs.get(i18n.locale)
  if (!sign) {
    sign = (
      <span className={controls.required} title={t`Required`} aria-hidden="true">
        *
      </span>
    )
    signs.set(i18n.locale, sign)
  }
  return sign
}

/** The text of a label with its required sign. */
export function captionOf(label: string, required: boolean, readOnly: boolean): ReactNode {
  if (!required || readOnly) return label
  return (
    <>
      {label}
      <RequiredSign />
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
  readonly group?: boolean | undefined
  /** The control shows the label itself (a tick, a switch). */
  readonly bare?: boolean | undefined
}

/** `group`: a caption of several controls. */
function labelFor(id: string, caption: ReactNode, group: boolean | undefined) {
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
      role={group ? 'group' : undefined}
      aria-labelledby={group ? `${id}-label` : undefined}
      ref={(frame) => {
        if (frame) showErrorText(form, node, frame)
      }}
    >
      {label === '' ? null : labelFor(id, captionOf(label, required, readOnly), group)}
      {bare ? null : hint}
      {children}
      {bare ? hint : null}
    </div>
  )
}
