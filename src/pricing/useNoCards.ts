import { useLingui } from '@lingui/react/macro'

/** What a server without a card provider says where somebody would pay, and what to do instead. */
export function useNoCards(): string {
  const { t } = useLingui()
  return t`Card payment is not set up on this server. Choose the free plan, or ask the people who run this server for an invoice.`
}
