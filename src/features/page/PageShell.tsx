import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type ComponentType, type CSSProperties, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Return } from '../../../contract/endpoints/records.ts'
import type { PageHost, RootScreenProps } from '../../engine/host.ts'
import { safeHref } from '../../lib/safeHref.ts'
import { useCachedPage } from '../../store/queries/cached.ts'
import { useOwner } from '../../store/identity/owner.ts'
import { usePreference } from '../../store/preferences/preferences.ts'
import { confirmDialog } from '../../ui/overlays/confirm.tsx'
import { ErrorBoundary } from '../../ui/feedback/ErrorBoundary.tsx'
import { withLaterTexts } from '../../ui/laterTexts.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { StatusScreen } from '../../ui/feedback/StatusScreen.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import type { ActionMenuProps } from './actions/ActionMenu.tsx'
import { setCurrentPage } from './currentPage.ts'
import { useLanguageOf } from './languageOf.ts'
import { dataAddressOf } from './pageAddress.ts'
import type { PageTextsProps } from './texts/PageTexts.tsx'
import { PageErrorScreen } from './PageErrorScreen.tsx'
import type { PageTrouble, SaveTrouble } from './pageError.ts'
import { inParentFrame } from './frames.ts'
import { ProcessedScreen } from './ProcessedScreen.tsx'
import { readQueryOptions } from './queryOptions.ts'
import { type ReturnOrigin, returnDelay, returnMessage, returnStep } from './returnAddress.ts'
import { isLight } from './tint.ts'
import { setDirty, startWork, useDirty } from './unsaved.ts'
import { useBackGuard } from './useBackGuard.ts'
import { useParentFrame } from './useParentFrame.ts'
import { useRefresh } from './useRefresh.ts'

const ActionMenu = lazy(() => withLaterTexts(() => import('./actions/ActionMenu.tsx')).then((module) => ({ default: module.ActionMenu })))

const PageTexts = lazy(() => withLaterTexts(() => import('./texts/PageTexts.tsx')).then((module) => ({ default: module.PageTexts })))

/** The layer over the content; the content stays in place until an error clears it. */
type Phase =
  | { readonly at: 'content' }
  | {
      readonly at: 'processed'
      readonly message: string
      readonly mayClose: boolean
      readonly queuedAt: number | undefined
      readonly opId: string | undefined
    }
  | { readonly at: 'error'; readonly trouble: PageTrouble; readonly recovery: boolean; readonly save?: SaveTrouble }

const inNoLanguage = (address: string): string => address.replace(/[?&]lang=[^&?]*$/, '')

/**
 * The page shell: any address under /frontend/, its data, the screen that the data names, and the steps after
 * a save (spec/1 §2.1, §4.9).
 */
