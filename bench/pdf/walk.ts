// The common interface of both viewers: the scroll box, the position of a page, and whether it is drawn.
export interface Walked {
  readonly box: () => HTMLElement
  readonly sheet: (page: number) => HTMLElement | null
  readonly drawn: (page: number) => boolean
  readonly pages: number
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Resolves when `is` is true and the next frame has been painted. Rejects after a minute. */
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

/** Visits all pages, each when the previous one is drawn. Returns ms. */
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

/** Collects the ms from each key (browser timestamp) until the letter is painted. */
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
