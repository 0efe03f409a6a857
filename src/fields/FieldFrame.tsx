import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Form, FormNode } from '../engine/form.ts'
import { fieldId } from './fieldId.ts'
import { labelOf, useNode } from './useField.ts'

interface FieldFrameProps {
  readonly form: Form
  readonly node: FormNode
  readonly children: ReactNode
  /** The label is a caption of several controls (radio buttons, a list), not of one input. */
  readonly group?: boolean
}

/** Label, hint and red line around a control, wired for screen readers by the ids of useField. */
export function FieldFrame({ form, node, children, group = false }: FieldFrameProps) {
  const { t } = useLingui()
  const { required, readOnly, message } = useNode(form, node)
  const id = fieldId(form, node)
  const { description } = node.setting as { description?: string }
  const label = labelOf(node)
  const caption = label ? (
    <>
      {label}
      {required && !readOnly ? (
        <span className="m-required" title={t`Required`}>
          {' *'}
        </span>
      ) : null}
    </>
  ) : null
  return (
    <div
      className="m-field"
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
      {description ? (
        <div className="m-hint" id={`${id}-hint`}>
          {description}
        </div>
      ) : null}
      {children}
      {message ? (
        <div className="m-error" id={`${id}-error`}>
          {message}
        </div>
      ) : null}
    </div>
  )
}
