import { useLingui } from '@lingui/react/macro'
import {
  type ComponentProps,
  type Dispatch,
  lazy,
  type ReactNode,
  type SetStateAction,
  Suspense,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { Banners } from './Banners.tsx'
import { type MenuEntry, menuOf } from './menuOf.ts'
import { ProjectSwitcher } from './ProjectSwitcher.tsx'
import { ShellIcon } from './ShellIcon.tsx'
import { SideMenu } from './SideMenu.tsx'
import { administersSomething, managesSomething, useConsole } from './useConsole.ts'
import { useCloseMotion } from '../../ui/motion/useCloseMotion.ts'
import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { useSyncOnOpen } from './useSyncOnOpen.ts'
import * as styles from './shell.module.css'

/** Opens by a press or a key: the frame does not wait for it. */
const loadFind = () => withLazyTexts(() => import('./FindAnything.tsx'))
const FindAnything = lazy(() => loadFind().then((module) => ({ default: module.FindAnything })))

interface KeysAheadProps {
  readonly onText: Dispatch<SetStateAction<string>>
  readonly onClose: () => void
}

/** Takes the keys while the search loads: on the screen behind it, single letters decide about answers. */
function KeysAhead({ onText, onClose }: KeysAheadProps) {
  useEffect(() => {
    const take = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') onClose()
      else if (event.key === 'Backspace') onText((before) => before.slice(0, -1))
      else if (event.key.length === 1) onText((before) => before + event.key)
    }
    addEventListener('keydown', take, true)
    return () => removeEventListener('keydown', take, true)
  }, [onClose, onText])
  return null
}

/** The search; it begins with what a person has typed while it was loaded. */
function LazyFind(props: Omit<ComponentProps<typeof FindAnything>, 'typed'>) {
  const [typed, setTyped] = useState('')
  return (
    <Suspense fallback={<KeysAhead onText={setTyped} onClose={props.onClose} />}>
      <FindAnything {...props} typed={typed} />
    </Suspense>
  )
}

interface FrameProps {
  /** Menu entries that screens bring along. */
  readonly screens: readonly MenuEntry[]
  readonly pathname: string
  /** Logo of the product, and the tools at the end of the bar: sync, theme, language, help. */
  readonly logo: ReactNode
  readonly tools: ReactNode
  /** Returns true if there is a screen at this address. */
  readonly isKnown: (href: string) => boolean
  readonly onGo: (href: string) => void
  readonly onLogout: () => void
  readonly children: ReactNode
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Calls `onFind` for Ctrl K or ⌘ K. */
function useFindKey(onFind: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      onFind()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onFind])
}

/**
 * The console's frame (spec/3 §2.1): project switcher and search at the top, the menu beside the page; on a
 * phone the menu is in a drawer.
 */
export function ConsoleFrame({ screens, pathname, logo, tools, isKnown, onGo, onLogout, children }: FrameProps) {
  const { t } = useLingui()
  const { me, projects, selected, select } = useConsole(pathname)
  useSyncOnOpen(me?.uid, selected?.id)
  const [drawer, setDrawer] = useState(false)
  const [finding, setFinding] = useState(false)
  const find = useCallback(() => setFinding(true), [])
  const closeFind = useCallback(() => setFinding(false), [])
  const closeDrawer = useCallback(() => setDrawer(false), [])
  useFindKey(find)

  const manages = me !== undefined && managesSomething(me)
  const administers = me !== undefined && administersSomething(me)
  const { isAdmin = false, tasks, support } = me ?? {}
  const all = menuOf({ uid: me?.uid ?? '', isAdmin, tasks, manages, administers, support }, selected, screens)
  const known = (entries: readonly MenuEntry[]) => entries.filter(({ href }) => isKnown(href) || href === support)
  const menu = { top: known(all.top), project: known(all.project), rest: known(all.rest) }
  const sideMenu = (onGone?: () => void) => (
    <SideMenu menu={menu} projectName={selected?.model.name} pathname={pathname} onGo={onGone} onLogout={onLogout} />
  )
  const onSelect = (id: string | undefined) => {
    select(id)
    const place = /^\/(teams?)\/[A-Za-z0-9]{20}(\/(?:automations|companies|log|trades|lists))?$/.exec(pathname)
    if (id === undefined) {
      if (place) onGo('/automations')
    } else onGo(place ? `/${place[1]}/${id}${place[2] ?? ''}` : `/team/${id}/automations`)
  }
  return (
    <div className={styles.console} data-density="desk">
      <header className={styles.consoleBar} data-app-bar>
        <button
          className={`${styles.consoleMenu} ${styles.consoleTool}`}
          type="button"
          aria-label={t`Menu`}
          aria-haspopup="dialog"
          onClick={() => setDrawer(true)}
        >
          <ShellIcon name="menu" size={24} />
        </button>
        {logo}
        {manages && <ProjectSwitcher projects={projects} selected={selected} onSelect={onSelect} />}
        {manages && <FindButton onFind={find} />}
        <div className={styles.consoleTools}>{tools}</div>
      </header>
      <div className={styles.consoleBody}>
        <div className={styles.consoleSide}>{sideMenu()}</div>
        <main className={styles.consolePage} id="main" tabIndex={-1}>
          <Banners me={me} projects={projects} />
          {children}
        </main>
      </div>
      {drawer && (
        <Drawer logo={logo} onClose={closeDrawer}>
          {sideMenu(closeDrawer)}
        </Drawer>
      )}
      {finding && (
        <LazyFind
          projects={projects}
          project={selected}
          entries={[...menu.top, ...menu.project, ...menu.rest]}
          onGo={onGo}
          onClose={closeFind}
        />
      )}
    </div>
  )
}

function FindButton({ onFind }: { readonly onFind: () => void }) {
  const { t } = useLingui()
  return (
    <button className={styles.consoleFind} type="button" aria-keyshortcuts="Control+K Meta+K" onClick={onFind}>
      <ShellIcon name="search" />
      <span>{t`Find anything`}</span>
      <kbd aria-hidden="true">{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
    </button>
  )
}

interface DrawerProps {
  readonly logo: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The menu on a phone. `onClose` must be stable, because a new one opens the drawer again. */
function Drawer({ logo, onClose, children }: DrawerProps) {
  const { t } = useLingui()
  const { dialog, attach } = useCloseMotion()
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (typeof element.showModal === 'function') element.showModal()
    else element.setAttribute('open', '')
    // A press beside the drawer; the browser reports it as a press on the dialog.
    const beside = ({ target }: Event) => {
      if (target === element) onClose()
    }
    element.addEventListener('click', beside)
    return () => {
      element.removeEventListener('click', beside)
      element.close?.()
    }
  }, [onClose, dialog])

  return (
    <dialog
      ref={attach}
      data-shape="drawer"
      className={styles.drawer}
      aria-label={t`Menu`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.drawerInside}>
        <div className={styles.drawerBar}>
          {logo}
          <button className={styles.consoleTool} type="button" aria-label={t`Close`} onClick={onClose}>
            <ShellIcon name="close" size={24} />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
