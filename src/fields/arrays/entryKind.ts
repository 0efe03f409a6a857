import { t } from '@lingui/core/macro'
import type { Lookups } from '../../engine/rules.ts'
import type { ArrayKind } from './ArrayEditor.tsx'
import { addLabelOf, customOf, entryFields, entryOf, type EntrySetting, identity } from './entries.ts'
import { type Item, text } from './items.ts'
import { roleName, rolesOf } from './roles.ts'

const lines: Readonly<Record<EntrySetting['type'], readonly string[]>> = {
  staffSmsContact: ['role', 'vendor', 'location'],
  vendorSmsContact: ['vendor', 'trade', 'cost_code', 'location'],
  vendor: ['trade', 'cost_code'],
  checkout: ['role', 'vendor'],
}

/** What all lists of people and firms have in common. */
export function entryKind(setting: EntrySetting, lookups: Lookups): ArrayKind {
  const { type, lookup, allowCreate = true, subform } = setting
  const items = lookup === undefined ? [] : (lookups[lookup] ?? [])
  const firms = type === 'vendor' || type === 'vendorSmsContact'
  const visitors = type === 'staffSmsContact' && setting.visitors
  const roles = new Map(type === 'staffSmsContact' ? rolesOf(setting.roles).map(({ name, value }) => [value, name]) : [])
  const word = (key: string, value: string) => (key === 'role' ? (roles.get(value) ?? roleName(value)) : value)
  const line = (item: Item) =>
    lines[type]
      .map((key) => word(key, text(item[key])))
      .filter((word) => word !== '' && word !== text(item['name']))
      .join(' · ')
  return {
    fields: (item) => entryFields(setting, lookups, item),
    addLabel: addLabelOf(setting),
    fresh: (typed) => customOf(setting, typed),
    ...(subform ? {} : { summary: line }),
    ...(items.length > 0 && {
      source: {
        title: firms ? t`Company` : visitors ? t`Visitor` : t`Person`,
        items,
        allowCreate,
        people: type !== 'vendor',
        name: lookup ?? '',
        identity: identity[type],
        entry: (picked) => entryOf(setting, picked),
      },
    }),
  }
}
