import { lazy } from 'react'
import { withLaterTexts } from '../../ui/laterTexts.ts'
import { defineField } from '../defineField.ts'
import { arrayRules, preflightRules } from './rules.ts'

/** Lists are loaded with their texts (lingui.config.ts), when the first one is rendered. */
const Contacts = lazy(() => withLaterTexts(() => import('./ContactsField.tsx')).then(({ ContactsField }) => ({ default: ContactsField })))

export const subForm = defineField({
  type: 'subForm',
  rules: arrayRules,
  group: true,
  Control: lazy(() => withLaterTexts(() => import('./SubFormField.tsx')).then(({ SubFormField }) => ({ default: SubFormField }))),
})
export const staffSmsContact = defineField({
  type: 'staffSmsContact',
  rules: arrayRules,
  group: true,
  draws: ['lookup'],
  Control: Contacts,
})
export const vendorSmsContact = defineField({
  type: 'vendorSmsContact',
  rules: arrayRules,
  group: true,
  draws: ['lookup'],
  Control: Contacts,
})
export const vendor = defineField({ type: 'vendor', rules: arrayRules, group: true, draws: ['lookup'], Control: Contacts })
export const checkout = defineField({
  type: 'checkout',
  rules: arrayRules,
  group: true,
  draws: ['lookup'],
  Control: lazy(() => withLaterTexts(() => import('./CheckoutField.tsx')).then(({ CheckoutField }) => ({ default: CheckoutField }))),
})
export const preflight = defineField({
  type: 'preflight',
  rules: preflightRules,
  group: true,
  Control: lazy(() => withLaterTexts(() => import('./PreflightField.tsx')).then(({ PreflightField }) => ({ default: PreflightField }))),
})
