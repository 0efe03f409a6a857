import { useLingui } from '@lingui/react/macro'
import { wordsOf } from '../settings/wordsOf.ts'
import type { SettingEntry } from './typeEntries.ts'
import * as styles from './guide.module.css'

/** The settings of a type: name, meaning, example. */
export function Terms({ type, settings }: { readonly type: string; readonly settings: readonly SettingEntry[] }) {
  const { t, i18n } = useLingui()
  return (
    <dl className={styles.terms}>
      {settings.map(({ key, isNeeded, help, values, example }) => (
        <div key={key}>
          <dt>
            <code>{key}</code>
            {isNeeded ? <small>{t`needed`}</small> : null}
          </dt>
          <dd>
            {wordsOf(i18n, type, key, help).name}
            <span>{wordsOf(i18n, type, key, help).help}</span>
            {values.length > 0 ? <span>{t`One of: ${values.join('; ')}`}</span> : null}
            {example ? <code>{example}</code> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}
