import { useLingui } from '@lingui/react/macro'
import { type Language, languages } from '../../../contract/languages.ts'
import { setPreference } from '../../store/preferences.ts'

/** The languages, each in its own name: whoever can't read this screen finds theirs. */
export function Languages() {
  const { t, i18n } = useLingui()
  return (
    <div className="m-kiosk-languages" role="group" aria-label={t`Language`}>
      {(Object.entries(languages) as [Language, string][]).map(([code, name]) => (
        <button key={code} type="button" lang={code} aria-pressed={i18n.locale === code} onClick={() => setPreference('language', code)}>
          {name}
        </button>
      ))}
    </div>
  )
}
