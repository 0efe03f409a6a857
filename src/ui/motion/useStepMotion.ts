import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { lateMotion } from './lateMotion.ts'

const stepMotion = lateMotion(() => import('./moveStep.ts'))

/**
 * Shows by motion whether a screen goes forward or back. `step` counts up on the way. The content of a step
 * changes at once and takes presses at once.
 */
export function useStepMotion(content: RefObject<HTMLElement | null>, step: number): void {
  const shown = useRef(step)
  useEffect(() => stepMotion.load(), [])
  useLayoutEffect(() => {
    const way = step - shown.current
    shown.current = step
    if (way !== 0 && content.current) stepMotion.get()?.moveStep(content.current, way)
  }, [content, step])
}
