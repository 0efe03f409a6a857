import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { AskFailed } from '../../sync/ask.ts'

const codeTexts: Readonly<Record<string, MessageDescriptor>> = {
  UNKNOWN_NUMBER: msg`Unknown Number`,
  ACCOUNT_DISABLED: msg`Account Disabled`,
  BAD_PIN: msg`That PIN is not right. Use the one in the newest text message.`,
  PIN_EXPIRED: msg`That PIN has expired. Ask for a new one.`,
  PIN_LOCKED: msg`Too many wrong PINs. Ask for a new one.`,
  TOO_MANY_REQUESTS: msg`Too many tries. Wait a few minutes, then try again.`,
  NUMBER_EXISTS: msg`This number already has an account. Sign in with it.`,
  EMAIL_EXISTS: msg`This e-mail belongs to another account. Sign in with the mobile of that account, or use another e-mail.`,
  ALL_FIELDS_REQUIRED: msg`* All Fields Required *`,
  NOT_IN_TEAM: msg`This number does not belong to that project. Choose one of yours.`,
  LOGIN_EXPIRED: msg`That login took too long or was already used. Please start again.`,
  LINK_EXPIRED: msg`This link was used already, or it is too old. Ask for a new one.`,
  COUNTRY_NOT_SERVED: msg`New accounts need a mobile number of the United States, Canada, Australia or the United Kingdom.`,
  WINDOW_BLOCKED: msg`Your browser did not open a second window. Allow pop-ups for this page, then try again.`,
  LOGIN_CANCELLED: msg`You did not sign in there.`,
  EMAIL_NOT_VERIFIED: msg`The other system has not verified your e-mail address. Sign in with your mobile, then link the account.`,
  LINKED_ELSEWHERE: msg`That account is linked with another person here.`,
  UNAVAILABLE: msg`The other system does not answer. Try again in a moment.`,
  LOGIN_FAILED: msg`The other system refused the sign-in. Try again, or sign in with your mobile.`,
  PASSKEY_FAILED: msg`This passkey was not accepted. Try again, or sign in with a PIN.`,
  PASSKEY_REQUIRED: msg`Your company asks for a passkey. Sign in again.`,
  INVALID: msg`Check the number and try again.`,
  '': msg`Unknown Error`,
}

/**
 * Returns the text of a server code for the person who signs in (spec/3 §5, §8). A code unknown to this
 * version is shown unchanged.
 */
export function codeWords(code: string): string {
  const text = Object.hasOwn(codeTexts, code) ? codeTexts[code] : undefined
  return text ? i18n._(text) : code
}

/** Returns the error text of a failed request. */
export function failureWords(error: unknown): string {
  if (!(error instanceof AskFailed)) return error instanceof Error ? error.message : String(error)
  switch (error.kind) {
    case 'offline':
      return t`Signing in needs a connection. Forms on this device still open. What you save stays on it until you sign in again.`
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
