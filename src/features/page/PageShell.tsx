import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { type ComponentType, type CSSProperties, lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { Return } from '../../../contract/endpoints/records.ts'
import type { RootScreenProps } from '../../engine/PageHost.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { usePreference } from '../../store/preferences/preferences.ts'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { ErrorBoundary } from '../../ui/feedback/ErrorBoundary.tsx'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { StatusScreen } from '../../ui/feedback/StatusScreen.tsx'
import { setCurrentPage } from './currentPage.ts'
import { useLanguageOf } from './useLanguageOf.ts'
import { dataAddressesOf } from './dataAddressOf.ts'
import type { PageTextsProps } from './texts/PageTexts.tsx'
import type { PageTrouble, SaveTrouble } from './pageError.ts'
import { ProcessedScreen } from './ProcessedScreen.tsx'
import { type QueryOptions, readQueryOptions } from './queryOptions.ts'
import { isLight } from './isLight.ts'
import { setDirty } from './isDirty.ts'
import { useBackGuard } from './useBackGuard.ts'
import { usePageData } from './usePageData.ts'
import { useAnswerOfSave, usePageHost, useReturn } from './usePageHost.ts'
import { type PageLayers, type Phase, usePageLayers } from './usePageLayers.ts'
import { useParentFrame } from './useParentFrame.ts'
import { useRefresh } from './useRefresh.ts'
import * as controls from '../../ui/controls/controls.module.css'

/** Rare, and never before the first field can be typed into. */
const PageErrorScreen = lazy(() => import('./PageErrorScreen.tsx').then((module) => ({ default: module.PageErrorScreen })))
const ActionMenu = lazy(() => withLazyTexts(() => import('./actions/ActionMenu.tsx')).then((module) => ({ default: module.ActionMenu })))

const PageTexts = lazy(() => withLazyTexts(() => import('./texts/PageTexts.tsx')).then((module) => ({ default: module.PageTexts })))

/**
 * The page shell: any address under /frontend/, its data, the screen that the data names, and the steps after
 * a save (spec/1 §2.1, §4.9).
 */
export function PageShell({ screen }: { readonly screen: (component: string) => ComponentType<RootScreenProps> | undefined }) {
  const { pathname, searchStr, hash } = useLocation()
  const [language] = usePreference('language')
  const owner = useOwner()
  const place = { pathname, search: searchStr, hash }
  const addresses = dataAddressesOf(place, language)
  const [first] = addresses
  /** How many of the addresses can't be loaded now. */
  const [missing, setMissing] = useState({ of: first.data, count: 0 })
  const at = missing.of === first.data ? Math.min(missing.count, addresses.length - 1) : 0
  const { data: address, asked } = addresses[at] ?? first
  useEffect(() => {
    const again = () => setMissing({ of: '', count: 0 })
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return (
    <Shell
      key={`${owner} ${pathname} ${hash.length > 9 ? hash : ''}`}
      address={address}
      asked={asked}
      hasMore={at < addresses.length - 1}
      search={searchStr}
      owner={owner}
      screen={screen}
      onUnreachable={() => setMissing({ of: first.data, count: at + 1 })}
      onAgain={() => setMissing({ of: '', count: 0 })}
    />
  )
}

/** Data with translated texts. */
type Texts = Parameters<PageTextsProps['onTexts']>[0]

interface ShellProps {
  readonly address: string
  /** The address with its whole query, for the screen. */
  readonly asked: string
  /** The device may have the page at another address. */
  readonly hasMore: boolean
  readonly search: string
  readonly owner: string
  readonly screen: (component: string) => ComponentType<RootScreenProps> | undefined
  readonly onUnreachable: () => void
  /** The person tries again: in their own language first. */
  readonly onAgain: () => void
}

const noData: Pick<PageData, 'componentConfig' | 'person'> = {}

function Shell({ address, asked, hasMore, search, owner, screen, onUnreachable, onAgain }: ShellProps) {
  const { t, i18n } = useLingui()
  const options = useMemo(() => readQueryOptions(search), [search])
  const layers = usePageLayers()
  const { phase, setPhase, working, visit, setVisit, restart, cancelRedirect, turn } = layers
  const [texts, setTexts] = useState<Texts>()
  const { cached, data, dirty, load, day } = usePageData(address)

  const guard = useBackGuard(dirty, () => confirmDialog({ text: t`You may lose data. Do you wish to continue?` }), turn)
  const { componentConfig, person } = data ?? noData
  const frame = useParentFrame(componentConfig?.postMessage)
  useLanguageOf(person?.path, person?.model.lang, cached.fetchedAt)
  useRefresh(componentConfig?.refreshInterval, load)

  useCurrentPage(data, cancelRedirect)

  const navigate = useReturn(layers, { guard, frame, load })
  const host = usePageHost(options.embedded, layers, navigate, data)

  const saveTrouble = useCallback(
    (trouble: PageTrouble, save: SaveTrouble) => {
      cancelRedirect()
      setPhase((before) => ({ at: 'error', trouble, recovery: before.at === 'processed' && before.recovery, save }))
    },
    [cancelRedirect, setPhase],
  )

  const followAnswer = useAnswerOfSave(layers, navigate)

  useEffect(() => {
    if (hasMore && isUnreachable(data, cached.error)) onUnreachable()
  })
  const look = useLook(options)

  const error = errorOf(phase, data, cached.error)
  if (error) {
    const reload = async () => {
      restart()
      onAgain()
      await load()
    }
    return (
      <div {...look}>
        <Suspense>
          <PageErrorScreen {...error} onReload={reload} />
        </Suspense>
      </div>
    )
  }

  const covered = working > 0 || phase.at === 'processed'
  return (
    <div {...look}>
      {data && !i18n.locale.startsWith('en') && (
        <Suspense>
          <PageTexts lang={i18n.locale} data={data} onTexts={setTexts} />
        </Suspense>
      )}
      <Layers layers={layers} onTrouble={saveTrouble} onAnswer={followAnswer} />
      <div style={{ display: covered ? 'none' : 'flex', flexDirection: 'column', flex: 1 }}>
        {cached.stale && data && (
          <div className={controls.offlineLine}>
            <OfflineCopy at={cached.fetchedAt} />
          </div>
        )}
        <Content
          data={data}
          texts={texts}
          screen={screen}
          host={host}
          address={asked}
          owner={owner}
          visit={`${visit} ${day ?? ''}`}
          onReload={async () => {
            setVisit((count) => count + 1)
            await load()
          }}
        />
      </div>
    </div>
  )
}

interface ContentProps extends Pick<RootScreenProps, 'host' | 'address' | 'owner'>, Pick<ShellProps, 'screen'> {
  readonly data: PageData | undefined
  readonly texts: Texts | undefined
  /** Changes when the screen has to start afresh: after a reload, and for another day. */
  readonly visit: string
  onReload(): Promise<void>
}

/** The screen that the data names. */
function Content({ data, texts, screen, host, address, owner, visit, onReload }: ContentProps) {
  const Screen = data && screen(data.component)
  if (!Screen) return <NoScreen data={data} />
  return (
    <ErrorBoundary resetKey={visit} fallback={() => <PageErrorScreen trouble={{ message: '' }} recovery onReload={onReload} />}>
      <Suspense fallback={<WaitingPage />}>
        <Screen key={visit} data={texts?.of === data ? texts.data : data} host={host} address={address} owner={owner} />
      </Suspense>
    </ErrorBoundary>
  )
}

const WaitingPage = () => (
  <Page>
    <Skeleton rows={4} />
  </Page>
)

/** While the data is loading, and for a screen that this version of the app does not have. */
function NoScreen({ data }: { readonly data: PageData | undefined }) {
  const { t } = useLingui()
  if (!data || data.componentConfig?.redirectNow) return <WaitingPage />
  return (
    <Page title={t`This needs a newer version`}>
      <Notice level="warning">
        <Trans>This device does not know the screen “{data.component}” yet. Connect, then reload to get the newest version.</Trans>
      </Notice>
    </Page>
  )
}

/** Tells other parts which page is open. Clears it, the unsaved changes and the redirect when the page is closed. */
function useCurrentPage(data: PageData | undefined, cancelRedirect: () => void): void {
  useEffect(() => {
    setCurrentPage(data)
  }, [data])
  useEffect(
    () => () => {
      setCurrentPage(undefined)
      setDirty(false)
      cancelRedirect()
    },
    [cancelRedirect],
  )
}

interface LayersProps {
  readonly layers: PageLayers
  onTrouble(trouble: PageTrouble, save: SaveTrouble): void
  onAnswer(answer: Return): void
}

function Layers({ layers: { phase, working, menu }, onTrouble, onAnswer }: LayersProps) {
  return (
    <>
      {menu && (
        <Suspense>
          <ActionMenu {...menu} />
        </Suspense>
      )}
      {working > 0 && <StatusScreen kind="processing" />}
      {working === 0 && phase.at === 'processed' && (
        <ProcessedScreen
          message={phase.message}
          mayClose={phase.mayClose}
          queuedAt={phase.queuedAt}
          opId={phase.opId}
          onTrouble={onTrouble}
          onAnswer={onAnswer}
        />
      )}
    </>
  )
}

const isUnreachable = (data: PageData | undefined, error: ReturnType<typeof usePageData>['cached']['error']): boolean =>
  data === undefined && error?.passing !== undefined

interface ShownError {
  readonly trouble: PageTrouble
  readonly recovery: boolean
  readonly save: SaveTrouble | undefined
}

/** Returns the error to show instead of the content: of the last step, or of the first load. */
function errorOf(phase: Phase, data: PageData | undefined, loadError: PageTrouble | undefined): ShownError | undefined {
  if (phase.at !== 'error') return data === undefined && loadError ? { trouble: loadError, recovery: false, save: undefined } : undefined
  const { trouble, save } = phase
  const recoverable = data?.componentConfig?.recoveryEnabled === true || data?.form?.recoveryEnabled === true
  return { trouble, recovery: phase.recovery || (recoverable && !save && trouble.code === undefined), save }
}

/** Applies the look that the address asks for to the document. Returns it for the element of the page. */
function useLook({ fontsize, background, margintop }: QueryOptions): { readonly style: CSSProperties; readonly 'data-theme'?: string } {
  useEffect(() => {
    const root = document.documentElement
    if (fontsize) root.style.fontSize = fontsize
    if (background) root.style.background = `#${background}`
    return () => {
      root.style.fontSize = ''
      root.style.background = ''
    }
  }, [fontsize, background])

  const style: CSSProperties = {
    display: 'flex',
    flexDirection: 'column',
    flex: 1,
    ...(margintop && { marginTop: margintop }),
    ...(background && { color: 'var(--m-colors-fg-default)' }),
  }
  return { style, ...(background && { 'data-theme': isLight(background) ? 'light' : 'dark' }) }
}
