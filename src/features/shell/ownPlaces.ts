import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ShellIconName } from './ShellIcon.tsx'

export interface Place {
  readonly href: string
  readonly icon: ShellIconName
  readonly label: MessageDescriptor
  /** Other words that people type for it. */
  readonly words: MessageDescriptor
}

/** Places of everybody who uses the console. */
export const ownPlaces: readonly Place[] = [
  { href: '/sent', icon: 'tasks', label: msg`Sent by me`, words: msg`my records, history, what I sent, reports, correct` },
  { href: '/outbox', icon: 'tasks', label: msg`Waiting on this device`, words: msg`outbox, offline, not sent, sync, queue` },
  { href: '/ready', icon: 'device', label: msg`Make ready`, words: msg`offline, download, without signal, storage` },
  { href: '/studio', icon: 'list', label: msg`Form studio`, words: msg`forms, questions, fields, templates, edit a form, new form` },
  { href: '/guide', icon: 'book', label: msg`Guide to forms`, words: msg`help, how to write forms, functions, examples` },
  { href: '/devices', icon: 'device', label: msg`Devices`, words: msg`tablets, kiosks, phones, pair, register, lost tablet` },
  { href: '/gate', icon: 'person', label: msg`Gates`, words: msg`gate, entrance, sign in at the site, badge` },
  {
    href: '/sessions',
    icon: 'person',
    label: msg`Where you are signed in`,
    words: msg`passkeys, sign out, security, password, linked logins`,
  },
  { href: '/sessions#notices', icon: 'device', label: msg`Notices`, words: msg`notifications, push, lock screen, alerts, quiet hours` },
  { href: '/install', icon: 'support', label: msg`Install the app`, words: msg`home screen, icon, iPhone, Android, add to dock` },
  { href: '/accessibility', icon: 'support', label: msg`Accessibility`, words: msg`keyboard, contrast, screen reader, text size` },
]

/** Places of one project. */
export const projectPlaces = (team: string): readonly Place[] => [
  {
    href: `/team/${team}/log`,
    icon: 'book',
    label: msg`Daily log`,
    words: msg`log of the day, diary, manpower, who worked, hours, report`,
  },
  { href: `/onsite/${team}`, icon: 'person', label: msg`On site now`, words: msg`who is here, attendance, present, presence, head count` },
  { href: `/onsite/${team}/muster`, icon: 'person', label: msg`Roll calls`, words: msg`muster, evacuation, emergency, fire, assembly` },
  {
    href: `/teams/${team}`,
    icon: 'settings',
    label: msg`Members`,
    words: msg`people, roles, invite, rights, access, owner, administrator`,
  },
  { href: `/teams/${team}`, icon: 'settings', label: msg`Holidays`, words: msg`days off, calendar, working days, shifts` },
  { href: `/teams/${team}`, icon: 'settings', label: msg`Sites`, words: msg`places, time zone, locations, weather, address` },
  { href: `/teams/${team}/lists/people`, icon: 'person', label: msg`People list`, words: msg`workers, employees, crew, import` },
  { href: `/teams/${team}/lists/companies`, icon: 'company', label: msg`Companies`, words: msg`vendors, subcontractors, firms, import` },
  { href: `/teams/${team}/lists/trades`, icon: 'trade', label: msg`Trades`, words: msg`crafts, disciplines` },
  { href: `/teams/${team}/lists/locations`, icon: 'list', label: msg`Locations`, words: msg`floors, levels, areas, rooms` },
  { href: `/teams/${team}/lists/equipment`, icon: 'list', label: msg`Equipment`, words: msg`machines, tools, cranes, vehicles` },
  { href: `/teams/${team}/lists/costCodes`, icon: 'list', label: msg`Cost codes`, words: msg`budget codes, accounts` },
]
