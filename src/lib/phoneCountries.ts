/**
 * Mobile numbers of the four supported countries (spec/1 §5). This module is small: formatting and numbering
 * plans are in readPhone.ts.
 */

export const phoneCountries = ['us', 'ca', 'au', 'gb'] as const
export type PhoneCountry = (typeof phoneCountries)[number]
export const defaultPhoneCountry: PhoneCountry = 'us'

export const callingCodes: Readonly<Record<PhoneCountry, string>> = { us: '1', ca: '1', au: '61', gb: '44' }

/** The North American, Australian and British shape of a mobile number in E.164. */
const shape = /^\+(?:1[2-9]\d{2}[2-9]\d{6}|614\d{8}|447\d{9})$/

let exact: ((e164: string) => boolean) | undefined

/**
 * Installs the check of readPhone.ts with its numbering plans; until it is loaded, only the shape is
 * checked.
 */
export function bringNumberingPlans(check: (e164: string) => boolean): void {
  exact = check
}

/** True for a mobile number of us, ca, au or gb in E.164. */
export const isMobileNumber = (text: string): boolean => shape.test(text) && (exact?.(text) ?? true)

/**
 * 'country' when the number's country is not supported, 'number' when the number is invalid, undefined when
 * it is valid.
 */
export function phoneProblem(text: string): 'country' | 'number' | undefined {
  if (isMobileNumber(text)) return undefined
  return text.startsWith('+') && text.length > 3 && !/^\+(?:1|61|44)/.test(text) ? 'country' : 'number'
}
