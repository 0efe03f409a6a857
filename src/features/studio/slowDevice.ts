/** How much longer a worn phone takes for the same work. */
const factor = 6
const longest = 600
const acts = ['pointerdown', 'pointerup', 'click', 'keydown', 'input', 'change'] as const

/** Makes every reaction of this window as late as on a slow phone, until the returned function is called. */
export function slowDown(): () => void {
  let began: number | undefined
  const begin = () => {
    if (began !== undefined) return
    began = performance.now()
    // The next frame is drawn once the work is done; what it took is added again.
    requestAnimationFrame(() => {
      const worked = performance.now() - (began ?? 0)
      const until = performance.now() + Math.min(worked * (factor - 1), longest)
      while (performance.now() < until);
      began = undefined
    })
  }
  for (const act of acts) addEventListener(act, begin, { capture: true, passive: true })
  return () => {
    for (const act of acts) removeEventListener(act, begin, { capture: true })
  }
}
