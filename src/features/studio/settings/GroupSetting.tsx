import { useState } from 'react'
import { ErrorText } from '../../../ui/controls/ErrorText.tsx'
import { PropertyList } from './PropertyList.tsx'
import { isJson, objectIn } from './settingKind.ts'
import type { ControlProps } from './SettingProps.ts'
import { startOf } from './startOf.ts'
import * as styles from '../studio.module.css'

/** Settings that belong together; all empty, the group is absent. */
export function GroupSetting({ name, label, help, problem, required, schema, value, onChange }: ControlProps) {
  const object = objectIn(schema)
  // Open as it was: the box that is typed in stays when its text is emptied.
  const [open, setOpen] = useState(value !== undefined)
  if (!object) return null
  return (
    <details className={styles.inner} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      <div className={styles.innerList}>
        {help ? <p className={styles.hint}>{help}</p> : null}
        {problem ? <ErrorText id={`${name}-problem`}>{problem}</ErrorText> : null}
        <PropertyList
          owner={name}
          schema={object}
          value={value}
          onChange={(next) => {
            if (Object.keys(next).length === 0 && !required) onChange(undefined)
            // The first value brings what the group requires.
            else onChange(isJson(value) ? next : { ...(startOf(object) as object), ...next })
          }}
        />
      </div>
    </details>
  )
}
