import { useEffect, useState } from 'react'
import { numberKeyLength, numberText, type RosterPerson } from '../../../contract/attendance.ts'
import { sha256Base64url } from '../../lib/hash.ts'
import { callingCodes, isMobileNumber, phoneCountries } from '../../lib/phone.ts'

/** What a kiosk has in place of a number; undefined on plain http, where browsers hash nothing. */
export const numberKeyOf = (salt: string, mobile: string): Promise<string | undefined> =>
  sha256Base64url(numberText(salt, mobile)).then(
    (hash) => hash.slice(0, numberKeyLength),
    () => undefined,
  )

/** The complete mobile numbers that somebody may mean who types these digits: with their country, or as they are dialled in one. */
export function numbersTyped(typed: string): string[] {
  if (!/^[\d\s()+.-]+$/.test(typed)) return []
  const digits = typed.replace(/\D/g, '')
  if (digits.length < 8) return []
  const national = digits.replace(/^0/, '')
  const all = [`+${digits}`, ...phoneCountries.map((country) => `+${callingCodes[country]}${national}`)]
  return [...new Set(all)].filter(isMobileNumber)
}

/** Whose complete number this is, and the number. A kiosk knows it by its key alone, and takes a moment. */
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
