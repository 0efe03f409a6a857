import { useLingui } from '@lingui/react/macro'
import { setPreference, usePreference } from '../../store/preferences/preferences.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'

/** Toggles the theme for direct sun; User Preferences has it, too. */
export function SunButton() {
  const { t } = useLingui()
  const [theme] = usePreference('theme')
  const sun = theme === 'sun'
  return (
    <IconButton
      icon={sun ? 'moon' : 'sun'}
      label={sun ? t`Turn off the sunlight look` : t`Make it readable in sunlight`}
      aria-pressed={sun}
      onClick={() => setPreference('theme', sun ? 'system' : 'sun')}
      style={{ color: 'var(--m-colors-fg-muted)' }}
    />
  )
}
