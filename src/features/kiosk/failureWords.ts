import { t } from '@lingui/core/macro'
import { AskFailed } from '../../sync/ask.ts'

/** Returns advice for a server code; undefined if the code explains itself. */
export function codeAdvice(code: string): string | undefined {
  switch (code) {
    case 'BAD_PIN':
      return t`That PIN is not right. Use the one in the newest text message.`
    case 'PIN_EXPIRED':
      return t`That PIN has expired. Ask for a new one.`
    case 'PIN_LOCKED':
      return t`Too many wrong PINs. Ask for a new one.`
    case 'TOO_MANY_REQUESTS':
      return t`Too many tries. Wait a few minutes, then try again.`
    case 'TICKET_EXPIRED':
      return t`This QR code was used already or is too old. Show a new one.`
    default:
      return undefined
  }
}

/** Returns the error text of a failed request. */
export function failureWords(error: unknown): string {
  if (!(error instanceof AskFailed)) return error instanceof Error ? error.message : String(error)
  switch (error.kind) {
    case 'offline':
      return t`This needs a connection once. After that the kiosk works without one.`
    case 'captive':
      return t`This Wi-Fi asks you to sign in first. Then try again.`
    case 'busy':
      return t`The server is busy. Try again in a moment.`
    case 'refused':
      return codeAdvice(error.code) ?? (error.message || error.code)
  }
}
