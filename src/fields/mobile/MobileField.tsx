import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { FieldProps } from '../defineField.ts'
import { useField, useValue } from '../useField.ts'
import { PhoneInput } from './PhoneInput.tsx'
import { type MobileUse, mobileUses, useAttribute } from './rules.ts'
import * as styles from './mobile.module.css'
import * as controls from '../../ui/controls/controls.module.css'

/** A mobile number, stored as E.164, and next to it how it may be used. */
export function MobileField({ form, node, setting }: FieldProps<'mobile'>) {
  const { t } = useLingui()
  const { id, value, set, label, required, readOnly, message, describedBy } = useField(form, node)
  const usePath = useAttribute(node.path ?? '')
  const use = (useValue(form, usePath) as MobileUse | null | undefined) ?? 'Default'
  const none = use === 'No Number'
  /** Restored if "No Number" was chosen by accident. */
  const before = useRef<unknown>(undefined)

  const choose = (next: MobileUse) =>
    form.batch(() => {
      if (next === 'No Number') {
        before.current = value
        set(null)
      } else if (none && before.current) {
        set(before.current)
        before.current = undefined
      }
      form.set(usePath, next)
    })

  const uses: Record<MobileUse, string> = {
    Default: t`Default`,
    Safety: t`Safety`,
    Emergency: t`Emergency`,
    'No Contact': t`No Contact`,
    'No Number': t`No Number`,
  }
  return (
    <div className={styles.mobile}>
      <PhoneInput
        id={id}
        value={typeof value === 'string' ? value : ''}
        onChange={(next) => set(next === '' ? null : next)}
        disabled={none}
        readOnly={readOnly}
        required={required}
        invalid={message !== undefined}
        placeholder={none ? t`Number not required` : setting.placeholder}
        describedBy={describedBy}
      />
      {setting.showUse === false ? null : (
        <div className={styles.use}>
          <span aria-hidden="true">{t`Use`}</span>
          <select
            className={controls.select}
            aria-label={label ? t`Use of ${label}` : t`Use of the number`}
            value={use}
            disabled={readOnly}
            onChange={(event) => choose(event.target.value as MobileUse)}
          >
            {mobileUses.map((name) => (
              <option key={name} value={name}>
                {uses[name]}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  )
}
