import type { Plugin } from 'vite'

/** Lets React's scheduler work longer between two pauses, as long as a drawn form is in the document; it looks after each pause. */
export function lengthenSlices(code: string): string {
  const next = code.replace('startTime = currentTime;', '$& frameInterval = self.drawn ? 25 : 5;')
  if (next === code) throw new Error('The scheduler of React begins a slice in another way: see what its new version needs.')
  return next
}

/** While a drawn form stands, React pauses its first render every 25 ms, not every 5: a browser draws a frame in each pause. */
export const longerSlices = (): Plugin => ({
  name: 'longer-slices',
  apply: 'build',
  transform: (code, id) => (id.endsWith('/scheduler.production.js') ? { code: lengthenSlices(code), map: null } : undefined),
})
