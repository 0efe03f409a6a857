/** Returns false for a person who prefers reduced motion, and for old in-app browsers without Web Animations. */
export const canMove = (): boolean => 'animate' in HTMLElement.prototype && !matchMedia('(prefers-reduced-motion: reduce)').matches
