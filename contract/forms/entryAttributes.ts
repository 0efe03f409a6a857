/**
 * The entries of lists of people and companies; separate from their shapes, because the device needs no zod
 * for it.
 */

/**
 * The attributes of an entry, by kind of list (spec/1 §3). Settings without their own fields can refer to
 * these names.
 */
export const entryAttributes = {
  staffSmsContact: [
    'name',
    'mobile',
    'mobileUse',
    'login',
    'vendor',
    'role',
    'location',
    'visitor',
    'disabled',
    'disabledUntil',
    'disabledReason',
    'changePersonalDetailsLink',
    'checkinTime',
    'checkoutTime',
  ],
  vendorSmsContact: ['name', 'mobile', 'mobileUse', 'trade', 'cost_code', 'location', 'vendor'],
  vendor: ['vendor', 'trade', 'cost_code', 'disabled'],
  checkout: ['name', 'mobile', 'mobileUse', 'login', 'vendor', 'role', 'location', 'visitor', 'checkinTime', 'checkoutTime'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type EntryType = keyof typeof entryAttributes

/** Lookups that the default fields of an entry use. */
const chosenFrom: Readonly<Record<EntryType, readonly string[]>> = {
  staffSmsContact: ['vendors', 'locations'],
  vendorSmsContact: ['vendors', 'trades', 'costCodes', 'locations'],
  vendor: ['trades', 'costCodes'],
  checkout: ['vendors', 'locations'],
}

/** Lookups that a list of people or companies needs in addition to its own; empty for any other node. */
export function lookupsOfEntries(node: { readonly type?: unknown; readonly subform?: unknown; readonly availability?: unknown }): string[] {
  const { type, subform, availability } = node
  if (typeof type !== 'string' || !Object.hasOwn(chosenFrom, type)) return []
  return [...(subform === undefined ? chosenFrom[type as EntryType] : []), ...(availability === true ? ['holidays'] : [])]
}
