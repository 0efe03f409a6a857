import { t } from '@lingui/core/macro'
import type { Lookups } from '../../engine/FieldRules.ts'
import { addLabelOf, customOf, entryFields, entryOf, type EntrySetting, identity } from './entryFields.ts'
import { entryLine } from './entryWords.ts'
import type { ArrayKind } from './useItems.ts'

/** The common part of all lists of people and companies. */
export function entryKind(setting: EntrySetting, lookups: Lookups): ArrayKind {
  const { type, lookup, allowCreate = true, subform } = setting
  const items = lookup === undefined ? [] : (lookups[lookup] ?? [])
  const firms = type === 'vendor' || type === 'vendorSmsContact'
  const personWord = type === 'staffSmsContact' && setting.visitors ? t`Visitor` : t`Person`
  return {
    fields: (item) => entryFields(setting, lookups, item),
    addLabel: addLabelOf(setting),
    fresh: (typed) => customOf(setting, typed),
    ...(subform ? {} : { summary: (item) => entryLine(setting, item) }),
    ...(items.length > 0 && {
      source: {
        title: firms ? t`Company` : personWord,
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
