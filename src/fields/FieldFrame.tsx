import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Form, FormNode } from '../engine/form.ts'
import { labelOf } from '../engine/label.ts'
import { fieldId } from './fieldId.ts'
import { useNode } from './useField.ts'

interface FieldFrameProps {
  readonly form: Form
  readonly node: FormNode
  readonly children: ReactNode
  /** The label is a caption of several controls (radio buttons, a list), not of one input. */
  readonly group?: boolean
  /** The control shows the label itself (a tick, a switch). */
  readonly bare?: boolean
}

/** The sign for "must be answered"; the control itself says it to screen readers. */
export function RequiredSign() {
  const { t } = useLingui()
  return (
    <span className="m-required" title={t`Required`} aria-hidden="true">
      *
    </span>
  )
}

/** Label, hint and red line around a control, wired for screen readers by the ids of useField. */
export function FieldFrame({ form, node, children, group = false, bare = false }: FieldFrameProps) {
  const { required, readOnly, message } = useNode(form, node)
  const id = fieldId(form, node)
  const { description } = node.setting as { description?: string }
  const label = labelOf(node.setting)
  const caption =
    label && !bare ? (
      <>
        {label}
        {required && !readOnly ? <RequiredSign /> : null}
      </>
    ) : null
  const hint = description ? (
    <div className="m-hint" id={`${id}-hint`}>
      {description}
    </div>
  ) : null
  return (
    <div
      className="m-field"
      id={`${id}-field`}
      data-attribute={node.path}
      data-invalid={message ? '' : undefined}
      {...(group ? { role: 'group', 'aria-labelledby': `${id}-label` } : {})}
    >
      {caption &&
        (group ? (
          <div className="m-label" id={`${id}-label`}>
            {caption}
          </div>
        ) : (
          <label className="m-label" id={`${id}-label`} htmlFor={id}>
            {caption}
          </label>
        ))}
      {bare ? null : hint}
      {children}
      {bare ? hint : null}
      {message ? (
        <div className="m-error" id={`${id}-error`}>
          {message}
        </div>
      ) : null}
    </div>
  )
}
