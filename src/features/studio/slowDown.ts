/** How many times longer an old phone takes for the same work. */
const factor = 6
const longest = 600
const acts = ['pointerdown', 'pointerup', 'click', 'keydown', 'input', 'change'] as const

/** Delays every reaction of this window as on a slow phone, until the returned function is called. */
export function slowDown(): () => void {
  let began: number | undefined
  const begin = () => {
    if (began !== undefined) return
    began = performance.now()
    // The next frame is drawn after the work; delay by a multiple of its duration.
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
