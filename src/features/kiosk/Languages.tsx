import { useLingui } from '@lingui/react/macro'
import { type Language, languages, shortName } from '../../../contract/reference/languages.ts'
import { setPreference } from '../../store/preferences/preferences.ts'
import * as styles from './kiosk.module.css'

/**
 * The languages, each in its own name, so that a person who can't read this screen finds theirs. `narrow`: a
 * small screen has room for two letters only.
 */
export function Languages({ narrow = false }: { readonly narrow?: boolean | undefined }) {
  const { t, i18n } = useLingui()
  return (
    <div className={styles.languages} role="group" aria-label={t`Language`} data-narrow={narrow || undefined}>
      {(Object.entries(languages) as [Language, string][]).map(([code, name]) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={i18n.locale === code}
          aria-label={name}
          onClick={() => setPreference('language', code)}
        >
          <span className={styles.name}>{name}</span>
          {narrow && <span className={styles.letters}>{shortName(code)}</span>}
        </button>
      ))}
    </div>
  )
}
