import { useCallback, useEffect, useRef, useState } from 'react'
import type { Position } from '../../lib/positionIn.ts'

/** Why there is no position. */
export type PositionTrouble = 'denied' | 'none' | 'insecure'

/** Milliseconds until the device must have answered; without signal a first fix takes long. */
const longest = 60_000
const denied = 1

/** Asks the device where it is, only when `find` is called. Works without a connection. */
export function usePosition(take: (position: Position) => void) {
  const [isFinding, setIsFinding] = useState(false)
  const [trouble, setTrouble] = useState<PositionTrouble>()
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  const find = useCallback(() => {
    const finder = (navigator as { geolocation?: Geolocation }).geolocation
    if (!finder) return setTrouble(globalThis.isSecureContext ? 'none' : 'insecure')
    setTrouble(undefined)
    setIsFinding(true)
    finder.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        if (gone.current) return
        setIsFinding(false)
        take({ latitude, longitude, accuracy })
      },
      ({ code }) => {
        if (gone.current) return
        setIsFinding(false)
        setTrouble(code === denied ? 'denied' : 'none')
      },
      { enableHighAccuracy: true, timeout: longest, maximumAge: 0 },
    )
  }, [take])
  return { isFinding, trouble, find }
}
