import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { today } from '../../lib/formatDate.ts'
import type { Form } from '../../engine/form.ts'
import type { FieldProps } from '../defineField.ts'
import { ActiveSwitch } from './ActiveSwitch.tsx'
import { ArrayEditor } from './ArrayEditor.tsx'
import { AvailabilityPart } from './AvailabilityPart.tsx'
import { awayUntil, availabilityWords, holidaysOf } from './awayUntil.ts'
import { entryKind } from './entryKind.ts'
import type { Item } from './itemsOf.ts'
import type { ArrayKind } from './useItems.ts'

type ContactSetting = FieldProps<'staffSmsContact' | 'vendorSmsContact' | 'vendor'>['setting']

/** The array kind of a list of people or companies. */
function contactKind(setting: ContactSetting, form: Form, language: string): ArrayKind {
  const kind = entryKind(setting, form.lookups)
  if (setting.type === 'vendor') {
    return { ...kind, ...(setting.subform ? {} : { part: (row) => <ActiveSwitch {...row} /> }) }
  }
  if (setting.type !== 'staffSmsContact') return kind
  if (setting.availability) {
    const holidays = holidaysOf(form.lookups['holidays'])
    return { ...kind, part: (row) => <AvailabilityPart {...row} holidays={holidays} unavailable={setting.unavailable ?? 'permanently'} /> }
  }
  const { summary } = kind
  if (!summary) return kind
  const words = (item: Item) => (awayUntil(item, today()) === undefined ? '' : availabilityWords(item, today(), language))
  return { ...kind, summary: (item) => [words(item), summary(item)].filter(Boolean).join(' · ') }
}

/** Lists of people and of companies, picked from a lookup or typed (spec/1 §3). */
export function ContactsField({ form, node, setting }: FieldProps<'staffSmsContact' | 'vendorSmsContact' | 'vendor'>) {
  const { i18n } = useLingui()
  const kind = useMemo(() => contactKind(setting, form, i18n.locale), [setting, form, i18n.locale])
  return <ArrayEditor form={form} node={node} setting={setting} kind={kind} />
}
