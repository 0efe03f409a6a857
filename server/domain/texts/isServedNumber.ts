import type { MetadataJson } from 'libphonenumber-js/core'
import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import plans from 'libphonenumber-js/mobile/metadata'

/** The countries of the product (spec/1 §5), as in the field for mobile numbers. */
const served = ['US', 'CA', 'AU', 'GB'] as const

const all = plans as unknown as MetadataJson
/**
 * Calling code 1 is shared with islands where texts cost much more. With these plans only, their numbers are
 * invalid.
 */
const numberingPlans = {
  version: (plans as { version?: number }).version,
  country_calling_codes: { '1': ['US', 'CA'], '44': ['GB'], '61': ['AU'] },
  countries: Object.fromEntries(served.map((country) => [country, all.countries[country]])),
} as unknown as MetadataJson

/**
 * Returns whether this E.164 number is a mobile number of a served country. Anonymous callers may cause texts
 * only to such numbers.
 */
export const isServedNumber = (mobile: string): boolean =>
  parsePhoneNumberFromString(mobile, { extract: false }, numberingPlans)?.isValid() === true

/** Returns a mobile number of a served country as E.164, read as people of `country` write it; otherwise undefined. */
export function servedNumberOf(typed: string, country: string): string | undefined {
  const defaultCountry = served.find((one) => one === country) ?? 'US'
  const read = parsePhoneNumberFromString(typed, { defaultCountry, extract: false }, numberingPlans)
  return read?.isValid() === true ? read.number : undefined
}
