import { useEffect, useState } from 'react'

/** Returns true once `ms` have passed since the first render, so that fast loads show no spinner. */
export function useAfter(ms: number): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return passed
}
