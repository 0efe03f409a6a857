import { animate } from 'framer-motion/dom/mini'
import { aside, durations, easings } from './durations.ts'

/** Shows that a step has taken the place of the one before it (forward: 1) or after it (back: -1). */
export function moveStep(step: HTMLElement, way: number): void {
  const transform = [`translateX(${way < 0 ? '-' : ''}${aside})`, 'none']
  animate(step, { opacity: [0, 1], transform }, { duration: durations.slow / 1000, ease: easings.out })
}
