import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type Language, languages, shortName } from '../../../contract/reference/languages.ts'
import { getMe } from '../../../contract/endpoints/sign-in.ts'
import { safeHref } from '../../lib/safeHref.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { AccountButton } from './AccountButton.tsx'
import type { AccountView } from './AccountOverlay.tsx'
import { myTasksLink } from './showsAppBar.ts'
import { type CurrentPage, useCurrentPage } from './currentPage.ts'
import { SunButton } from './SunButton.tsx'
import { SyncChip } from './SyncChip.tsx'

const AccountOverlay = lazy(() =>
  withLazyTexts(() => import('./AccountOverlay.tsx')).then((module) => ({ default: module.AccountOverlay })),
)

const Bar = chakra('header', {
  base: {
    position: 'sticky',
    top: '0',
    zIndex: 'bar',
    bg: 'bg.bar',
    borderBottom: '1px solid',
    borderColor: 'border.default',
    paddingTop: 'env(safe-area-inset-top, 0px)',
  },
})
const Row = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    // With large text on a phone the buttons move to a separate line.
    flexWrap: 'wrap',
    gap: { base: '0', sm: '1' },
    minHeight: 'bar',
    maxWidth: 'desktop',
    marginInline: 'auto',
    paddingInline: { base: '2', sm: '4' },
  },
})
const Logo = chakra(SiteLink, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minHeight: 'target',
    paddingInline: '2',
    marginInlineEnd: 'auto',
    borderRadius: 'md',
    color: 'fg.default',
    fontSize: 'lg',
    fontWeight: 'bold',
    letterSpacing: 'tight',
    textDecoration: 'none',
  },
})
const LanguageButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1.5',
    minHeight: 'target',
    minWidth: 'target',
    paddingInline: '2',
    borderRadius: 'md',
    color: 'fg.muted',
    fontSize: 'sm',
    fontWeight: 'semibold',
    cursor: 'pointer',
    _hover: { bg: 'bg.hover' },
  },
})
/** Not on phones, whose bar has no room for it. */
const WideOnly = chakra('span', { base: { display: { base: 'none', md: 'inline' } } })
const LanguageCode = chakra('span', { base: { display: { base: 'inline', md: 'none' } } })
const TasksBar = chakra('nav', { base: { borderTop: '1px solid', borderColor: 'border.default' } })
const TasksLink = chakra(SiteLink, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minHeight: 'target',
    maxWidth: 'desktop',
    marginInline: 'auto',
    paddingInline: { base: '4', sm: '6' },
    color: 'accent.text',
    fontWeight: 'semibold',
    textDecoration: 'none',
    _hover: { bg: 'bg.hover' },
  },
})

/** The logo of the product: a hard hat on safety orange. */
export function Mark() {
  return (
    <svg width="30" height="30" viewBox="0 0 512 512" aria-hidden="true">
      <rect width="512" height="512" rx="116" fill="#ff7a1a" />
      <path
        fill="#0f172a"
        d="M110 322a146 146 0 0 1 84-132v70a15 15 0 0 0 30 0v-91a24 24 0 0 1 24-24h16a24 24 0 0 1 24 24v91a15 15 0 0 0 30 0v-70a146 146 0 0 1 84 132z"
      />
      <rect fill="#0f172a" x="78" y="338" width="356" height="46" rx="23" />
    </svg>
  )
}

interface KnownMe {
  readonly tasks: string | undefined
  readonly path: string
  readonly name: string
}

/** The cached data of the person, for pages that the server does not describe, and for the account button. */
function Me({ onMe }: { readonly onMe: (me: KnownMe | undefined) => void }) {
  const { data } = useCached(getMe)
  const { tasks, path, name = '' } = data ?? {}
  useEffect(() => {
    onMe(path === undefined ? undefined : { tasks, path, name })
  }, [onMe, tasks, path, name])
  return null
}

/** Logo, sync chip, sunlight switch, language, account, and the My Tasks bar (spec/1 §2.2). */
export function AppBar({
  pathname,
  device,
  onLogout,
}: {
  readonly pathname: string
  /** Part of User Preferences: settings of the device. */
  readonly device?: ReactNode
  readonly onLogout: () => void
}) {
  const { t, i18n } = useLingui()
  const owner = useOwner()
  const page = useCurrentPage()
  const [cached, setMe] = useState<KnownMe>()
  // Undefined until the person opens the menu or the dialog: the overlay is loaded then.
  const [view, setView] = useState<AccountView>()
  const account = useRef<HTMLButtonElement>(null)

  const signedIn = owner.startsWith('u:')
  const me = signedIn ? cached : undefined
  const known: CurrentPage = page ?? { tasks: me?.tasks, hideMyTasks: false, personPath: undefined }
  const tasks = myTasksLink(pathname, known)
  const language = i18n.locale as Language
  return (
    <Bar data-app-bar>
      {signedIn && <Me key={owner} onMe={setMe} />}
      <Row>
        <Logo href="/" aria-label={t`Muster, home`}>
          <Mark />
          {signedIn ? <WideOnly>Muster</WideOnly> : 'Muster'}
        </Logo>
        <SyncChip />
        <SunButton />
        <LanguageButton
          type="button"
          aria-haspopup="dialog"
          aria-label={t`Language: ${languages[language]} (${shortName(language)}). User Preferences`}
          onClick={() => setView('preferences')}
        >
          <Icon name="globe" size={20} />
          <WideOnly aria-hidden="true">{languages[language]}</WideOnly>
          <LanguageCode aria-hidden="true">{shortName(language)}</LanguageCode>
        </LanguageButton>
        {signedIn && (
          <AccountButton ref={account} name={me?.name} open={view === 'menu'} onPress={() => setView(view === 'menu' ? 'none' : 'menu')} />
        )}
      </Row>
      {tasks !== undefined && (
        <TasksBar aria-label={t`My Tasks`}>
          <TasksLink href={safeHref(tasks)}>
            <Icon name="back" size={18} />
            {t`My Tasks`}
          </TasksLink>
        </TasksBar>
      )}
      {view && (
        <Suspense>
          <AccountOverlay
            view={view}
            onView={setView}
            anchor={account}
            name={me?.name}
            personPath={page?.personPath ?? me?.path}
            device={device}
            onLogout={onLogout}
          />
        </Suspense>
      )}
    </Bar>
  )
}
