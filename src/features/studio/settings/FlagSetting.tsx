import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Select } from '../../../ui/controls/Select.tsx'
import { ConditionEditor } from '../expressions/ConditionEditor.tsx'
import type { ControlProps } from './SettingProps.ts'
import * as styles from '../studio.module.css'

type Choice = 'usual' | 'other' | 'when'

/** Settings that are usually true. */
const usuallyTrue = new Set(['visible', 'canRemove'])

/** Yes, no, or only under a condition. */
export function FlagSetting({ name, label, help, problem, value, onChange }: ControlProps) {
  const { t } = useLingui()
  const [asksWhen, setAsksWhen] = useState(false)
  const usual = usuallyTrue.has(name)
  const names: Readonly<Record<string, readonly [string, string, string]>> = {
    visible: [t`Always`, t`Never`, t`Only when …`],
    required: [t`No, it is optional`, t`Yes, always`, t`Only when …`],
    readOnly: [t`Yes`, t`No, only read it`, t`Only read it when …`],
    canRemove: [t`Yes`, t`No`, t`Only when …`],
  }
  const [usualName, otherName, whenName] = names[name] ?? [t`No`, t`Yes`, t`Only when …`]
  const isCondition = typeof value === 'string'
  const fixed: Choice = value === undefined || value === usual ? 'usual' : 'other'
  const chosen: Choice = isCondition || asksWhen ? 'when' : fixed
  const choose = (next: Choice) => {
    setAsksWhen(next === 'when')
    if (next === 'usual') onChange(undefined)
    if (next === 'other') onChange(!usual)
  }
  return (
    <div className={styles.flag}>
      <Select label={label} note={help} error={problem} data-desk value={chosen} onChange={(event) => choose(event.target.value as Choice)}>
        <option value="usual">{usualName}</option>
        <option value="other">{otherName}</option>
        <option value="when">{whenName}</option>
      </Select>
      {chosen === 'when' ? (
        <ConditionEditor
          label={label}
          value={isCondition ? value : ''}
          onChange={(next) => {
            // An author who has emptied the condition goes on with another one.
            setAsksWhen(true)
            onChange(next === '' ? undefined : next)
          }}
        />
      ) : null}
    </div>
  )
}
