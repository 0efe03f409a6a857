import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import { getAuthoredForm } from '../../../contract/endpoints/forms.ts'
import { pageDataAddress } from '../../../contract/endpoints/pages.ts'
import { type AuthoredDraft, dropAuthored, keepAuthored, readAuthored } from '../../store/drafts/keepAuthored.ts'
import { useCached, useCachedPage } from '../../store/queries/cached.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { textHistory, type TextHistory } from './textHistory.ts'
import { PublishButton } from './PublishButton.tsx'
import { TrialDialog } from './trial/TrialDialog.tsx'
import { trialLookups } from './trialLookups.ts'
import { useDraftText } from './useDraftText.ts'
import { ListTroubles } from './lists/ListTroubles.tsx'
import { useOwnLists } from './lists/useOwnLists.ts'
import { Versions } from './Versions.tsx'
import { Workbench } from './Workbench.tsx'
import * as styles from './studio.module.css'

type Authored = NonNullable<ReturnType<typeof useCached<typeof getAuthoredForm>>['data']>

const textOf = (settings: unknown) => `${JSON.stringify(settings, undefined, 2)}\n`

/** `/studio/{form}`: a form of the project, to edit and to publish. */
export function StudioScreen({ form }: { readonly form: string }) {
  const { t } = useLingui()
  const cached = useCached(getAuthoredForm, { key: form })
  const [kept, setKept] = useState<{ form: string; draft: AuthoredDraft | undefined }>()
  useEffect(() => {
    let current = true
    const take = (draft?: AuthoredDraft) => {
      if (current) setKept({ form, draft })
    }
    readAuthored(form).then(take, () => take())
    return () => {
      current = false
    }
  }, [form])

  const draft = kept?.form === form ? kept.draft : undefined
  const ready = kept?.form === form && (cached.data !== undefined || draft !== undefined)
  if (ready)
    return (
      <Editing
        key={form}
        form={form}
        data={cached.data}
        stale={cached.stale}
        at={cached.fetchedAt}
        draft={draft}
        refresh={cached.refresh}
      />
    )
  if (kept?.form !== form || cached.state === 'loading') {
    return (
      <Page width="desk">
        <Skeleton rows={6} />
      </Page>
    )
  }
  const code = cached.error?.code
  if (code === 'NOT_FOUND' || code === 'FORBIDDEN' || code === 'NOT_AUTHORIZED') {
    return (
      <Page>
        <EmptyState
          alone
          icon="lock"
          title={code === 'NOT_FOUND' ? t`There is no such form` : t`Only owners and administrators edit forms`}
          action={<LinkButton href="/studio">{t`All forms`}</LinkButton>}
        />
      </Page>
    )
  }
  return (
    <Page>
      <FailedState error={cached.error} onRetry={cached.refresh} />
    </Page>
  )
}

interface EditingProps {
  readonly form: string
  readonly data: Authored | undefined
  readonly draft: AuthoredDraft | undefined
  readonly stale: boolean
  readonly at: number | undefined
  readonly refresh: () => Promise<void>
}

/** The version that the text is based on, and what to do when a newer one is published. */
function useBase({ form, data, draft }: EditingProps, history: TextHistory) {
  const { t } = useLingui()
  const [base, setBase] = useState(draft?.base ?? data?.revision ?? 0)
  /** The published version as text; undefined for a new form. */
  const [published, setPublished] = useState(() => (data && data.revision === base ? textOf(data.settings) : undefined))
  const [overtaken, setOvertaken] = useState<string>()
  const keeping = useDraftText(history, { form, base, team: draft?.team }, published)

  // A newer version was published: an editor without changes simply switches to it.
  const newer = data !== undefined && data.revision > base
  useEffect(() => {
    if (!data || data.revision === base) return
    if (history.text() !== published) return
    const text = textOf(data.settings)
    setPublished(text)
    setBase(data.revision)
    history.open(text)
  }, [data, base, history, published])

  const onTop = () => {
    if (!data) return
    setPublished(textOf(data.settings))
    setBase(data.revision)
    setOvertaken(undefined)
    void keepAuthored({ form, text: history.text(), base: data.revision })
    toast(t`Publish replaces version ${data.revision} with yours.`)
  }
  const takeTheirs = () => {
    if (!data) return
    const text = textOf(data.settings)
    setPublished(text)
    setBase(data.revision)
    setOvertaken(undefined)
    history.write(text)
    toast(t`Undo brings your own text back.`)
  }

  const onPublished = (revision: number, text: string) => {
    setBase(revision)
    setPublished(text)
    setOvertaken(undefined)
    // Text typed while the request was running is still a draft.
    if (history.text() === text) void dropAuthored(form)
  }
  return { base, published, keeping, newer, behind: newer && keeping !== 'same', overtaken, setOvertaken, onTop, takeTheirs, onPublished }
}

