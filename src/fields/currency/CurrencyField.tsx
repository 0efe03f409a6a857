import { useLingui } from '@lingui/react/macro'
import { boundText } from '../boundText.ts'
import type { FieldProps } from '../defineField.ts'
import { decimalSign } from '../parseNumber.ts'
import { ariaOf, controlOf } from '../useField.ts'
import { amountText, centsOf, currencySign } from './rules.ts'
import * as controls from '../../ui/controls/controls.module.css'

export function CurrencyField(props: FieldProps<'currency'>) {
  const { form, node, setting } = props
  const { i18n } = useLingui()
  const field = controlOf(props)
  const input = boundText(form, node, {
    read: (text) => centsOf(text, decimalSign(i18n.locale)),
    write: (value) => amountText(value, i18n.locale),
  })
  return (
    <div className={controls.affix}>
      <span className={controls.affixText} aria-hidden="true">
        {currencySign(setting.currency ?? 'USD', i18n.locale)}
      </span>
      <input
        {...ariaOf(field)}
        {...input}
        className={controls.input}
        type="text"
        inputMode="decimal"
        readOnly={field.readOnly}
        placeholder={setting.placeholder}
        autoComplete="off"
      />
    </div>
  )
}
