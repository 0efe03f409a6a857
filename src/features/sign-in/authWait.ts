import { useEffect, useState } from 'react'

/** How often, and every how many ms, a page looks whether it knows who is there before it is drawn without knowing (spec/3 §4.4). */
export const authTries = 30
export const authEvery = 50

/** True as soon as it is known, and when it was looked for often enough: from then on a page is drawn with what the device has. */
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
