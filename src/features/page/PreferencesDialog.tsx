import { chakra } from '../../ui/chakra.ts'
import { i18n } from '@lingui/core'
import { t as now } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { type Language, languages } from '../../../contract/reference/languages.ts'
import { isInstalled } from '../../lib/installation.ts'
import { getStore } from '../../store/db/store.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { setPreference, type Theme, usePreference } from '../../store/preferences/preferences.ts'
import { renameStoppedNotice } from '../../store/session/stoppedNotice.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { changeLanguage } from './useLanguageOf.ts'

/** Resolves when the texts of the chosen language are active, so that the message is in that language. */
function spoken(language: Language): Promise<void> {
  return new Promise((resolve) => {
    if (i18n.locale === language) return resolve()
    const done = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = i18n.on('change', done)
    const timer = setTimeout(done, 1000)
  })
}

const Fields = chakra('div', { base: { display: 'grid', gap: '4', paddingBlock: '2' } })

interface PreferencesDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly personPath: string | undefined
  /** Settings of the device, not of the person. */
  readonly device?: ReactNode
  /** Asks the necessary questions, then logs out. */
  readonly onLogout: () => void
}

/**
 * Language, theme, Logout (spec/1 §2.2). The language of a signed-in person is saved on the server; otherwise
 * it stays on the device.
 */
export function PreferencesDialog({ open, onClose, personPath, device, onLogout }: PreferencesDialogProps) {
  const { t } = useLingui()
  const owner = useOwner()
  const [theme] = usePreference('theme')
  const [chosen, setChosen] = useState<{ language?: Language; theme?: Theme }>({})
  const language = chosen.language ?? (i18n.locale as Language)
  const look = chosen.theme ?? theme ?? 'system'

  const close = () => {
    setChosen({})
    onClose()
  }

  const save = async () => {
    if (chosen.theme !== undefined) setPreference('theme', chosen.theme)
    const changed = chosen.language !== undefined && chosen.language !== i18n.locale
    close()
    const next = chosen.language
    if (!changed || next === undefined) return
    try {
      await changeLanguage(personPath, next)
      if (personPath === undefined) return
      await spoken(next)
      await renameStoppedNotice(getStore(), now`Something that you saved needs you`).catch(() => undefined)
      toast(now`User Preferences Updated`, 'success')
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      toast(now`Error Updating User Preferences: ${message}`, 'error')
    }
  }

  return (
    <Dialog
      title={t`User Preferences`}
      open={open}
      onClose={close}
      width={500}
      actions={
        <>
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button kind="primary" onClick={save}>
            {t`OK`}
          </Button>
        </>
      }
    >
      <Fields>
        <LanguageField language={language} onChoose={(next) => setChosen({ ...chosen, language: next })} />
        <ThemeField theme={look} onChoose={(next) => setChosen({ ...chosen, theme: next })} />
        {owner.startsWith('u:') && (
          <LinkButton href="/ready" icon="download">
            {t`Ready for site`}
          </LinkButton>
        )}
        {device}
        {!isInstalled() && (
          <LinkButton href="/install" kind="quiet">
            {t`Install the app`}
          </LinkButton>
        )}
        <LinkButton href="/accessibility" kind="quiet">
          {t`Accessibility`}
        </LinkButton>
        {owner.startsWith('u:') && (
          <Button
            kind="danger"
            onClick={() => {
              close()
              onLogout()
            }}
          >
            {t`Logout`}
          </Button>
        )}
      </Fields>
    </Dialog>
  )
}

interface LanguageFieldProps {
  readonly language: Language
  onChoose(language: Language): void
}

function LanguageField({ language, onChoose }: LanguageFieldProps) {
  const { t } = useLingui()
  return (
    <Select label={t`Language`} value={language} onChange={(event) => onChoose(event.target.value as Language)}>
      {Object.entries(languages).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}

interface ThemeFieldProps {
  readonly theme: Theme
  onChoose(theme: Theme): void
}

function ThemeField({ theme, onChoose }: ThemeFieldProps) {
  const { t } = useLingui()
  const themes = [
    { value: 'system', label: t`Same as the device` },
    { value: 'light', label: t`Light` },
    { value: 'dark', label: t`Dark` },
    { value: 'sun', label: t`Sunlight` },
  ] as const
  return <RadioGroup isRow name="theme" label={t`Appearance`} options={themes} value={theme} onChoose={onChoose} />
}
