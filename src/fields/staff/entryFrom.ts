import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import type { PickItem } from '../../ui/list-picker/pickItem.ts'
import type { StaffEntry } from './rules.ts'

export const defaultRoles = ['Worker', 'Foreman', 'Visitor'] as const
/** A person who is on no list is a visitor (spec/1 §6). */
const visitor = { role: 'Visitor', visitor: true } as const

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const yes = (value: unknown) => (typeof value === 'boolean' ? value : undefined)

/** The entry for a picked person; a person who was typed or chosen from the phone's contacts is a visitor. */
export function entryFrom({ id, label, login, create, attributes = {} }: PickItem): StaffEntry {
  const entry = create
    ? { name: label, mobile: login, ...visitor }
    : {
        name: label,
        mobile: text(attributes['mobile']) ?? login,
        login: text(attributes['login']),
        vendor: text(attributes['vendor']) ?? text(attributes['company']),
        role: text(attributes['role']),
        location: text(attributes['location']),
        visitor: yes(attributes['visitor']),
        disabled: yes(attributes['disabled']),
        disabledUntil: text(attributes['disabledUntil']),
        disabledReason: text(attributes['disabledReason']),
        changePersonalDetailsLink: text(attributes['changePersonalDetailsLink']),
        key: id,
      }
  return Object.fromEntries(Object.entries(entry).filter(([, part]) => part !== undefined))
}

/** The id of the list item for an entry. */
export const idIn = (entry: StaffEntry, items: readonly LookupItem[]): string | undefined =>
  text(entry['key']) ?? items.find(({ label }) => label === entry.name)?.id
