import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { entryAt, type MenuEntry, type MenuKey, type menuOf } from './menuOf.ts'
import { ReviewBadge } from './ReviewBadge.tsx'
import { ShellIcon } from './ShellIcon.tsx'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'
import * as styles from './shell.module.css'

/** Returns the text of an entry. */
export function useMenuWords(): (entry: MenuEntry) => string {
  const { t, i18n } = useLingui()
  return useMemo(() => {
    const words: Readonly<Record<MenuKey, string>> = {
      today: t`Today`,
      tasks: t`My Tasks`,
      dashboard: t`Bot Dashboard`,
      review: t`Review`,
      projects: t`Projects`,
      bots: t`Bots`,
      log: t`Daily log`,
      companies: t`Company List`,
      trades: t`Trade List`,
      projectLists: t`Project lists`,
      manage: t`Manage`,
      onsite: t`On site now`,
      gates: t`Gates`,
      reporting: t`Reporting`,
      libraries: t`Libraries`,
      lists: t`Lists`,
      billing: t`Billing`,
      support: t`Support Center`,
      people: t`People`,
      administration: t`Administration`,
      impersonate: t`Impersonate`,
    }
    return ({ key, label }) => (label ? i18n._(label) : words[key as MenuKey])
  }, [i18n, t])
}

interface SideMenuProps {
  readonly menu: ReturnType<typeof menuOf>
  readonly projectName: string | undefined
  readonly pathname: string
  /** Called after a navigation. */
  readonly onGo?: (() => void) | undefined
  readonly onLogout: () => void
}

/** The navigation of the console; beside the page on a desktop, in a drawer on a phone. */
export function SideMenu({ menu, projectName, pathname, onGo, onLogout }: SideMenuProps) {
  const { t } = useLingui()
  const words = useMenuWords()
  const here = entryAt([...menu.top, ...menu.project, ...menu.rest], pathname)
  const list = (entries: readonly MenuEntry[]) => (
    <ul>
      {entries.map((entry) => (
        <li key={entry.key}>
          <SiteLink className={styles.sideLink} href={entry.href} aria-current={entry.key === here ? 'page' : undefined} onClick={onGo}>
            <ShellIcon name={entry.icon} />
            <span>{words(entry)}</span>
            {entry.key === 'review' && <ReviewBadge />}
          </SiteLink>
        </li>
      ))}
    </ul>
  )
  return (
    <nav className={styles.sideNav} aria-label={t`Console`}>
      {list(menu.top)}
      {menu.project.length > 0 && (
        <section aria-label={projectName}>
          <p className={styles.sideHeading}>{projectName}</p>
          {list(menu.project)}
        </section>
      )}
      {list(menu.rest)}
      <ul className={styles.sideEnd}>
        <li>
          <button
            className={styles.sideLink}
            type="button"
            onClick={() => {
              onGo?.()
              onLogout()
            }}
          >
            <ShellIcon name="logout" />
            <span>{t`Logout`}</span>
          </button>
        </li>
      </ul>
    </nav>
  )
}
