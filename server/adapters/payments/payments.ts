/**
 * The card provider. Money is integer cents of US dollars, times are ISO 8601 by the provider's clock. What an account is now is always asked for
 * (`state`): events only say that something has changed, so that late, doubled and reordered ones do no harm.
 */
export interface Payments {
  /** `none`: nobody can pay by card here. */
  readonly kind: 'embedded' | 'stripe' | 'none'
  readonly livemode: boolean
  /** ISO 8601. */
  now(): string
  /** Begins a checkout. The customer is made where there is none; the same account is the same customer. Rejects with PaymentTrouble. */
  checkout(ask: CheckoutAsk): Promise<{ readonly pk: string; readonly id: string; readonly url: string; readonly customer: string }>
  /** What a change would cost now. A negative total is a credit; a negative balance is one from before. */
  preview(customer: string, order: Order | undefined): Promise<{ starting_balance: number; total: number }>
  /** Changes the plan at once, and charges or credits the difference. Rejects with PaymentTrouble, and then nothing has changed. */
  change(customer: string, order: Order, key: string): Promise<void>
  /** Ends the subscription when its period ends, or now with a credit for the rest. */
  end(customer: string, when: 'now' | 'periodEnd'): Promise<void>
  /** Takes an end at the end of the period back. */
  keep(customer: string): Promise<void>
  /** Adds a line to an invoice that is a draft, or bills it by itself. The same key adds once. */
  bill(
    customer: string,
    line: { readonly amount: number; readonly label: string; readonly key: string; readonly invoice?: string | undefined },
  ): Promise<void>
  /** Makes the card of a checkout the one that pays, also what is owed. */
  useCard(customer: string, card: string): Promise<void>
  /** The address of the provider's page with invoices. */
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
  /** `incomplete`: its first payment is still to come. */
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
  /** What the card is asked for. */
  readonly due: number
}

export interface CustomerState {
  readonly customer: string
  readonly billing: string
  readonly balance: number
  readonly card?: { readonly last4: string; readonly expiry: string } | undefined
  /** The newest; also one that has ended. */
  readonly subscription?: SubscriptionState | undefined
  /** Newest first. */
  readonly invoices: readonly InvoiceState[]
}

export interface PaymentEvent {
  readonly id: string
  readonly customer: string
  /** A period has ended: the invoice is a draft still, so that overage can be added. */
  readonly renewal?: { readonly invoice: string; readonly periodStart: string; readonly periodEnd: string } | undefined
  /** A checkout has brought a card that has to be made the one that pays. */
  readonly newCard?: string | undefined
  /** The subscription has ended. */
  readonly ended?: boolean | undefined
}

/** The provider refused: `declined` is the card, `invalid` is us, `off` is a server without a provider. The message is for people. */
export class PaymentTrouble extends Error {
  readonly reason: 'declined' | 'invalid' | 'unreachable' | 'off'
  constructor(reason: PaymentTrouble['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Nobody with the secret has written this event. */
export class BadSignature extends Error {}