type Base = ReturnType<typeof useBase>

function Editing(props: EditingProps) {
  const { form, data, draft, stale, at, refresh } = props
  const { t } = useLingui()
  const [history] = useState<TextHistory>(() => textHistory(draft?.text ?? textOf(data?.settings)))
  const version = useBase(props, history)
  const { base, keeping, behind } = version
  const known = useCachedPage(pageDataAddress(`/frontend/forms/${form}`, '')).data?.lookups
  const { own, surroundings } = useOwnLists(form, data?.team.id ?? draft?.team)
  const lookups = useMemo(() => ({ ...trialLookups, ...own, ...known }), [own, known])
  return (
    <Workbench
      title={data?.name ?? t`New form`}
      history={history}
      published={version.published}
      lookups={lookups}
      surroundings={surroundings}
      status={<Status version={version} />}
      notices={
        <>
          {stale ? <OfflineCopy at={at} /> : null}
          <ListTroubles team={data?.team.id ?? draft?.team} />
          {keeping === 'failed' ? (
            <Notice level="error">{t`This device cannot keep your text now. Export it before you leave.`}</Notice>
          ) : null}
          {behind || version.overtaken ? <OvertakenNotice version={version} data={data} /> : null}
        </>
      }
      actions={({ findings, form: draftForm }) => (
        <>
          <LinkButton size="desk" icon="list" href="/studio">{t`All forms`}</LinkButton>
          {base > 0 ? <LinkButton size="desk" icon="clipboard" href={`/frontend/forms/${form}`}>{t`Fill it in`}</LinkButton> : null}
          {data && data.versions.length > 0 ? (
            <Versions form={form} versions={data.versions} onTake={(text) => history.write(text)} />
          ) : null}
          <TrialDialog form={form} team={draft?.team} settings={() => draftForm} disabled={draftForm === undefined} />
          <PublishButton
            form={form}
            team={draft?.team}
            base={base}
            text={history.text}
            findings={findings}
            changed={keeping !== 'same' && !behind}
            onPublished={(revision, text) => {
              version.onPublished(revision, text)
              void refresh()
            }}
            onOvertaken={(message) => {
              version.setOvertaken(message)
              void refresh()
            }}
          />
        </>
      )}
    />
  )
}

function Status({ version: { base, keeping } }: { readonly version: Base }) {
  const { t } = useLingui()
  return (
    <>
      {base > 0 ? t`Version ${base}` : t`Not published yet`}
      {keeping === 'kept' ? ` · ${t`Changes kept on this device`}` : null}
      {keeping === 'keeping' ? ' …' : null}
    </>
  )
}

function OvertakenNotice({ version, data }: { readonly version: Base; readonly data: Authored | undefined }) {
  const { t } = useLingui()
  const { base, newer, overtaken, onTop, takeTheirs } = version
  return (
    <Notice level="warning">
      <p>
        {overtaken ?? (
          <Trans>
            Version {data?.revision ?? 0} was published while you were writing on version {base}. Your text is kept.
          </Trans>
        )}
      </p>
      <div className={styles.tools}>
        <Button size="desk" onClick={onTop} disabled={!newer}>{t`Put mine on top`}</Button>
        <Button size="desk" onClick={takeTheirs} disabled={!newer}>{t`Take the published one`}</Button>
      </div>
    </Notice>
  )
}
