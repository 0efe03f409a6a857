import { useEffect, useState } from 'react'
import { numberKeyLength, numberText, type RosterPerson } from '../../../contract/endpoints/attendance.ts'
import { sha256Base64url } from '../../lib/sha256Hex.ts'
import { callingCodes, isMobileNumber, phoneCountries } from '../../lib/phoneCountries.ts'

/**
 * Returns the key that a kiosk stores instead of a number; undefined on plain http, where browsers offer no
 * hashing.
 */
export const numberKeyOf = (salt: string, mobile: string): Promise<string | undefined> =>
  sha256Base64url(numberText(salt, mobile)).then(
    (hash) => hash.slice(0, numberKeyLength),
    () => undefined,
  )

/**
 * Returns the complete mobile numbers that these digits may mean: with their country code, or as dialed in a
 * country.
 */
export function numbersTyped(typed: string): string[] {
  if (!/^[\d\s()+.-]+$/.test(typed)) return []
  const digits = typed.replace(/\D/g, '')
  if (digits.length < 8) return []
  const national = digits.replace(/^0/, '')
  const all = [`+${digits}`, ...phoneCountries.map((country) => `+${callingCodes[country]}${national}`)]
  return [...new Set(all)].filter(isMobileNumber)
}

/**
 * Returns the owner of this complete number, and the number. A kiosk knows only the key of a number, so that
 * the lookup is asynchronous.
 */
export function useNumberOwner(
  people: readonly RosterPerson[],
  salt: string | undefined,
  typed: string,
): { readonly person: RosterPerson; readonly mobile: string } | undefined {
  const [found, setFound] = useState<{ typed: string; person: RosterPerson; mobile: string }>()
  useEffect(() => {
    let gone = false
    const look = async () => {
      for (const mobile of numbersTyped(typed)) {
        const key = salt === undefined ? undefined : await numberKeyOf(salt, mobile)
        const person = people.find((one) => (key === undefined ? one.mobile === mobile : one.numberKey === key))
        if (gone) return
        if (person) return setFound({ typed, person, mobile })
      }
    }
    void look()
    return () => {
      gone = true
    }
  }, [people, salt, typed])
  return found?.typed === typed ? found : undefined
}
