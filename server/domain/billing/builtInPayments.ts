import { Refused } from '../../../contract/Refused.ts'
import type { EmbeddedPayments } from '../../adapters/payments/embedded/embeddedPayments.ts'
import { BadSignature, PaymentTrouble } from '../../adapters/payments/payments.ts'
import type { App } from '../app.ts'
import { text } from '../../i18n/text.ts'

/**
 * Returns the built-in provider; its checkout and invoices are pages of this app. Throws Refused if another
 * provider is in use.
 */
export function builtInPayments(app: App): EmbeddedPayments {
  if (app.payments.kind === 'none') throw new Refused(404, 'NOT_FOUND', text('Card payment is not set up on this server.'))
  if (app.payments.kind !== 'embedded') throw new Refused(404, 'NOT_FOUND', text('The card provider takes card payments here.'))
  return app.payments as EmbeddedPayments
}

/** The refusal of every card payment on a server without card payments. */
export const noCards = (): Refused =>
  new Refused(
    409,
    'NO_CARDS',
    text('Card payment is not set up on this server. Choose the free plan, or ask the people who run this server for an invoice.'),
  )

/** Throws Refused if this server has no card payments. */
export function requireCards(app: App): void {
  if (app.payments.kind === 'none') throw noCards()
}

/** Runs `act` and converts a refusal of the provider into Refused. */
export async function refusedBy<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof PaymentTrouble && error.reason === 'off') throw noCards()
    if (error instanceof PaymentTrouble) throw new Refused(400, 'INVALID', error.words, { values: error.values })
    throw error
  }
}

export const isBadSignature = (error: unknown): boolean => error instanceof BadSignature
