import { useLingui } from '@lingui/react/macro'
import type { SettingEntry } from './typeEntries.ts'
import * as styles from './guide.module.css'

/** The settings of a type: name, meaning, example. */
export function Terms({ settings }: { readonly settings: readonly SettingEntry[] }) {
  const { t } = useLingui()
  return (
    <dl className={styles.terms}>
      {settings.map(({ key, isNeeded, help, example }) => (
        <div key={key}>
          <dt>
            <code>{key}</code>
            {isNeeded ? <small>{t`needed`}</small> : null}
          </dt>
          <dd>
            {help}
            {example ? <code>{example}</code> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}
