import { useState } from 'react'
import { defaultPhoneCountry, type PhoneCountry, phoneCountries } from '../../lib/phoneCountries.ts'
import { readPhone } from '../../lib/readPhone.ts'
import { getPreference, setPreference } from '../../store/preferences/preferences.ts'

/** A typed mobile number and its country; it starts with the country of the last sign-in on this device. */
export function usePhoneNumber() {
  const [country, setCountry] = useState<PhoneCountry>(() => {
    const last = getPreference('x:sign-in-country')
    return phoneCountries.find((known) => known === last) ?? defaultPhoneCountry
  })
  const [number, setNumber] = useState('')
  const set = (phone: { readonly country: PhoneCountry; readonly text: string }) => {
    setCountry(phone.country)
    setNumber(phone.text)
  }
  return {
    country,
    number,
    set,
    read: () => readPhone(number, country, true),
    remember: (phone: { readonly country: PhoneCountry; readonly text: string }) => {
      setPreference('x:sign-in-country', phone.country)
      set(phone)
    },
  }
}
