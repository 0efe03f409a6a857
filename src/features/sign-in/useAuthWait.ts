import { useEffect, useState } from 'react'

/**
 * How often, and at which interval in ms, a page checks for a known person before it is drawn without one
 * (spec/3 §4.4).
 */
export const authTries = 30
export const authEvery = 50

/**
 * Returns true once the person is known or the checks are used up: from then on a page is drawn with the data
 * on the device.
 */
export function useAuthWait(known: boolean): boolean {
  const [tries, setTries] = useState(0)
  const enough = known || tries >= authTries
  useEffect(() => {
    if (enough) return
    const timer = setTimeout(() => setTries(tries + 1), authEvery)
    return () => clearTimeout(timer)
  }, [enough, tries])
  return enough
}
