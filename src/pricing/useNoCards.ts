import { useLingui } from '@lingui/react/macro'

/**
 * Returns the text for a server without a card provider: card payment is not available, and the alternative.
 */
export function useNoCards(): string {
  const { t } = useLingui()
  return t`Card payment is not set up on this server. Choose the free plan, or ask the people who run this server for an invoice.`
}
