/** Mobile numbers of the four countries that the product serves (spec/1 §5). Light: formatting and numbering plans are in phoneFormat.ts. */

export const phoneCountries = ['us', 'ca', 'au', 'gb'] as const
export type PhoneCountry = (typeof phoneCountries)[number]
export const defaultPhoneCountry: PhoneCountry = 'us'

export const callingCodes: Readonly<Record<PhoneCountry, string>> = { us: '1', ca: '1', au: '61', gb: '44' }

/** A number that anybody may dial: the North American, Australian and British shape of a mobile number in E.164. */
const shape = /^\+(?:1[2-9]\d{2}[2-9]\d{6}|614\d{8}|447\d{9})$/

let exact: ((e164: string) => boolean) | undefined

/** phoneFormat.ts brings the numbering plans; until it is loaded the shape alone decides. */
export function bringNumberingPlans(check: (e164: string) => boolean): void {
  exact = check
}

/** Is this the E.164 form of a mobile number of us, ca, au or gb? */
export const isMobileNumber = (text: string): boolean => shape.test(text) && (exact?.(text) ?? true)

/** 'country' when the number names a country that is not served, 'number' when it is no number of its country, undefined when it is fine. */
export function phoneProblem(text: string): 'country' | 'number' | undefined {
  if (isMobileNumber(text)) return undefined
  return text.startsWith('+') && text.length > 3 && !/^\+(?:1|61|44)/.test(text) ? 'country' : 'number'
}
