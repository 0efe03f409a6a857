import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Select } from '../../../ui/controls/Select.tsx'
import type { ControlProps } from './SettingProps.ts'
import { TemplateSetting } from './TemplateSetting.tsx'
import * as styles from '../studio.module.css'

/** The usual text, none, or an own text. */
export function TextOrNoneSetting(props: ControlProps) {
  const { label, help, problem, value, onChange } = props
  const { t } = useLingui()
  const [asksText, setAsksText] = useState(false)
  const isText = typeof value === 'string'
  const fixed = value === false ? 'none' : 'usual'
  return (
    <div className={styles.flag}>
      <Select
        label={label}
        note={help}
        error={problem}
        data-desk
        value={isText || asksText ? 'own' : fixed}
        onChange={(event) => {
          setAsksText(event.target.value === 'own')
          if (event.target.value !== 'own') onChange(event.target.value === 'none' ? false : undefined)
        }}
      >
        <option value="usual">{t`The usual text`}</option>
        <option value="none">{t`None`}</option>
        <option value="own">{t`Own text`}</option>
      </Select>
      {isText || asksText ? (
        <TemplateSetting
          {...props}
          label={t`Own text`}
          help={undefined}
          problem={undefined}
          value={isText ? value : ''}
          onChange={(next) => {
            // An author who has emptied the text goes on with another one.
            setAsksText(true)
            onChange(next)
          }}
        />
      ) : null}
    </div>
  )
}
