import { useLingui } from '@lingui/react/macro'
import { entryAt, type MenuEntry, type MenuKey, type menuOf } from './menuOf.ts'
import { ReviewBadge } from './ReviewBadge.tsx'
import { ShellIcon } from './ShellIcon.tsx'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'

export function useMenuWords(): Readonly<Record<MenuKey, string>> {
  const { t } = useLingui()
  return {
    tasks: t`My Tasks`,
    dashboard: t`Bot Dashboard`,
    review: t`Review`,
    projects: t`Projects`,
    bots: t`Bots`,
    companies: t`Company List`,
    trades: t`Trade List`,
    manage: t`Manage`,
    onsite: t`On site now`,
    reporting: t`Reporting`,
    libraries: t`Libraries`,
    lists: t`Lists`,
    devices: t`Devices`,
    billing: t`Billing`,
    support: t`Support Center`,
    impersonate: t`Impersonate`,
  }
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
      {entries.map(({ key, icon, href }) => (
        <li key={key}>
          <SiteLink className="m-side-link" href={href} aria-current={key === here ? 'page' : undefined} onClick={onGo}>
            <ShellIcon name={icon} />
            <span>{words[key]}</span>
            {key === 'review' && <ReviewBadge />}
          </SiteLink>
        </li>
      ))}
    </ul>
  )
  return (
    <nav className="m-side-nav" aria-label={t`Console`}>
      {list(menu.top)}
      {menu.project.length > 0 && (
        <section aria-label={projectName}>
          <p className="m-side-heading">{projectName}</p>
          {list(menu.project)}
        </section>
      )}
      {list(menu.rest)}
      <ul className="m-side-end">
        <li>
          <button
            className="m-side-link"
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
