import type { MessageDescriptor } from '@lingui/core'
import { type Project, type Source, sources } from '../../../contract/endpoints/projects.ts'
import type { ShellIconName } from './ShellIcon.tsx'

/** One menu entry. Without a label, the key is one of SideMenu's texts. */
export interface MenuEntry {
  readonly key: string
  readonly icon: ShellIconName
  readonly href: string
  readonly label?: MessageDescriptor
}

export type MenuKey =
  | 'today'
  | 'tasks'
  | 'dashboard'
  | 'review'
  | 'projects'
  | 'bots'
  | 'log'
  | 'companies'
  | 'trades'
  | 'projectLists'
  | 'manage'
  | 'onsite'
  | 'gates'
  | 'reporting'
  | 'libraries'
  | 'lists'
  | 'billing'
  | 'support'
  | 'people'
  | 'administration'
  | 'impersonate'

export interface MenuPerson {
  readonly uid: string
  readonly isAdmin: boolean
  readonly tasks?: string | undefined
  /** The person manages something in the console, so they need more than forms. */
  readonly manages: boolean
  /** The person is Owner or Administrator somewhere. */
  readonly administers?: boolean | undefined
  /** The operator's help pages. */
  readonly support?: string | undefined
}

/**
 * Returns the side menu (spec/3 §2.1): the upper entries, the section of the selected project, and the lower
 * entries, with those that screens bring along.
 */
export function menuOf(
  person: MenuPerson,
  project: Pick<Project, 'id' | 'model'> | undefined,
  screens: readonly MenuEntry[] = [],
): { readonly top: readonly MenuEntry[]; readonly project: readonly MenuEntry[]; readonly rest: readonly MenuEntry[] } {
  const tasks: MenuEntry = { key: 'tasks', icon: 'tasks', href: person.tasks ?? `/frontend/tasks/${person.uid}` }
  const support: MenuEntry = { key: 'support', icon: 'support', href: person.support ?? '/support' }
  if (!person.manages) return { top: [tasks], project: [], rest: [support] }
  return {
    top: [
      { key: 'today', icon: 'today', href: '/today' },
      { key: 'dashboard', icon: 'bot', href: '/automations' },
      { key: 'review', icon: 'inbox', href: '/review' },
      { key: 'projects', icon: 'projects', href: '/teams' },
      tasks,
    ],
    project: project ? projectEntries(project) : [],
    rest: [
      { key: 'onsite', icon: 'person', href: '/onsite' },
      { key: 'gates', icon: 'gate', href: '/gate' },
      { key: 'reporting', icon: 'chart', href: '/reporting' },
      { key: 'libraries', icon: 'book', href: '/libraries' },
      { key: 'lists', icon: 'list', href: '/lists' },
      ...screens,
      ...(person.administers || person.isAdmin ? [{ key: 'people', icon: 'person', href: '/people' } as const] : []),
      { key: 'billing', icon: 'card', href: '/billing' },
      support,
      ...(person.isAdmin
        ? ([
            { key: 'administration', icon: 'settings', href: '/administration' },
            { key: 'impersonate', icon: 'mask', href: '/impersonate' },
          ] as const)
        : []),
    ],
  }
}

/**
 * Companies are kept here only for projects without another system; trades also for projects of the design
 * system.
 */
export const keepsCompanies = (source: Source | undefined): boolean => source === undefined || source === sources[0]
export const keepsTrades = (source: Source | undefined): boolean => keepsCompanies(source) || source === 'design'

function projectEntries({ id, model: { source } }: Pick<Project, 'id' | 'model'>): MenuEntry[] {
  return [
    { key: 'bots', icon: 'bot', href: `/team/${id}/automations` },
    { key: 'log', icon: 'log', href: `/team/${id}/log` },
    ...(keepsCompanies(source) ? [{ key: 'companies', icon: 'company', href: `/teams/${id}/companies` } as const] : []),
    ...(keepsTrades(source) ? [{ key: 'trades', icon: 'trade', href: `/teams/${id}/trades` } as const] : []),
    { key: 'manage', icon: 'settings', href: `/teams/${id}` },
    { key: 'projectLists', icon: 'list', href: `/teams/${id}/lists` },
  ]
}

/** Returns the project id in an address, otherwise undefined. */
export const projectInAddress = (pathname: string): string | undefined => /^\/teams?\/([A-Za-z0-9]{20})(?:\/|$)/.exec(pathname)?.[1]

/** Returns the active entry for an address: the one with the longest matching prefix. */
export function entryAt(entries: readonly MenuEntry[], pathname: string): string | undefined {
  if (pathname === '/audit') return 'people'
  // The lists of an account belong to the Lists entry, although their address starts differently.
  if (/^\/billing\/[^/]+\/permitTypes$/.test(pathname)) return 'lists'
  const inside = entries.filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
  return inside.sort((a, b) => b.href.length - a.href.length)[0]?.key
}

/** Returns true if one of these routes (`/teams/$id`) serves the address. */
export const isServed = (href: string, routes: readonly string[]): boolean =>
  routes.some((route) => route !== '$' && serves(route.split('/'), href.split('/')))

/**
 * Returns true if the route serves the address: `$id` matches one segment, `$` at the end matches the rest.
 */
function serves(route: readonly string[], href: readonly string[]): boolean {
  const open = route.at(-1) === '$'
  const parts = open ? route.slice(0, -1) : route
  return (
    (open ? href.length > parts.length : href.length === parts.length) &&
    parts.every((part, at) => (part.startsWith('$') ? href[at] !== '' : part === href[at]))
  )
}
