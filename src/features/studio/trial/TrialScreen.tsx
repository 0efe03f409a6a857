import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import { getTrial, saveTrial } from '../../../../contract/endpoints/studio/formTrials.ts'
import type { Model } from '../../../../contract/endpoints/records.ts'
import { checkSettings, translateSettings } from '../../../../contract/forms/checkSettings.ts'
import type { FormSettings } from '../../../../contract/forms/FormSettings.ts'
import { supportedLanguage } from '../../../../contract/reference/languages.ts'
import { newId } from '../../../lib/newId.ts'
import { AskFailed, ask } from '../../../sync/ask.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../../ui/feedback/FailedState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { LiveForm } from '../LiveForm.tsx'
import { trialLookups } from '../trialLookups.ts'

type Loaded = { readonly form: FormSettings } | { readonly failed: AskFailed | undefined }

/** `/trial/{token}`: a draft of a form on a phone. What is saved here is kept apart from real records. */
export function TrialScreen({ token }: { readonly token: string }) {
  const { t } = useLingui()
  const [loaded, setLoaded] = useState<Loaded>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let current = true
    setLoaded(undefined)
    ask(getTrial, { token }).then(
      ({ settings }) => {
        const checked = checkSettings(settings)
        if (current) setLoaded(checked.ok ? { form: checked.form } : { failed: undefined })
      },
      (failed: unknown) => {
        if (current) setLoaded({ failed: failed instanceof AskFailed ? failed : undefined })
      },
    )
    return () => {
      current = false
    }
  }, [token, tries])

  if (!loaded) {
    return (
      <Page>
        <Skeleton rows={6} />
      </Page>
    )
  }
  if ('failed' in loaded) {
    const { failed } = loaded
    if (failed?.kind === 'refused')
      return (
        <Page>
          <EmptyState alone icon="clock" title={t`This trial has ended`}>
            <Trans>Ask the author of the form for a new code.</Trans>
          </EmptyState>
        </Page>
      )
    return (
      <Page>
        <FailedState error={failed} onRetry={() => setTries(tries + 1)} />
      </Page>
    )
  }
  return <Trial token={token} form={loaded.form} />
}

/** Files stay on the phone: a trial keeps what they are called. */
const withoutFiles = (model: Model): Model =>
  JSON.parse(
    JSON.stringify(model, (_, value: unknown) =>
      value instanceof Blob ? { filename: value instanceof File ? value.name : '', size: value.size, type: value.type } : value,
    ),
  ) as Model

function Trial({ token, form }: { readonly token: string; readonly form: FormSettings }) {
  const { t, i18n } = useLingui()
  const settings = useMemo(() => translateSettings(form, supportedLanguage(i18n.locale)), [form, i18n.locale])
  const [saved, setSaved] = useState<number>()
  const [round, setRound] = useState(0)
  // One id for each record: a save that is tried again after a lost answer arrives once.
  const id = useMemo(() => `${round}-${newId()}`, [round])
  const save = async (model: Model) => {
    const answer = await ask(saveTrial, { token }, { id, model: withoutFiles(model) })
    setSaved(answer.saved)
  }
  if (saved !== undefined)
    return (
      <Page>
        <EmptyState
          alone
          icon="checkCircle"
          title={t`Saved as a trial`}
          action={
            <Button
              kind="primary"
              onClick={() => {
                setSaved(undefined)
                setRound(round + 1)
              }}
            >{t`Fill it in again`}</Button>
          }
        >
          <Trans>The author sees it in the studio. It is not among the real records.</Trans>
        </EmptyState>
      </Page>
    )
  return (
    <Page>
      <Notice level="warning">
        <Trans>
          This is a trial of a draft, with sample lists. What you save is kept apart from real records. Photos stay on this phone.
        </Trans>
      </Notice>
      <LiveForm key={round} settings={settings} lookups={trialLookups} readOnly={false} onSave={save} />
    </Page>
  )
}
