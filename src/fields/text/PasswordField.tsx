import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { boundText } from '../boundText.ts'
import type { FieldProps } from '../defineField.ts'
import { ariaOf, controlOf } from '../useField.ts'
import * as controls from '../../ui/controls/controls.module.css'

export function PasswordField(props: FieldProps<'password'>) {
  const { form, node, setting } = props
  const { t } = useLingui()
  const field = controlOf(props)
  const [shown, setShown] = useState(false)
  const input = boundText(form, node, { read: (text) => text || null, write: (value) => (value == null ? '' : String(value)) })
  return (
    <div className={controls.affix}>
      <input
        {...ariaOf(field)}
        {...input}
        className={controls.input}
        type={shown ? 'text' : 'password'}
        readOnly={field.readOnly}
        placeholder={setting.placeholder}
        maxLength={setting.maxLength}
        autoComplete="new-password"
        autoCapitalize="off"
        spellCheck={false}
      />
      <button type="button" className={`${controls.affixButton} ${controls.show}`} aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? t`Hide` : t`Show`}
      </button>
    </div>
  )
}
