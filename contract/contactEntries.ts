/** What lists of people and firms hold; apart from their shapes, because the device needs no zod for it. */

/** What an entry holds, by kind of list (spec/1 §3). Names that settings may refer to where they bring no fields of their own. */
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

/** Lookups that the usual fields of an entry choose from. */
const chosenFrom: Readonly<Record<EntryType, readonly string[]>> = {
  staffSmsContact: ['vendors', 'locations'],
  vendorSmsContact: ['vendors', 'trades', 'costCodes', 'locations'],
  vendor: ['trades', 'costCodes'],
  checkout: ['vendors', 'locations'],
}

/** Lookups that a list of people or firms needs beside the one that it picks from; none for any other node. */
export function lookupsOfEntries(node: { readonly type?: unknown; readonly subform?: unknown; readonly availability?: unknown }): string[] {
  const { type, subform, availability } = node
  if (typeof type !== 'string' || !Object.hasOwn(chosenFrom, type)) return []
  return [...(subform === undefined ? chosenFrom[type as EntryType] : []), ...(availability === true ? ['holidays'] : [])]
}
