// What both viewers are asked, the same way: the scroll box, where a page stands, and whether it has been drawn.
export interface Walked {
  readonly box: () => HTMLElement
  readonly sheet: (page: number) => HTMLElement | null
  readonly drawn: (page: number) => boolean
  readonly pages: number
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Resolves once `is` holds and the frame that shows it has been painted. Rejects after a minute. */
export async function until(is: () => boolean): Promise<number> {
  const end = performance.now() + 60_000
  while (!is()) {
    if (performance.now() > end) throw new Error('it never came')
    await frame()
  }
  await frame()
  await new Promise((resolve) => setTimeout(resolve))
  return performance.now()
}

/** Goes through all pages, each as soon as the one before stands on the screen; ms. */
export async function walk({ box, sheet, drawn, pages }: Walked): Promise<number> {
  const from = performance.now()
  for (let page = 1; page <= pages; page++) {
    const target = sheet(page)
    if (!target) throw new Error(`no page ${page}`)
    const own = box()
    own.scrollTop += target.getBoundingClientRect().top - own.getBoundingClientRect().top
    await until(() => drawn(page))
  }
  return performance.now() - from
}

/** ms from a key, as the browser stamps it, until the letter stands on the screen. */
export function timeKeys(): number[] {
  const keys: number[] = []
  document.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      void frame().then(() => setTimeout(() => keys.push(performance.now() - timeStamp)))
    },
    true,
  )
  return keys
}
