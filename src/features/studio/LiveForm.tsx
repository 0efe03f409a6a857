import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { type NodeSetting, settingsOf } from '../../../contract/forms/fieldShapes.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { scopeOf } from '../../../contract/forms/template.ts'
import { createForm, type Form } from '../../engine/form.ts'
import type { PageHost } from '../../engine/PageHost.ts'
import { FieldTypes } from '../../fields/FieldTypes.tsx'
import { FormBody } from '../../fields/FormBody.tsx'
import { type FormHost, FormHostContext } from '../../fields/useFormHost.ts'
import { keepPage, showPage } from '../../fields/pages/pagesOf.ts'
import { rulesOf } from '../../fields/index.ts'
import { goToNode } from '../../fields/reveal.ts'
import { useTypes } from '../../fields/useTypes.ts'
import { today } from '../../lib/formatDate.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { AskFailed } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Markdown } from '../../ui/data/Markdown.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import * as fieldsStyles from '../../fields/fields.module.css'
import * as styles from './studio.module.css'

export const trialPerson = { person: { name: 'Sam Rivera', uid: 'sam', mobile: '+12025550123' }, date: today() }

type Lookups = Readonly<Record<string, readonly LookupItem[]>>

/** Returns the form for these settings. Typed answers are kept when the settings change. */
function useForm(settings: FormSettings, lookups: Lookups, readOnly: boolean): Form {
  const typed = useRef<Form>(undefined)
  const form = useMemo(
    () =>
      createForm({
        settings,
        model: {},
        lookups,
        readOnly,
        rules: rulesOf,
        requiredMessage: (label) => t`${label} Required`,
        scope: scopeOf(trialPerson),
      }),
    [settings, lookups, readOnly],
  )
  useLayoutEffect(() => {
    if (typed.current && typed.current !== form) {
      form.fill(typed.current.draft())
      keepPage(typed.current, form)
    }
    typed.current = form
  }, [form])
  return form
}

const hasSave = (nodes: readonly NodeSetting[]): boolean =>
  nodes.some((node) => settingsOf(node.type)?.isSave === true || ('children' in node && hasSave(node.children as NodeSetting[])))

const noLookups: Lookups = {}

function clear(form: Form): void {
  form.reset({})
  showPage(form, 0)
}

interface LiveFormProps {
  readonly settings: FormSettings
  readonly readOnly: boolean
  readonly lookups?: Lookups | undefined
  readonly offline?: boolean | undefined
  readonly onModel?: ((model: Model, complete: boolean) => void) | undefined
  /** Keeps the record of a trial; without it a save only says what would happen. */
  readonly onSave?: ((model: Model) => Promise<void>) | undefined
}

/**
 * A form in the studio, usable by its author: it works as on site, but reports the record of a save instead
 * of storing it.
 */
export function LiveForm(props: LiveFormProps) {
  // While a field type is loading, the previous form stays, so that nothing flashes while the author types.
  const here = useTypes(props.settings.children)
  const drawn = useRef<FormSettings>(undefined)
  if (here) drawn.current = props.settings
  return drawn.current ? <DrawnForm {...props} settings={drawn.current} /> : null
}

/** Checks the answers; a complete record goes to the trial, or the author reads what a save would do. */
function useCheck(form: Form, offline: boolean, onSave: LiveFormProps['onSave']): () => Promise<void> {
  const { t } = useLingui()
  return useCallback(async () => {
    const [problem] = form.validate()
    if (problem) goToNode(form, problem.node)
    else if (onSave) {
      try {
        await onSave(form.model())
      } catch (error) {
        toast(
          error instanceof AskFailed && error.kind !== 'refused'
            ? t`There is no connection now. Try again.`
            : String((error as Error).message),
          'error',
        )
      }
    } else if (offline) toast(t`Complete. On site this would be kept on the device now, and sent once there is a connection.`, 'success')
    else toast(t`Complete. On site this would be saved now.`, 'success')
  }, [form, offline, onSave, t])
}

function DrawnForm({ settings, readOnly, lookups = noLookups, offline = false, onModel, onSave }: LiveFormProps) {
  const { t } = useLingui()
  const owner = useOwner()
  const form = useForm(settings, lookups, readOnly)
  const template = useSyncExternalStore(
    useCallback((listener: () => void) => form.subscribe('node:', listener), [form]),
    () => (settings.template ? form.markdown(undefined, settings.template) : ''),
  )

  useEffect(() => {
    if (!onModel) return
    let waiting = 0
    const tell = () => {
      cancelAnimationFrame(waiting)
      waiting = requestAnimationFrame(() => onModel(form.model(), form.validating() && form.problems().length === 0))
    }
    tell()
    const stop = form.subscribe('any', tell)
    return () => {
      stop()
      cancelAnimationFrame(waiting)
    }
  }, [form, onModel])

  const check = useCheck(form, offline, onSave)
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
        clear(form)
        return Promise.resolve()
      },
      compact: false,
    }
  }, [check, form, owner, t])

  return (
    <FieldTypes>
      <FormHostContext value={host}>
        {settings.template ? (
          <Card className={fieldsStyles.formCard}>
            <h1>{settings.name}</h1>
            <Markdown text={template} />
          </Card>
        ) : (
          <h1 className={styles.previewTitle}>{settings.name}</h1>
        )}
        <form noValidate onSubmit={(event) => event.preventDefault()}>
          <FormBody key={settings.name} form={form} />
        </form>
        <div className={styles.tools}>
          {onSave ? (
            <Button kind={hasSave(settings.children) ? undefined : 'primary'} onClick={check}>{t`Save as a trial`}</Button>
          ) : (
            <Button kind="primary" onClick={check}>{t`Test this form`}</Button>
          )}
          <Button onClick={() => clear(form)}>{t`Clear`}</Button>
        </div>
      </FormHostContext>
    </FieldTypes>
  )
}
