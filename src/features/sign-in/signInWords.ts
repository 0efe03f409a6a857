import { t } from '@lingui/core/macro'
import { AskFailed } from '../../sync/ask.ts'

/**
 * Returns the text of a server code for the person who signs in (spec/3 §5, §8). A code unknown to this
 * version is shown unchanged.
 */
export function codeWords(code: string): string {
  switch (code) {
    case 'UNKNOWN_NUMBER':
      return t`Unknown Number`
    case 'ACCOUNT_DISABLED':
      return t`Account Disabled`
    case 'BAD_PIN':
      return t`That PIN is not right. Use the one in the newest text message.`
    case 'PIN_EXPIRED':
      return t`That PIN has expired. Ask for a new one.`
    case 'PIN_LOCKED':
      return t`Too many wrong PINs. Ask for a new one.`
    case 'TOO_MANY_REQUESTS':
      return t`Too many tries. Wait a few minutes, then try again.`
    case 'NUMBER_EXISTS':
      return t`This number has an account already. Log in with it.`
    case 'EMAIL_EXISTS':
      return t`This e-mail belongs to another account. Log in with the mobile of that account, or use another e-mail.`
    case 'ALL_FIELDS_REQUIRED':
      return t`* All Fields Required *`
    case 'NOT_IN_TEAM':
      return t`This number does not belong to that project. Choose one of yours.`
    case 'LOGIN_EXPIRED':
      return t`That login took too long or was used already. Please begin again.`
    case 'LOGIN_CANCELLED':
      return t`You did not log in there.`
    case 'EMAIL_NOT_VERIFIED':
      return t`The other system does not say whether your e-mail is yours. Log in with your mobile, then link the account.`
    case 'LINKED_ELSEWHERE':
      return t`That account is linked with another person here.`
    case 'UNAVAILABLE':
      return t`The other system does not answer. Try again in a moment.`
    case 'LOGIN_FAILED':
      return t`The other system did not let you in. Try again, or log in with your mobile.`
    case 'PASSKEY_FAILED':
      return t`This passkey was not accepted. Try again, or sign in with a PIN.`
    case 'PASSKEY_REQUIRED':
      return t`Your company asks for a passkey. Sign in again.`
    case 'INVALID':
      return t`Check the number and try again.`
    case '':
      return t`Unknown Error`
    default:
      return code
  }
}

/** Returns the error text of a failed request. */
export function failureWords(error: unknown): string {
  if (!(error instanceof AskFailed)) return error instanceof Error ? error.message : String(error)
  switch (error.kind) {
    case 'offline':
      return t`Signing in needs a connection. Forms that are on this device still open, and what you save stays on it until you are back.`
    case 'captive':
      return t`This Wi-Fi asks you to sign in first. Then try again.`
    case 'busy':
      return t`The server is busy. Try again in a moment.`
    case 'refused':
      return codeWords(error.code)
  }
}

/** Returns true if the person must request another PIN to continue. */
export const needsNewPin = (code: string): boolean => code === 'PIN_EXPIRED' || code === 'PIN_LOCKED'
