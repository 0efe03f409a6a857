import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { endpoint } from '../../../contract/endpoint.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { imageToPdf } from '../../../contract/endpoints/uploads.ts'
import type { RootScreenProps } from '../../engine/PageHost.ts'
import { FieldTypes } from '../../fields/FieldTypes.tsx'
import { FormBody } from '../../fields/FormBody.tsx'
import { type FormHost, FormHostContext } from '../../fields/useFormHost.ts'
import { base64Of } from '../../lib/base64Of.ts'
import { dropDraft } from '../../store/drafts/saveDraft.ts'
import { ask, askBytes } from '../../sync/ask.ts'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ActionBar } from './ActionBar.tsx'
import { ComplexNotice } from './ComplexNotice.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import type { DraftKeeper } from './draftKeeper.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { HeaderCard } from './HeaderCard.tsx'
import type { Session } from './openForm.ts'
import { type Shape, saveNodesOf } from './saveBody.ts'
import { useUncheckedSettings } from './useUncheckedSettings.ts'
import { useDraft } from './useDraft.ts'
import { useFormSession } from './useFormSession.ts'
import { useSave } from './useSave.ts'
import * as styles from './forms.module.css'

const ReviewDialog = lazy(() =>
  withLazyTexts(() => import('../../answers/ReviewDialog.tsx')).then((module) => ({ default: module.ReviewDialog })),
)

/** Rarely needed, and never before the first field can be typed into. */
const SettingsNotice = lazy(() =>
  withLazyTexts(() => import('./SettingsNotice.tsx')).then((module) => ({ default: module.SettingsNotice })),
)
const DraftNotices = lazy(() =>
  withLazyTexts(() => import('./drafts/DraftNotices.tsx')).then((module) => ({ default: module.DraftNotices })),
)
export interface FormScreenProps extends RootScreenProps {
  readonly shape: Shape
  /** page: with heading and the bar at the bottom; mini: inside a dialog or another screen. */
  readonly layout: 'page' | 'mini'
  readonly readOnly?: boolean | undefined
  /** Called in addition to the page shell's steps after a save or a cancel. */
  readonly onDone?: (() => void) | undefined
}

/** One form on the screen, built from its settings: opens it, stores what the person types, and saves it. */
export function FormScreen(props: FormScreenProps) {
  const { data, address, shape, layout } = props
  const readOnly = props.readOnly === true || data.componentConfig?.readOnly === true
  const { session, fault, reopen, goOn } = useFormSession(data, address, shape, readOnly)
  // Outside the form: newer data may reopen the form while the person compares.
  const [reviewed, setReviewed] = useState<string>()
  if (fault !== undefined) {
    const notice = (
      <Suspense>
        <SettingsNotice settings={data.form} fault={fault} />
      </Suspense>
    )
    return layout === 'page' ? <Page title={data.form?.name}>{notice}</Page> : notice
  }
  if (!session)
    return layout === 'page' ? (
      <Page>
        <Skeleton rows={5} />
      </Page>
    ) : (
      <Skeleton rows={3} />
    )
  return (
    <>
      <OpenForm key={session.id} {...props} session={session} reopen={reopen} goOn={goOn} onReview={setReviewed} />
      {reviewed === undefined ? null : (
        <Suspense>
          <ReviewDialog opId={reviewed} onClose={() => setReviewed(undefined)} onDecided={() => session.form.dirty() || reopen()} />
        </Suspense>
      )}
    </>
  )
}

interface OpenFormProps extends FormScreenProps {
  readonly session: Session
  readonly reopen: () => void
  readonly goOn: (record: Model) => Promise<void>
  readonly onReview: (opId: string) => void
}

function OpenForm(props: OpenFormProps) {
  const { data, host, address, layout, session, reopen, goOn, onReview, onDone } = props
  const { form, settings, readOnly } = session
  const unchecked = useUncheckedSettings(settings, session.data.formVersion)
  const compact = data.componentConfig?.compact === true || layout === 'mini'
  const top = useRef<HTMLDivElement>(null)
  const { keeper, state } = useDraft(session, address)
  const onSaved = useCallback(
    async (record: Model, stays: boolean) => {
      // The answers are saved: without the part that goes on, the form begins again.
      if (stays) return await goOn(record).catch(reopen)
      reopen()
      onDone?.()
    },
    [goOn, onDone, reopen],
  )
  const { save, notSaved } = useSave({ session, keeper, host, address, top, onSaved })

  useEffect(() => {
    const tell = () => host.dirty(!readOnly && form.dirty())
    tell()
    return form.subscribe('dirty', tell)
  }, [form, host, readOnly])

  useEffect(() => {
    if (layout !== 'page') return
    const following = import('./drawn/drawnPage.tsx').then(({ followForm }) => followForm(session)).catch(() => undefined)
    return () => void following.then((stop) => stop?.())
  }, [layout, session])

  const { startAfresh, cancel } = useLeaving(props, keeper)
  const buttons = useButtons(props)
  const hasBar = !readOnly && (buttons.allowSave || buttons.allowCancel)
  const formHost = useFormHost(props, { keeper, save, cancel, compact, saveNode: buttons.saveNode, hasPageButtons: hasBar })
  const body = (
    <form noValidate className={styles.screen} onSubmit={(event) => event.preventDefault()}>
      <FormNotices
        session={session}
        unchecked={unchecked}
        notSaved={notSaved}
        top={top}
        flush={keeper.flush}
        onReview={onReview}
        onAfresh={startAfresh}
      />
      <FormBody form={form} compact={compact} />
    </form>
  )
  const bar = <ActionBar session={session} draft={state} {...buttons} onSave={save} onCancel={() => cancel()} />

  return (
    <FieldTypes>
      <FormHostContext value={formHost}>
        {layout === 'mini' ? (
          <div className={styles.miniForm} data-layout="mini">
            {body}
            {bar}
          </div>
        ) : (
          <Page title={settings.template ? undefined : settings.name} tab={settings.name} footer={hasBar ? bar : undefined}>
            {settings.template ? <HeaderCard form={form} name={settings.name} template={settings.template} /> : null}
            {body}
            {hasBar ? null : bar}
          </Page>
        )}
      </FormHostContext>
    </FieldTypes>
  )
}

