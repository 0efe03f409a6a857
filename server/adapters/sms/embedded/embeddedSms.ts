import type { SmsAdapter, TextMessage } from '../SmsAdapter.ts'

/**
 * Stores every message with `store` (which resolves to its id) and sends none: for the demo, for tests, and
 * until a provider is set.
 */
export function embeddedSms(store: (message: TextMessage) => Promise<string>): SmsAdapter {
  return {
    kind: 'embedded',
    send: async (message) => ({ providerId: await store(message) }),
  }
}
