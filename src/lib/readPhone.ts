import { AsYouType, type CountryCode, type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import { bringNumberingPlans, callingCodes, defaultPhoneCountry, type PhoneCountry, phoneCountries } from './phoneCountries.ts'
import plans from './phone-metadata.json'

const metadata = plans as unknown as MetadataJson

const upper = (country: PhoneCountry) => country.toUpperCase() as CountryCode
const lower = (country: string | undefined) => phoneCountries.find((known) => known === country?.toLowerCase())

bringNumberingPlans((e164) => parsePhoneNumberFromString(e164, metadata)?.isValid() === true)

/** The shown text of a phone field and its stored value. */
export interface TypedPhone {
  /** In the national format of the country. */
  readonly text: string
  readonly country: PhoneCountry
  /** E.164; for an unfinished number its beginning ('+1213'), '' when empty. */
  readonly value: string
  readonly valid: boolean
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

/**
 * Parses the text of the field. `country` is the chosen one; a number with a + code, or with an exit code
 * (0011, 011, 00), changes to its own country. `finish` formats a complete international number nationally;
 * while typing, its format stays.
 */
export function readPhone(text: string, country: PhoneCountry, finish = false): TypedPhone {
  const international = /^\s*\(?\+/.test(text)
  const digits = digitsOf(text)
  if (digits === '') return { text: international ? '+' : '', country, value: '', valid: false }
  const typing = new AsYouType(upper(country), metadata)
  const shown = typing.input(international ? `+${digits}` : digits)
  const number = typing.getNumber()
  const value = typing.getNumberValue() ?? ''
  const valid = number?.isValid() === true
  const own = lower(number?.country) ?? country
  // Countries share +1: an unfinished number stays with the chosen country.
  const landed = valid || callingCodes[own] !== callingCodes[country] ? own : country
  if (valid && (finish || landed !== country)) return { text: number.formatNational(), country: landed, value: number.number, valid }
  return { text: shown, country: landed, value: valid ? number.number : value, valid }
}

/** The text for a stored value. An unfinished stored number ('+614') is shown as it was typed. */
export function showPhone(value: string, country: PhoneCountry = defaultPhoneCountry): TypedPhone {
  if (value === '') return readPhone(value, country)
  const number = parsePhoneNumberFromString(value, metadata)
  if (number?.isValid()) {
    return { text: number.formatNational(), country: lower(number.country) ?? country, value: number.number, valid: true }
  }
  const own = [country, ...phoneCountries].find((known) => value.startsWith(`+${callingCodes[known]}`))
  if (!own) return { ...readPhone(value, country), value }
  const begun = value.slice(1 + callingCodes[own].length)
  return { ...readPhone(begun && callingCodes[own] !== '1' ? `0${begun}` : begun, own), value }
}

/** The same digits in the format of another country. */
export function movePhone(text: string, country: PhoneCountry): TypedPhone {
  const national = /^\s*\(?\+/.test(text) ? digitsOf(showPhone(`+${digitsOf(text)}`).text) : digitsOf(text)
  return readPhone(national, country, true)
}

/** The caret position after reformatting, so that it stays behind the same digit ('+' counts). */
export function caretAfter(before: string, caret: number, after: string): number {
  let left = before.slice(0, caret).replace(/[^\d+]/g, '').length
  if (left >= before.replace(/[^\d+]/g, '').length) return after.length
  let at = 0
  while (at < after.length && left > 0) if (/[\d+]/.test(after[at++] as string)) left--
  return at
}
