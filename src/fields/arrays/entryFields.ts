import { t } from '@lingui/core/macro'
import { type EntryType, entryAttributes } from '../../../contract/forms/entryAttributes.ts'
import type { FieldSetting, NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import type { Lookups } from '../../engine/FieldRules.ts'
import { type Item, text } from './itemsOf.ts'
import { customRole, rolesOf } from './rolesOf.ts'

/**
 * People and companies in lists: the fields that edit them, and the entry that a pick from a lookup creates
 * (spec/1 §3).
 */

export type EntrySetting = FieldSetting<EntryType>

/** A lookup field if the page has the lookup (free text is allowed), otherwise a text field. */
const chosen = (lookups: Lookups, lookup: string, attribute: string, label: string): NodeSetting =>
  (lookups[lookup]?.length ?? 0) > 0
    ? { type: 'lookup', attribute, label, lookup, store: lookup === 'costCodes' ? 'id' : 'label', allowCreate: true, allowClear: true }
    : { type: 'text', attribute, label, maxLength: 200 }

const name = (): NodeSetting => ({ type: 'text', attribute: 'name', label: t`Name`, required: true, maxLength: 200 })
const mobile = (): NodeSetting => ({ type: 'mobile', attribute: 'mobile', label: t`Mobile number` })

function person(setting: EntrySetting, lookups: Lookups, { role }: Item): NodeSetting[] {
  const staff = setting.type === 'staffSmsContact' ? setting : undefined
  const offered = rolesOf(staff?.roles)
  // A person's current role stays, even if the setting does not offer it.
  const own = text(role) && !offered.some(({ value }) => value === text(role)) ? rolesOf([text(role)]) : []
  const roles = [...own, ...offered]
  return [
    name(),
    mobile(),
    chosen(lookups, 'vendors', 'vendor', t`Company`),
    ...(staff?.visitors ? [] : [{ type: 'valueenum', attribute: 'role', label: t`Role`, required: true, options: roles } as const]),
    chosen(lookups, 'locations', 'location', t`Location`),
    {
      type: 'info',
      text: `[${t`Change personal details`}]({{changePersonalDetailsLink}})`,
      visible: 'length(changePersonalDetailsLink) > 0',
    },
  ]
}

const firm = (lookups: Lookups): NodeSetting[] => [
  chosen(lookups, 'trades', 'trade', t`Trade`),
  chosen(lookups, 'costCodes', 'cost_code', t`Cost code`),
]

/** The fields of an entry: those of the setting, otherwise the default ones of its kind. */
export function entryFields(setting: EntrySetting, lookups: Lookups, item: Item = {}): readonly NodeSetting[] {
  if (setting.subform) return setting.subform
  switch (setting.type) {
    case 'vendorSmsContact':
      return [
        name(),
        mobile(),
        chosen(lookups, 'vendors', 'vendor', t`Company`),
        ...firm(lookups),
        chosen(lookups, 'locations', 'location', t`Location`),
      ]
    case 'vendor':
      return [
        { type: 'text', attribute: 'vendor', label: t`Company`, required: true, maxLength: 200 },
        ...firm(lookups),
        { type: 'switch', attribute: 'disabled', label: t`Active`, onValue: false, offValue: true, default: false },
      ]
    default:
      return person(setting, lookups, item)
  }
}

/** Default text of the Add button (spec/1 §9). */
export function addLabelOf(setting: EntrySetting): string {
  if (setting.type === 'vendor' || setting.type === 'vendorSmsContact') return t`Add Vendor`
  return setting.type === 'staffSmsContact' && setting.visitors ? t`Add Visitor` : t`Add Staff`
}

/** Default attributes that identify an entry. */
export const identity: Readonly<Record<EntryType, readonly string[]>> = {
  staffSmsContact: ['name', 'vendor'],
  vendorSmsContact: ['name', 'vendor'],
  vendor: ['vendor'],
  checkout: ['name', 'vendor'],
}

/** In the lookup `employees` a person's company is called `company`. */
const other: Readonly<Record<string, string>> = { vendor: 'company' }

/** Initial values of every new entry. */
const given = (setting: EntrySetting): Item => {
  if (setting.type === 'staffSmsContact' && setting.visitors) return { role: customRole, visitor: true }
  return setting.type === 'vendor' ? { disabled: false } : {}
}

/** The entry for a picked item. */
export function entryOf(setting: EntrySetting, { label, attributes = {} }: LookupItem): Item {
  const named: Item = setting.type === 'vendor' ? { vendor: label } : { name: text(attributes['name']) || label }
  const found = entryAttributes[setting.type].flatMap((key): [string, unknown][] => {
    if (Object.hasOwn(named, key)) return []
    const value = attributes[key] ?? attributes[other[key] ?? '']
    return value === undefined || value === null ? [] : [[key, value]]
  })
  return { ...named, ...Object.fromEntries(found), ...given(setting) }
}

/**
 * The entry for a typed person; if the field has a lookup, a person who is not in it is a visitor (spec/1
 * §6).
 */
export function customOf(setting: EntrySetting, typed: { readonly name: string; readonly mobile?: string | undefined } | undefined): Item {
  const named: Item = typed === undefined ? {} : { [setting.type === 'vendor' ? 'vendor' : 'name']: typed.name }
  const people = setting.type === 'staffSmsContact' || setting.type === 'checkout'
  const visits = people && setting.lookup !== undefined ? { role: customRole, visitor: true } : {}
  return { ...named, ...(typed?.mobile !== undefined && { mobile: typed.mobile }), ...given(setting), ...visits }
}
