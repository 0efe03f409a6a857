import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Model } from '../../../contract/records.ts'
import type { FormSettings } from '../../../contract/settings.ts'
import { scopeOf } from '../../../contract/template.ts'
import { createForm, type Form } from '../../engine/form.ts'
import type { PageHost } from '../../engine/host.ts'
import { FieldTypes } from '../../fields/FieldTypes.tsx'
import { FormBody } from '../../fields/FormBody.tsx'
import { type FormHost, FormHostContext } from '../../fields/host.ts'
import { rulesOf } from '../../fields/index.ts'
import { goToNode } from '../../fields/reveal.ts'
import { today } from '../../lib/dates.ts'
import { useOwner } from '../../store/owner.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Markdown } from '../../ui/Markdown.tsx'
import { toast } from '../../ui/toast.tsx'

/** What is typed goes along when the settings change under it. */
function useForm(settings: FormSettings, readOnly: boolean): Form {
  const typed = useRef<Form>(undefined)
  const form = useMemo(
    () =>
      createForm({
        settings,
        model: {},
        readOnly,
        rules: rulesOf,
        requiredMessage: (label) => t`${label} Required`,
        scope: scopeOf({ person: { name: 'Sam Rivera', uid: 'sam' }, date: today() }),
      }),
    [settings, readOnly],
  )
  useEffect(() => {
    if (typed.current && typed.current !== form) form.fill(typed.current.draft())
    typed.current = form
  }, [form])
  return form
}

function useModel(form: Form): Model {
  const [model, setModel] = useState(() => form.model())
  useEffect(() => {
    const take = () => setModel(form.model())
    take()
    return form.subscribe('any', take)
  }, [form])
  return model
}

/** A form in the hand of somebody who writes it: it works as on site, and what a save would hold is shown instead of kept. */
export function LiveForm({ settings, readOnly }: { readonly settings: FormSettings; readonly readOnly: boolean }) {
  const { t } = useLingui()
  const owner = useOwner()
  const form = useForm(settings, readOnly)
  const model = useModel(form)
  const template = useSyncExternalStore(
    useCallback((listener: () => void) => form.subscribe('node:', listener), [form]),
    () => (settings.template ? form.text(undefined, settings.template) : ''),
  )

  const check = useCallback(() => {
    const [problem] = form.validate()
    if (problem) goToNode(form, problem.node)
    else toast(t`Complete. On site this would be saved now.`, 'success')
    return Promise.resolve()
  }, [form, t])

  const host = useMemo<FormHost>(() => {
    const page: PageHost = {
      embedded: true,
      busy: () => () => undefined,
      finish: () => undefined,
      fail: ({ message }) => toast(message, 'error'),
      reload: () => undefined,
      dirty: () => undefined,
      run: (action) => {
        const what = typeof action === 'string' ? action : action.message
        toast(t`On site this would run ${what}.`)
        return Promise.resolve()
      },
      navigate: (url) => toast(t`On site this would open ${url}.`),
    }
    return {
      page,
      owner,
      recordPath: 'playground/preview',
      initHash: 'playground',
      draftId: 'playground',
      save: check,
      cancel: () => {
        form.reset({})
        return Promise.resolve()
      },
      compact: false,
    }
  }, [check, form, owner, t])

  return (
    <FieldTypes>
      <FormHostContext value={host}>
        {settings.template ? (
          <Card className="m-form-card">
            <h2>{settings.name}</h2>
            <Markdown text={template} />
          </Card>
        ) : (
          <h2 className="m-legend">{settings.name}</h2>
        )}
        <form noValidate onSubmit={(event) => event.preventDefault()}>
          <FormBody key={settings.name} form={form} />
        </form>
        <div className="m-playground-tools">
          <Button kind="primary" onClick={check}>{t`Check as a save would`}</Button>
          <Button onClick={() => form.reset({})}>{t`Clear`}</Button>
        </div>
        <details className="m-playground-model">
          <summary>
            <Trans>What a save would hold</Trans>
          </summary>
          <pre>{JSON.stringify(model, undefined, 2)}</pre>
        </details>
      </FormHostContext>
    </FieldTypes>
  )
}