export function PageShell({ screen }: { readonly screen: (component: string) => ComponentType<RootScreenProps> | undefined }) {
  const { pathname, searchStr, hash } = useLocation()
  const [language] = usePreference('language')
  const owner = useOwner()
  const place = { pathname, search: searchStr, hash }
  const address = dataAddressOf(place, language)
  // Without a connection, a cached page without a specific language is better than none.
  const [unreachable, setUnreachable] = useState<string>()
  useEffect(() => {
    const again = () => setUnreachable(undefined)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return (
    <Shell
      key={`${owner} ${pathname} ${hash.length > 9 ? hash : ''}`}
      address={unreachable === address ? dataAddressOf(place, undefined) : address}
      search={searchStr}
      owner={owner}
      screen={screen}
      onUnreachable={() => setUnreachable(address)}
      onAgain={() => setUnreachable(undefined)}
    />
  )
}

function Shell({
  address,
  search,
  owner,
  screen,
  onUnreachable,
  onAgain,
}: {
  readonly address: string
  readonly search: string
  readonly owner: string
  readonly screen: (component: string) => ComponentType<RootScreenProps> | undefined
  readonly onUnreachable: () => void
  /** The person tries again: in their own language first. */
  readonly onAgain: () => void
}) {
  const { t, i18n } = useLingui()
  const router = useRouter()
  const options = useMemo(() => readQueryOptions(search), [search])
  const cached = useCachedPage(address)
  const dirty = useDirty()
  const [phase, setPhase] = useState<Phase>({ at: 'content' })
  const [working, setWorking] = useState(0)
  const [visit, setVisit] = useState(0)
  const [texts, setTexts] = useState<Parameters<PageTextsProps['onTexts']>[0]>()
  const [menu, setMenu] = useState<ActionMenuProps>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // A form with changes keeps the data that it was opened with when newer data arrives, unless the person
  // chooses another language.
  const [held, setHeld] = useState({ address, data: cached.data })
  const otherLanguage = held.address !== address && inNoLanguage(held.address) === inNoLanguage(address)
  if (cached.data !== undefined && held.data !== cached.data && (!dirty || otherLanguage)) setHeld({ address, data: cached.data })
  const data = dirty ? (held.data ?? cached.data) : (cached.data ?? held.data)

  const guard = useBackGuard(dirty, () => confirmDialog({ text: t`You may lose data. Do you wish to continue?` }))
  const frame = useParentFrame(data?.componentConfig?.postMessage)
  useLanguageOf(data?.person?.path, data?.person?.model.lang)

  const loading = useRef<Promise<void>>(undefined)
  const { refresh } = cached
  const load = useCallback(async () => {
    loading.current ??= refresh().finally(() => {
      loading.current = undefined
    })
    await loading.current
  }, [refresh])
  useRefresh(data?.componentConfig?.refreshInterval, load)

  useEffect(() => {
    setCurrentPage(data)
  }, [data])
  useEffect(
    () => () => {
      setCurrentPage(undefined)
      setDirty(false)
      clearTimeout(timer.current)
    },
    [],
  )

  const navigate = useCallback(
    (url: string, replace = false) => {
      const step = returnStep(url, location.origin)
      if (step.to === 'site') void router.navigate({ href: step.path, replace, ignoreBlocker: true })
      else if (step.to === 'outside') {
        const address = safeHref(step.url)
        if (address === undefined) return
        if (replace) location.replace(address)
        else location.assign(address)
      } else if (step.to === 'back') window.history.go(-guard.steps())
      else if (step.to === 'close') window.close()
      else if (step.to === 'kioskrestart') frame.send('kioskrestart')
      else if (step.to === 'reload') {
        setDirty(false)
        setPhase({ at: 'content' })
        setVisit((count) => count + 1)
        void load()
      } else if (step.to === 'nop') setPhase({ at: 'content' })
    },
    [router, guard, frame, load],
  )

  const record = data?.record
  const latest = useRef({ navigate, record })
  useEffect(() => {
    latest.current = { navigate, record }
  })

  const host = useMemo<PageHost>(() => {
    const self: PageHost = {
      embedded: options.embedded || inParentFrame(),
      busy() {
        const done = startWork()
        let open = true
        setWorking((count) => count + 1)
        return () => {
          if (!open) return
          open = false
          done()
          setWorking((count) => count - 1)
        }
      },
      finish(result: Return & { queued?: boolean; opId?: string }, origin: ReturnOrigin) {
        setDirty(false)
        if (result.notification) toast(result.notification, 'success')
        const step = returnStep(result.returnUrl, location.origin)
        if (step.to === 'nop') {
          setPhase({ at: 'content' })
          return
        }
        const queued = result.queued === true
        setPhase({ at: 'processed', ...returnMessage(result), queuedAt: queued ? Date.now() : undefined, opId: result.opId })
        if (step.to === 'stay') return
        clearTimeout(timer.current)
        timer.current = setTimeout(() => latest.current.navigate(result.returnUrl ?? ''), returnDelay(result, origin))
      },
      fail(error, recovery = false) {
        // An error also cancels the success message and its redirect.
        clearTimeout(timer.current)
        setDirty(false)
        setPhase({ at: 'error', trouble: error, recovery })
      },
      reload: () => latest.current.navigate('reload'),
      dirty: setDirty,
      run: async (action, context) => {
        const { runAction } = await withLaterTexts(() => import('./actions/runAction.ts'))
        await runAction(action, context, {
          host: self,
          record: latest.current.record,
          choose: (entries) =>
            new Promise((resolve) => {
              setMenu({
                entries,
                onChoose(entry) {
                  setMenu(undefined)
                  resolve(entry)
                },
              })
            }),
        })
      },
      navigate: (url, replace) => latest.current.navigate(url, replace),
    }
    return self
  }, [options.embedded])

  const redirectNow = data?.componentConfig?.redirectNow
  useEffect(() => {
    if (redirectNow) latest.current.navigate(redirectNow, true)
  }, [redirectNow])

  const saveTrouble = useCallback((trouble: PageTrouble, save: SaveTrouble) => {
    clearTimeout(timer.current)
    setPhase({ at: 'error', trouble, recovery: false, save })
  }, [])

  const recoverable = data?.componentConfig?.recoveryEnabled === true || data?.form?.recoveryEnabled === true
  const trouble: PageTrouble | undefined = phase.at === 'error' ? phase.trouble : data === undefined ? cached.error : undefined

  const missing = data === undefined && cached.error?.passing !== undefined && address.includes('lang=')
  useEffect(() => {
    if (missing) onUnreachable()
  })

  useEffect(() => {
    const root = document.documentElement
    if (options.fontsize) root.style.fontSize = options.fontsize
    if (options.background) root.style.background = `#${options.background}`
    return () => {
      root.style.fontSize = ''
      root.style.background = ''
    }
  }, [options.fontsize, options.background])

  const style: CSSProperties = {
    display: 'flex',
    flexDirection: 'column',
    flex: 1,
    ...(options.margintop && { marginTop: options.margintop }),
    ...(options.background && { color: 'var(--m-colors-fg-default)' }),
  }
  const theme = options.background ? { 'data-theme': isLight(options.background) ? 'light' : 'dark' } : {}

  if (trouble)
    return (
      <div style={style} {...theme}>
        <PageErrorScreen
          trouble={trouble}
          recovery={phase.at === 'error' && (phase.recovery || (recoverable && !phase.save && trouble.code === undefined))}
          save={phase.at === 'error' ? phase.save : undefined}
          onReload={async () => {
            setPhase({ at: 'content' })
            setVisit((count) => count + 1)
            onAgain()
            await load()
          }}
        />
      </div>
    )

  const Screen = data && screen(data.component)
  const covered = working > 0 || phase.at === 'processed'
  return (
    <div style={style} {...theme}>
      {data && !i18n.locale.startsWith('en') && (
        <Suspense>
          <PageTexts lang={i18n.locale} data={data} onTexts={setTexts} />
        </Suspense>
      )}
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
          onTrouble={saveTrouble}
        />
      )}
      <div style={{ display: covered ? 'none' : 'flex', flexDirection: 'column', flex: 1 }}>
        {cached.stale && data && (
          <div className="m-offline-line">
            <OfflineCopy at={cached.fetchedAt} />
          </div>
        )}
        {(!data || (redirectNow && !Screen)) && (
          <Page>
            <Skeleton rows={4} />
          </Page>
        )}
        {data && !Screen && !redirectNow && (
          <Page title={t`This needs a newer version`}>
            <Notice level="warning">
              <Trans>This device does not know the screen “{data.component}” yet. Connect, then reload to get the newest version.</Trans>
            </Notice>
          </Page>
        )}
        {data && Screen && (
          <ErrorBoundary
            resetKey={visit}
            fallback={() => (
              <PageErrorScreen
                trouble={{ message: '' }}
                recovery
                onReload={async () => {
                  setVisit((count) => count + 1)
                  await load()
                }}
              />
            )}
          >
            <Suspense
              fallback={
                <Page>
                  <Skeleton rows={4} />
                </Page>
              }
            >
              <Screen key={visit} data={texts?.of === data ? texts.data : data} host={host} address={address} owner={owner} />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
    </div>
  )
}
