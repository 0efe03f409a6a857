import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldGroup } from '../../../ui/controls/FieldGroup.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { attributeFor } from '../renameAttribute.ts'
import { ToolButton } from '../ToolButton.tsx'
import { optionsOf, rowsOf } from './OptionRow.ts'
import { OptionLines } from './OptionsSetting.tsx'
import { isJson } from './settingKind.ts'
import type { ControlProps } from './SettingProps.ts'
import * as styles from '../studio.module.css'

/** Lists of choices with a name, which several questions share. */
export function OptionSetsSetting({ label, help, problem, value, onChange }: ControlProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const sets = Object.entries(isJson(value) ? value : {})
  const name = attributeFor(typed)
  const write = (next: readonly (readonly [string, unknown])[]) => onChange(next.length === 0 ? undefined : Object.fromEntries(next))
  return (
    <FieldGroup label={label} hint={help} error={problem}>
      {sets.map(([set, options], index) => (
        <details key={set} className={styles.inner}>
          <summary>{set}</summary>
          <div className={styles.innerList}>
            <OptionLines rows={rowsOf(options)} onChange={(rows) => write(sets.with(index, [set, optionsOf(rows)]))} />
            <div>
              <ToolButton sign="remove" label={t`Remove ${set}`} onClick={() => write(sets.toSpliced(index, 1))} />
            </div>
          </div>
        </details>
      ))}
      <TextField
        data-desk
        aria-label={t`New name`}
        placeholder={t`New name`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div>
        <Button
          size="desk"
          icon="plus"
          disabled={name === undefined || sets.some(([set]) => set === name)}
          onClick={() => {
            if (name === undefined) return
            write([...sets, [name, []]])
            setTyped('')
          }}
        >{t`Add a list`}</Button>
      </div>
    </FieldGroup>
  )
}
