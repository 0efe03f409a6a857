import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FieldProps } from '../defineField.ts'
import { ariaOf, useControl } from '../useField.ts'
import { useTextInput } from '../useTextInput.ts'

export function PasswordField({ form, node, setting }: FieldProps<'password'>) {
  const { t } = useLingui()
  const field = useControl(form, node)
  const [shown, setShown] = useState(false)
  const input = useTextInput(form, node, { read: (text) => text || null, write: (value) => (value == null ? '' : String(value)) })
  return (
    <div className="m-affix">
      <input
        {...ariaOf(field)}
        {...input}
        className="m-input"
        type={shown ? 'text' : 'password'}
        readOnly={field.readOnly}
        placeholder={setting.placeholder}
        maxLength={setting.maxLength}
        autoComplete="new-password"
        autoCapitalize="off"
        spellCheck={false}
      />
      <button type="button" className="m-affix-button m-show" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? t`Hide` : t`Show`}
      </button>
    </div>
  )
}