/** Leaves the form without a save: the draft is dropped, or set aside for a new start. */
function useLeaving({ host, session, reopen, onDone }: OpenFormProps, keeper: DraftKeeper) {
  const { t } = useLingui()
  const { form, path, visit } = session

  const giveUp = useCallback(async () => {
    keeper.stop()
    if (visit) await dropDraft(path, visit.key).catch(() => undefined)
    host.dirty(false)
  }, [host, keeper, path, visit])

  const startAfresh = useCallback(async () => {
    await keeper.flush()
    keeper.stop()
    if (visit) await (await import('../../store/drafts/useUnfinished.ts')).setAside(path, visit.key)
    host.dirty(false)
    reopen()
  }, [host, keeper, path, reopen, visit])

  const cancel = useCallback(
    async (prompt?: string) => {
      const question = prompt ?? (form.dirty() ? t`You may lose data. Do you wish to continue?` : undefined)
      if (question && !(await confirmDialog({ text: question }))) return
      await giveUp()
      if (onDone) onDone()
      else host.navigate('back')
    },
    [form, giveUp, host, onDone, t],
  )

  return { startAfresh, cancel }
}

/** Which buttons the bar has. A form with several save nodes draws them itself. */
function useButtons({ data: { componentConfig }, session: { form } }: OpenFormProps) {
  const maySave = componentConfig?.allowSave !== false
  const saveNodes = useMemo(() => saveNodesOf(form), [form])
  return {
    saveNode: maySave && saveNodes.length === 1 ? saveNodes[0] : undefined,
    allowSave: maySave && saveNodes.length <= 1,
    allowCancel: componentConfig?.allowCancel !== false,
  }
}

interface FormServices extends Pick<FormHost, 'save' | 'cancel' | 'compact' | 'saveNode' | 'hasPageButtons'> {
  readonly keeper: DraftKeeper
}

/** The services of the form for its fields. */
function useFormHost(
  { host, owner, address, session }: OpenFormProps,
  { keeper, save, cancel, compact, saveNode, hasPageButtons }: FormServices,
): FormHost {
  const { recordPath, initHash, path } = session
  return useMemo<FormHost>(
    () => ({
      page: host,
      owner,
      recordPath,
      pagePath: path,
      initHash,
      about: session.data,
      address,
      draftId: recordPath.split('/').at(-1) ?? recordPath,
      save,
      cancel,
      compact,
      nested: session.shape === 'nested',
      lists: session.data.lists,
      pdf: async (picture) => askBytes(imageToPdf, undefined, { type: picture.type, image: await base64Of(picture) }),
      flush: keeper.flush,
      saveNode,
      hasPageButtons,
      options: (url, body) =>
        ask(endpoint({ method: 'POST', path: url, whenOffline: 'refused', access: 'link' }), undefined as never, body as never),
    }),
    [
      address,
      cancel,
      compact,
      hasPageButtons,
      host,
      initHash,
      keeper,
      owner,
      path,
      recordPath,
      save,
      saveNode,
      session.data,
      session.shape,
    ],
  )
}

interface FormNoticesProps {
  readonly session: Session
  /** The settings to check now. */
  readonly unchecked: ReturnType<typeof useUncheckedSettings>
  /** Why the last save failed. */
  readonly notSaved: string | undefined
  readonly top: RefObject<HTMLDivElement | null>
  flush(): Promise<void>
  onReview(opId: string): void
  onAfresh(): Promise<void>
}

/** What the person should know before the first field: problems, drafts and conflicts. */
function FormNotices({ session, unchecked, notSaved, top, flush, onReview, onAfresh }: FormNoticesProps) {
  const { form, recordPath, readOnly, visit } = session
  // The address names the question once, and the notices stay after it.
  const [isShared] = useState(() => location.hash.startsWith('#share'))
  return (
    <>
      <div ref={top} tabIndex={-1} className={styles.top}>
        {notSaved ? (
          <Notice level="error">
            <strong>
              <Trans>Not saved</Trans>
            </strong>
            <p>{notSaved}</p>
            <p>
              <Trans>Everything you typed is still here.</Trans>
            </p>
          </Notice>
        ) : null}
        <ComplexNotice form={form} />
        <ErrorSummary form={form} />
      </div>
      {session.storeFailed ? (
        <Notice level="warning">
          <Trans>This device cannot keep drafts now. Save before you leave this page.</Trans>
        </Notice>
      ) : null}
      {readOnly ? null : <ConflictNotice recordPath={recordPath} onReview={onReview} />}
      {unchecked ? (
        <Suspense>
          <SettingsNotice settings={unchecked} version={session.data.formVersion} />
        </Suspense>
      ) : null}
      <Suspense>
        {visit?.told || session.leftovers.length > 0 || session.data.lists || isShared ? (
          <DraftNotices session={session} flush={flush} onAfresh={onAfresh} />
        ) : null}
      </Suspense>
    </>
  )
}
