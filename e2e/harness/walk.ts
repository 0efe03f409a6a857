import type { Page } from '@playwright/test'

/** An address, and the names of the controls that lead there from the start page. */
export interface WayRow {
  readonly kind: string
  readonly path: readonly string[]
}

export interface Walked {
  /** What a walk reached, and where the others ended. */
  readonly reached: readonly WayRow[]
  readonly lost: readonly string[]
  /** Links to an address that the app does not know, with the page that shows them. */
  readonly deadEnds: readonly string[]
}

/** A person waits this long for what they pressed, ms, and then presses again. */
const patience = 20_000
const mostTries = 3

interface Press {
  readonly names: readonly string[]
  /** The kind of the address at the end. */
  readonly kind: string
  /** Only presses if the first control is part of the frame around all pages, else returns undefined. */
  readonly onlyFrame: boolean
  readonly patience: number
}

/**
 * Runs in the page: presses controls by their names, each as soon as it is there, and waits for the page at the end.
 * Returns its address, or what was not there.
 */
async function press({ names, kind, onlyFrame, patience: limit }: Press): Promise<{ href?: string; missing?: string } | undefined> {
  const until = Date.now() + limit
  const frame = () => new Promise((resolve) => setTimeout(resolve, 8))
  const named = (name: string) => {
    const among = pageTools.controls()
    return among.find((part) => pageTools.pathName(part, among) === name)
  }
  const waitFor = async <T>(look: () => T | undefined | false): Promise<T | undefined> => {
    for (;;) {
      const found = look()
      if (found !== undefined && found !== false) return found
      if (Date.now() > until) return undefined
      await frame()
    }
  }
  if (onlyFrame) {
    const first = named(names[0] ?? '')
    if (names.length !== 1 || !first || first.closest('main, [role=menu], dialog, [role=dialog]')) return undefined
  }
  for (const name of names) {
    const part = await waitFor(() => named(name))
    if (!part) return { missing: `${name} (at ${location.pathname})` }
    const before = location.pathname + location.search
    const goes = part instanceof HTMLAnchorElement && part.pathname + part.search !== before
    // What would open a tab of its own is opened here.
    if (goes && part.target === '_blank') void __TSR_ROUTER__.navigate({ href: part.pathname + part.search })
    else part.click()
    if (goes) await waitFor(() => location.pathname + location.search !== before && pageTools.isArrived())
  }
  const isShown = () =>
    pageTools.kindOf(location.pathname) === kind && pageTools.isArrived() && document.querySelector('h1, main, form') !== null
  if (!(await waitFor(isShown))) return { missing: `${kind} (ends at ${location.pathname})` }
  return { href: location.pathname + location.search }
}

/** Runs in the page: goes to an address that was already reached. What the page before shows must not be pressed. */
async function comeBack({ href, patience: limit }: { href: string; patience: number }) {
  const until = Date.now() + limit
  await __TSR_ROUTER__.navigate({ href })
  while (!pageTools.isArrived() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 8))
}

/** Closes menus and dialogs, and goes to an address that was already reached. */
async function startFrom(page: Page, href: string) {
  const layers = page.locator('[role=menu], dialog[open], [role=dialog], [role=alertdialog]')
  for (let open = await layers.count(); open > 0; open--) await page.keyboard.press('Escape')
  const isThere = await page.evaluate((at) => location.pathname + location.search === at && pageTools.isArrived(), href)
  if (!isThere || (await layers.count()) > 0) await page.evaluate(comeBack, { href, patience })
}

/** The row with the page from which this way continues: the one with the longest part of its path. */
const parentOf = (row: WayRow, rows: readonly WayRow[]): WayRow | undefined =>
  rows
    .filter(({ path }) => path.length < row.path.length && path.every((name, at) => name === row.path[at]))
    .sort((a, b) => b.path.length - a.path.length)[0]

/**
 * Walks every way from the start page that is shown, by pressing its controls. It never loads a page again. `onArrival` looks
 * at the page at the end of each way.
 */
export async function walk(page: Page, rows: readonly WayRow[], onArrival?: (row: WayRow) => Promise<void>): Promise<Walked> {
  const hrefs = new Map<WayRow, string>()
  const lost: string[] = []
  const deadEnds = new Set<string>()
  const sorted = [...rows].sort((a, b) => a.path.length - b.path.length)
  for (const row of sorted) {
    const parent = parentOf(row, sorted)
    const from = parent && hrefs.get(parent)
    if (parent && from === undefined) {
      lost.push(`${row.kind}: ${parent.kind} was not reached`)
      continue
    }
    const names = row.path.slice(parent?.path.length ?? 0)
    const at = { names, kind: row.kind, patience }
    // What is part of the frame around all pages is there on every page.
    let end = parent && (await page.evaluate(press, { ...at, onlyFrame: true }))
    // A list that is drawn again while its menu is open closes it: a person opens it again.
    for (let tries = 0; end?.href === undefined && tries < mostTries; tries++) {
      if (from !== undefined) await startFrom(page, from)
      end = await page.evaluate(press, { ...at, onlyFrame: false })
    }
    if (end?.href === undefined) lost.push(`${row.kind}: ${row.path.join(' › ')}: no ${end?.missing ?? 'page'}`)
    else {
      hrefs.set(row, end.href)
      await onArrival?.(row)
    }
    for (const dead of await page.evaluate(() =>
      pageTools
        .links()
        .filter((link) => pageTools.kindOf(link.href) === '/$')
        .map((link) => `${link.pathname} at ${location.pathname}`),
    ))
      deadEnds.add(dead)
  }
  return { reached: sorted.filter((row) => hrefs.has(row)), lost, deadEnds: [...deadEnds] }
}
