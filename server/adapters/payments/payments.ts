import { englishOf, type Text, type TextValues } from '../../../contract/Text.ts'

/**
 * The card provider. Money is integer cents of US dollars, times are ISO 8601 by the provider's clock. The
 * server always asks for the current state of an account (`state`): an event only says that something has
 * changed, so late, duplicate and reordered events do no harm.
 */
export interface Payments {
  /** `none`: card payment is not available. */
  readonly kind: 'embedded' | 'stripe' | 'none'
  readonly livemode: boolean
  /** ISO 8601. */
  now(): string
  /**
   * Begins a checkout. Creates the customer if there is none; an account always has the same customer.
   * Rejects with PaymentTrouble.
   */
  checkout(ask: CheckoutAsk): Promise<{ readonly pk: string; readonly id: string; readonly url: string; readonly customer: string }>
  /** The cost of a change now. A negative total is a credit; a negative balance is an earlier credit. */
  preview(customer: string, order: Order | undefined): Promise<{ starting_balance: number; total: number }>
  /**
   * Changes the plan at once, and charges or credits the difference. Rejects with PaymentTrouble, and then
   * nothing has changed.
   */
  change(customer: string, order: Order, key: string): Promise<void>
  /** Ends the subscription at the end of its period, or now with a credit for the rest. */
  end(customer: string, when: 'now' | 'periodEnd'): Promise<void>
  /** Cancels a scheduled end. */
  keep(customer: string): Promise<void>
  /** Adds a line to a draft invoice, or bills it separately. `key` is the idempotency key. */
  bill(
    customer: string,
    line: { readonly amount: number; readonly label: string; readonly key: string; readonly invoice?: string | undefined },
  ): Promise<void>
  /** Makes the card of a checkout the default card, also for open invoices. */
  useCard(customer: string, card: string): Promise<void>
  /** The URL of the provider's page with invoices. */
  portal(customer: string, returnUrl: string): Promise<string>
  state(customer: string): Promise<CustomerState>
  /** Reads an event that the provider sent. Rejects with BadSignature. */
  readEvent(body: string, signature: string): Promise<PaymentEvent>
}

export interface Order {
  readonly plan: string
  readonly broadcast: boolean
}

export interface CheckoutAsk {
  readonly mode: 'subscription' | 'setup'
  readonly billing: string
  readonly name: string
  readonly email?: string | undefined
  readonly customer?: string | undefined
  readonly order?: Order | undefined
  readonly successUrl: string
  readonly cancelUrl: string
}

export interface SubscriptionState extends Order {
  readonly id: string
  /** `incomplete`: the first payment is still open. */
  readonly status: 'active' | 'past_due' | 'canceled' | 'incomplete'
  readonly periodStart: string
  readonly periodEnd: string
  readonly cancelAtPeriodEnd: boolean
}

export interface InvoiceState {
  readonly id: string
  readonly number: string
  readonly at: string
  readonly status: 'draft' | 'open' | 'paid' | 'void'
  readonly lines: readonly { readonly label: string; readonly amount: number }[]
  readonly total: number
  readonly startingBalance: number
  /** The amount to charge to the card. */
  readonly due: number
}

export interface CustomerState {
  readonly customer: string
  readonly billing: string
  readonly balance: number
  readonly card?: { readonly last4: string; readonly expiry: string } | undefined
  /** The newest one, even if it has ended. */
  readonly subscription?: SubscriptionState | undefined
  /** Newest first. */
  readonly invoices: readonly InvoiceState[]
}

export interface PaymentEvent {
  readonly id: string
  readonly customer: string
  /** A period has ended: the invoice is still a draft, so that overage can be added. */
  readonly renewal?: { readonly invoice: string; readonly periodStart: string; readonly periodEnd: string } | undefined
  /** A checkout has stored a card that must become the default card. */
  readonly newCard?: string | undefined
  /** The subscription has ended. */
  readonly ended?: boolean | undefined
}

/**
 * A call to the provider failed: `declined` the card, `invalid` our request, `unreachable` no answer, `off`
 * no provider is set. People read the words in their language.
 */
export class PaymentTrouble extends Error {
  readonly reason: 'declined' | 'invalid' | 'unreachable' | 'off'
  readonly words: Text
  readonly values: TextValues
  constructor(reason: PaymentTrouble['reason'], words: Text, values: TextValues = {}) {
    super(englishOf(words, values))
    this.reason = reason
    this.words = words
    this.values = values
  }
}

/** The event was not signed with the secret. */
export class BadSignature extends Error {}
