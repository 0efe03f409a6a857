import { useEffect, useState } from 'react'
import { useOnline } from './useOnline.ts'

/** A connection that is back for less than this time is not shown, ms. */
export const steadyAfter = 2000

/** `useOnline` for texts: false at once, true only when the connection has lasted. A weak signal would flicker otherwise. */
export function useSteadyOnline(): boolean {
  const online = useOnline()
  const [steady, setSteady] = useState(online)
  useEffect(() => {
    const timer = setTimeout(() => setSteady(online), online ? steadyAfter : 0)
    return () => clearTimeout(timer)
  }, [online])
  return online && steady
}
