import { chakra } from '../../ui/chakra.ts'
import { i18n } from '@lingui/core'
import { t as now } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { type Language, languages } from '../../../contract/languages.ts'
import { patchRecord } from '../../../contract/records.ts'
import { signOut } from '../../../contract/sign-in.ts'
import { queue, useOutboxCounts } from '../../store/outbox.ts'
import { setOwner, useOwner } from '../../store/owner.ts'
import { setPreference, type Theme, usePreference } from '../../store/preferences.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/Button.tsx'
import { confirmDialog } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { toast } from '../../ui/toast.tsx'

/** The person is answered in the language that they chose, as soon as its texts are here. */
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

const Fields = chakra('div', { base: { display: 'grid', gap: '5', paddingBlock: '2' } })

/** Language, look, Logout (spec/1 §2.2). The language of a signed-in person goes to the server as a save; otherwise it stays on the device. */
export function PreferencesDialog({
  open,
  onClose,
  personPath,
  onSignedOut,
}: {
  readonly open: boolean
  readonly onClose: () => void
  readonly personPath: string | undefined
  readonly onSignedOut: () => void
}) {
  const { t } = useLingui()
  const id = useId()
  const owner = useOwner()
  const [theme] = usePreference('theme')
  const counts = useOutboxCounts()
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
    if (!changed || chosen.language === undefined) return
    setPreference('language', chosen.language)
    if (personPath === undefined) return
    try {
      await queue(patchRecord, { '*': personPath }, { payload: { lang: chosen.language }, feed: false }, { title: t`User Preferences` })
      await spoken(chosen.language)
      toast(now`User Preferences Updated`, 'success')
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      toast(now`Error Updating User Preferences: ${message}`, 'error')
    }
  }

  const leave = async () => {
    const waiting = counts.saved + counts.sending + counts.needsYou
    if (
      waiting > 0 &&
      !(await confirmDialog({
        text: t`${waiting} of your saves have not arrived yet. They stay on this device and are sent when you sign in here again.`,
        ok: t`Logout`,
      }))
    )
      return
    // Without a connection the cookie can't be taken back yet; the app does it when there is one.
    await ask(signOut).catch(() => setPreference('x:sign-out-later', true))
    await setOwner('p:')
    close()
    onSignedOut()
  }

  return (
    <Dialog
      title={t`User Preferences`}
      open={open}
      onClose={close}
      width={500}
      actions={
        <>
          {owner.startsWith('u:') && (
            <Button kind="danger" onClick={leave} style={{ marginInlineEnd: 'auto' }}>
              {t`Logout`}
            </Button>
          )}
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button kind="primary" onClick={save}>
            {t`OK`}
          </Button>
        </>
      }
    >
      <Fields>
        <div className="m-field">
          <label className="m-label" htmlFor={id}>
            {t`Language`}
          </label>
          <select
            id={id}
            className="m-select"
            value={language}
            onChange={(event) => setChosen({ ...chosen, language: event.target.value as Language })}
          >
            {Object.entries(languages).map(([code, name]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <fieldset className="m-field">
          <legend className="m-label" style={{ marginBottom: 6 }}>
            {t`Appearance`}
          </legend>
          <div className="m-choices" data-display="buttons">
            {(
              [
                ['system', t`As the device`],
                ['light', t`Light`],
                ['dark', t`Dark`],
                ['sun', t`Sunlight`],
              ] as const
            ).map(([value, label]) => (
              <label key={value} className="m-choice">
                <input type="radio" name="theme" checked={look === value} onChange={() => setChosen({ ...chosen, theme: value })} />
                <span className="m-choice-text">{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {owner.startsWith('u:') && (
          <LinkButton href="/ready" icon="download">
            {t`Ready for site`}
          </LinkButton>
        )}
      </Fields>
    </Dialog>
  )
}
