import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { defineField } from '../defineField.ts'
import { lazyControl } from '../lazyControl.ts'
import { rules, preflightRules } from './rules.ts'

/** Lists are loaded with their texts (lingui.config.ts), when the first one is rendered. */
const Contacts = lazyControl(() =>
  withLazyTexts(() => import('./ContactsField.tsx')).then(({ ContactsField }) => ({ default: ContactsField })),
)

export const subForm = defineField({
  type: 'subForm',
  rules: rules,
  group: true,
  Control: lazyControl(() => withLazyTexts(() => import('./SubFormField.tsx')).then(({ SubFormField }) => ({ default: SubFormField }))),
})
export const staffSmsContact = defineField({
  type: 'staffSmsContact',
  rules: rules,
  group: true,
  draws: ['lookup'],
  Control: Contacts,
})
export const vendorSmsContact = defineField({
  type: 'vendorSmsContact',
  rules: rules,
  group: true,
  draws: ['lookup'],
  Control: Contacts,
})
export const vendor = defineField({ type: 'vendor', rules: rules, group: true, draws: ['lookup'], Control: Contacts })
export const checkout = defineField({
  type: 'checkout',
  rules: rules,
  group: true,
  draws: ['lookup'],
  Control: lazyControl(() => withLazyTexts(() => import('./CheckoutField.tsx')).then(({ CheckoutField }) => ({ default: CheckoutField }))),
})
export const preflight = defineField({
  type: 'preflight',
  rules: preflightRules,
  group: true,
  Control: lazyControl(() =>
    withLazyTexts(() => import('./PreflightField.tsx')).then(({ PreflightField }) => ({ default: PreflightField })),
  ),
})
