import { BadSignature, type Payments, PaymentTrouble } from '../payments.ts'
import { text } from '../../../i18n/text.ts'

const off = async (): Promise<never> => {
  throw new PaymentTrouble('off', text('Card payment is not set up on this server.'))
}

/**
 * For a server without a card provider and without the demo: card payment is not available, and nothing is
 * charged. Calls that end or read a plan still work, so that an account that once had a provider can be
 * cancelled or moved to the free plan.
 */
export const noPayments: Payments = {
  kind: 'none',
  livemode: true,
  now: () => new Date().toISOString(),
  checkout: off,
  preview: async () => ({ starting_balance: 0, total: 0 }),
  change: off,
  end: async () => undefined,
  keep: async () => undefined,
  bill: async () => undefined,
  useCard: async () => undefined,
  portal: off,
  state: async (customer) => ({ customer, billing: '', balance: 0, invoices: [] }),
  async readEvent() {
    throw new BadSignature()
  },
}
