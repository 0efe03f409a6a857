import { t } from '@lingui/core/macro'
import { availabilityWords, awayUntil } from './awayUntil.ts'
import type { EntrySetting } from './entryFields.ts'
import { type Item, text } from './itemsOf.ts'
import { roleName, rolesOf } from './rolesOf.ts'
import { momentOf } from './stamp.ts'

const lines: Readonly<Record<EntrySetting['type'], readonly string[]>> = {
  staffSmsContact: ['role', 'vendor', 'location'],
  vendorSmsContact: ['vendor', 'trade', 'cost_code', 'location'],
  vendor: ['trade', 'cost_code'],
  checkout: ['role', 'vendor'],
}

/** Text of the line under the name, which distinguishes entries. */
export function entryLine(setting: EntrySetting, item: Item): string {
  const role = text(item['role'])
  const roles = setting.type === 'staffSmsContact' ? rolesOf(setting.roles) : []
  const named = roles.find(({ value }) => value === role)?.name ?? roleName(role)
  return lines[setting.type]
    .map((key) => (key === 'role' ? named : text(item[key])))
    .filter((word) => word !== '' && word !== text(item['name']))
    .join(' · ')
}

const awayWords = ({ type }: EntrySetting, item: Item, today: string, language: string) =>
  type === 'vendor' ? t`Not active` : availabilityWords(item, today, language)

/**
 * An entry in one line, for readers of the record; with its number only if the list is for calling people.
 */
export function entryWords(setting: EntrySetting, item: Item, today: string, language: string): string {
  const time = momentOf(item['checkinTime'], today, language)
  const out = momentOf(item['checkoutTime'], today, language)
  return [
    text(item['name']) || text(item['vendor']),
    entryLine(setting, item),
    setting.type === 'vendorSmsContact' ? text(item['mobile']) : '',
    awayUntil(item, today) === undefined ? '' : awayWords(setting, item, today, language),
    time && t`In ${time}`,
    out && t`Out ${out}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
