import { useLingui } from '@lingui/react/macro'
import type { RowPart } from './ItemRow.tsx'
import * as controls from '../../ui/controls/controls.module.css'

/** Whether a company works here. Stored inverted, as `disabled` (spec/1 §3 "Vendor entry"). */
export function ActiveSwitch({ item, title, readOnly, change }: RowPart) {
  const { t } = useLingui()
  const active = item['disabled'] !== true
  return (
    <label className={controls.toggle}>
      <input
        type="checkbox"
        role="switch"
        aria-label={t`Active: ${title}`}
        checked={active}
        aria-checked={active}
        disabled={readOnly}
        onChange={(event) => change({ ...item, disabled: !event.target.checked })}
      />
      <span aria-hidden="true">{t`Active`}</span>
    </label>
  )
}
