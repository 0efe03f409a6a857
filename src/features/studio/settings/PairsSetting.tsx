import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldGroup } from '../../../ui/controls/FieldGroup.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { ToolButton } from '../ToolButton.tsx'
import { isJson } from './settingKind.ts'
import type { ControlProps } from './SettingProps.ts'
import { typedJson } from './TextSetting.tsx'
import * as styles from '../studio.module.css'

interface PairListProps {
  /** Absent inside of a group with this name. */
  readonly label?: string
  readonly value: unknown
  onChange(value: Readonly<Record<string, unknown>> | undefined): void
}

/** Names and values. A row without a name is not stored yet. */
export function PairList({ label, value, onChange }: PairListProps) {
  const { t } = useLingui()
  const held = Object.entries(isJson(value) ? value : {})
  const [unnamed, setUnnamed] = useState(0)
  const write = (pairs: readonly (readonly [string, unknown])[]) =>
    onChange(pairs.length === 0 ? undefined : Object.fromEntries(pairs.filter(([key]) => key !== '__proto__')))
  // Two equal names would leave one value: the letter that makes them equal is not taken.
  const rename = (index: number, name: string) => {
    if (!held.some(([other], at) => other === name && at !== index)) write(held.map((pair, at) => (at === index ? [name, pair[1]] : pair)))
  }
  return (
    <div className={styles.innerList} role={label === undefined ? undefined : 'group'} aria-label={label}>
      {held.map(([key, one], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the name changes while it is typed
        <div key={index} className={styles.pair}>
          <TextField data-desk aria-label={t`Name`} value={key} onChange={(event) => rename(index, event.target.value)} />
          <TextField
            data-desk
            aria-label={t`Value of ${key}`}
            value={typeof one === 'object' ? JSON.stringify(one) : String(one)}
            onChange={(event) => write(held.with(index, [key, typedJson(event.target.value) ?? '']))}
          />
          <ToolButton sign="remove" label={t`Remove ${key}`} onClick={() => write(held.toSpliced(index, 1))} />
        </div>
      ))}
      <TextField
        key={`new ${unnamed}`}
        data-desk
        aria-label={t`New name`}
        placeholder={t`New name`}
        onBlur={(event) => {
          const key = event.target.value.trim()
          if (key === '' || held.some(([other]) => other === key)) return
          setUnnamed(unnamed + 1)
          write([...held, [key, '']])
        }}
      />
      <div>
        <Button size="desk" icon="plus">{t`Add a value`}</Button>
      </div>
    </div>
  )
}

/** Names with values, for data that the form passes on. */
export function PairsSetting({ label, help, problem, value, onChange }: ControlProps) {
  return (
    <FieldGroup label={label} hint={help} error={problem}>
      <PairList value={value} onChange={onChange} />
    </FieldGroup>
  )
}
