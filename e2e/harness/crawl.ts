import type { Page, Request } from '@playwright/test'

/** How a crawl reached an address. */
export interface Way {
  readonly href: string
  /** The names of the controls that lead there from the start page. */
  readonly path: readonly string[]
}

export interface Crawled {
  /** By route of the router (`/teams/$id`), or by kind of a page that the server describes (`/frontend/forms`). */
  readonly reached: ReadonlyMap<string, Way>
}

interface Link {
  readonly href: string
  readonly kind: string
  readonly name: string
}

/** A page that the crawl knows of. */
interface Found extends Way {
  readonly kind: string
  isRead: boolean
  /** Pressed controls by kind. */
  readonly pressed: Map<string, number>
}

/**
 * Runs in the page: resolves when nothing is loading, after 4 s at the latest, or when the address is not `from`
 * any more. Returns the address.
 */
async function settle(from?: string) {
  const end = Date.now() + 4000
  const changes = new MutationObserver(() => undefined)
  changes.observe(document.documentElement, { childList: true, subtree: true })
  // The parts of a dialog load after it opens.
  const enough = () => (document.querySelector('dialog[open], [role=dialog]') ? 30 : 7)
  for (let quiet = 0; quiet < enough() && Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 15))
    if (from !== undefined && from !== location.pathname + location.search) break
    quiet = changes.takeRecords().length > 0 || pageTools.isLoading() ? 0 : quiet + 1
  }
  changes.disconnect()
  return location.pathname + location.search
}

const linksIn = (page: Page): Promise<Link[]> =>
  page.evaluate(() => {
    const among = pageTools.controls()
    return pageTools.links().flatMap((link) => {
      const href = link.pathname + link.search
      return among.includes(link) ? [{ href, kind: pageTools.kindOf(href), name: pageTools.pathName(link, among) }] : []
    })
  })

interface Control {
  readonly name: string
  readonly label: string
  /** "View: A" and "View: B" are of one kind. */
  readonly kind: string
  readonly isItem: boolean
  /** Part of the frame around all pages. */
  readonly isFrame: boolean
  /** A control of a row, a tab, or a button that opens a menu or dialog. */
  readonly isLikely: boolean
  /** A control of a row or a menu: the same name leads elsewhere on another page. */
  readonly isRow: boolean
  /** What it shows stays while other controls are pressed. */
  readonly isLasting: boolean
}

/**
 * Marks the controls that a crawl may press: tabs, menus, choices, and buttons that send no form and sort no column.
 * The index in the answer is `data-crawl`.
 */
const controlsIn = (page: Page): Promise<Control[]> =>
  page.evaluate(() => {
    for (const marked of document.querySelectorAll('[data-crawl]')) marked.removeAttribute('data-crawl')
    const among = pageTools.controls()
    const layer = among[0]?.closest('[role=menu], dialog[open], [role=dialog], [role=alertdialog]')
    const found: Control[] = []
    for (const part of among) {
      if (part.matches('a, [type=submit], th *, [aria-pressed]')) continue
      const label = (part instanceof HTMLInputElement ? '' : (part.getAttribute('aria-label') ?? part.textContent ?? ''))
        .trim()
        .slice(0, 80)
      part.setAttribute('data-crawl', String(found.length))
      found.push({
        name: pageTools.pathName(part, among),
        label,
        kind: `${layer?.getAttribute('role') ?? ''} ${part instanceof HTMLInputElement ? `choice of ${part.name}` : (label.split(':')[0] ?? '')}`,
        isItem: part.getAttribute('role') === 'menuitem',
        isFrame: !layer && part.closest('main') === null,
        isRow: part.matches('tr *, li *, [role=menuitem]'),
        isLikely: layer !== undefined || part.matches('tr *, li *, [role=tab], [aria-haspopup]'),
        isLasting: part.matches('[role=tab], input, [aria-expanded]:not([aria-haspopup])'),
      })
    }
    return found
  })

export interface CrawlOptions {
  /** The crawl ends when all of these are reached. */
  readonly wanted: ReadonlySet<string>
  /** The crawl ends at this time, ms. */
  readonly until: number
}

/** Controls that end the session, change what the crawl sees, or only change how it looks. */
const avoided =
  /log ?out|sign ?out|delete|discard|stop|archive|approve|acknowledge|decline|disable|revoke|dismiss|hide|skip|theme|sun|print|close|cancel|columns|favourite|help|csv|camera|protect|import$|switch|undo|reject|write|find anything|^project:|change team|change owner|complete/i

/** Pages whose controls fill in a form, run the gate, or use the camera: only their links lead on. */
const isQuiet = (kind: string) => /^\/(?:frontend\/(?:forms|chat)|gate\/\$gate|scan|ready|devices\/register)?$/.test(kind)

/** Pages of one route that the crawl visits: bots have other pages by class. */
const samplesOf = (kind: string) => (/^\/automation\/\$id$/.test(kind) ? 12 : 1)

/** What was pressed on the shown page and still matters: openers of the open layers, and tabs. */
class Presses {
  private stack: { readonly depth: number; readonly name: string; readonly isLasting: boolean }[] = []
  /** `depth`: the number of open menus and dialogs before the press. */
  add(depth: number, { name, isLasting }: Control) {
    this.stack = this.stack.filter((one) => one.depth < depth || (one.depth === depth && one.isLasting && one.name !== name))
    this.stack.push({ depth, name, isLasting })
  }
  clear() {
    this.stack = []
  }
  /** The names that lead to what `depth` layers show. */
  names(depth: number) {
    return this.stack.filter((one) => one.depth < depth || one.isLasting || one === this.stack.at(-1)).map(({ name }) => name)
  }
}

/**
 * Finds ways through the app from the shown page by links, menus, tabs and buttons alone. It visits one page of each
 * route for its links, then presses the controls of these pages, then does the same with further pages of known
 * routes. The caller blocks the network's writes.
 */
export async function crawl(page: Page, { wanted, until }: CrawlOptions): Promise<Crawled> {
  const reached = new Map<string, Way>()
  const found: Found[] = []
  const known = new Set<string>()
  /** Controls of the frame around the pages that were pressed. */
  const frame = new Set<string>()
  /** Presses of each kind of control that led nowhere. */
  const useless = new Map<string, number>()
  /** Controls of each kind that are worth a press, by the page that the first one led to. */
  const leadsTo = new Map<string, number>()
  const presses = new Presses()
  const here = () => page.evaluate(() => location.pathname + location.search)
  const isDone = () => Date.now() > until || [...wanted].every((one) => reached.has(one))

  const parts = new Set<Request>()
  page.on('request', (request) => void (request.resourceType() === 'script' && parts.add(request)))
  page.on('requestfinished', (request) => void parts.delete(request))
  page.on('requestfailed', (request) => void parts.delete(request))
  const settled = async (from?: string) => {
    for (;;) {
      const shown = await page.evaluate(settle, from)
      if (parts.size === 0 || shown !== (from ?? shown)) return shown
    }
  }
  const layers = page.locator('[role=menu], dialog[open], [role=dialog], [role=alertdialog]')
  const note = (path: readonly string[], { href, kind }: { readonly href: string; readonly kind: string }) => {
    if (known.has(href)) return
    known.add(href)
    const way = { href, path }
    if (!reached.has(kind)) reached.set(kind, way)
    if (found.filter((one) => one.kind === kind).length < samplesOf(kind)) found.push({ ...way, kind, isRead: false, pressed: new Map() })
  }
  const noteLinks = async (path: readonly string[]) => {
    for (const link of await linksIn(page)) note([...path, link.name], link)
  }
  const noteHere = async (path: readonly string[]) => {
    const href = await here()
    note(path, { href, kind: await page.evaluate((at) => pageTools.kindOf(at), href) })
  }
  const visit = async (href: string) => {
    presses.clear()
    if ((await here()) !== href) {
      const title = await page.evaluate((to) => {
        void __TSR_ROUTER__.navigate({ href: to })
        return document.querySelector('h1')?.textContent
      }, href)
      // The page before stays until the new one is loaded. Few pages have the title of the page before.
      await page
        .waitForFunction((old) => document.querySelector('h1')?.textContent !== old, title, { timeout: 1500 })
        .catch(() => undefined)
    }
    await settled()
  }
  const read = async (one: Found) => {
    one.isRead = true
    await visit(one.href)
    await noteHere(one.path)
    await noteLinks(one.path)
  }
  /** Reads the links of pages of each route until there are enough samples. */
  const readLinks = async () => {
    for (;;) {
      const next = found.find(
        (one) => !one.isRead && found.filter(({ kind, isRead }) => isRead && kind === one.kind).length < samplesOf(one.kind),
      )
      if (!next || isDone()) return
      await read(next)
    }
  }
  const isLeft = (one: Found, done: ReadonlySet<string>) => (control: Control) =>
    control.isLikely &&
    !done.has(`${control.kind}|${control.name}`) &&
    !avoided.test(control.label) &&
    !(control.isFrame && frame.has(control.kind)) &&
    (control.isRow || (useless.get(control.kind) ?? 0) < 2) &&
    (one.pressed.get(control.kind) ?? 0) < (leadsTo.get(control.kind) ?? 1)
  /** Presses controls of each kind. Controls that a press reveals are part of it. */
  const pressControls = async (one: Found) => {
    await visit(one.href)
    const done = new Set<string>()
    let opener: Control | undefined
    for (let count = 0; count < 40 && !isDone(); count++) {
      const depth = await layers.count()
      if (depth > 0) {
        await settled()
        await noteLinks([...one.path, ...presses.names(depth)])
      }
      const controls = await controlsIn(page)
      const left = controls.filter(isLeft(one, done))
      const [control] = left
      if (!control) {
        if (!(await closeTop(one))) break
        continue
      }
      const id = `${control.kind}|${control.name}`
      done.add(id)
      if (control.isFrame) frame.add(control.kind)
      one.pressed.set(control.kind, (one.pressed.get(control.kind) ?? 0) + 1)
      // A menu closes with each item: press its button again for the next one.
      if (!control.isItem) opener = control
      else if (opener && left.length > 1) {
        done.delete(`${opener.kind}|${opener.name}`)
        one.pressed.set(opener.kind, (one.pressed.get(opener.kind) ?? 1) - 1)
        if (opener.isFrame) frame.delete(opener.kind)
      }
      const before = known.size
      presses.add(depth, control)
      await page.locator(`[data-crawl="${controls.indexOf(control)}"]`).evaluate((part: HTMLElement) => part.click())
      const shown = await settled(one.href)
      const path = [...one.path, ...presses.names(depth + 1)]
      await noteHere(path)
      if (shown === one.href) await noteLinks(path)
      if (known.size === before && (await page.locator('[role=menu]').count()) === 0)
        useless.set(control.kind, (useless.get(control.kind) ?? 0) + 1)
      if (shown !== one.href) {
        leadsTo.set(control.kind, samplesOf(await page.evaluate((at) => pageTools.kindOf(at), shown)))
        await visit(one.href)
      }
    }
    while (await closeTop(one)) if (isDone()) break
  }
  /** Closes the open menu or dialog; false if there is none. */
  const closeTop = async (one: Found) => {
    const count = await layers.count()
    if (count === 0) return false
    await page.keyboard.press('Escape')
    await settled()
    if ((await layers.count()) >= count) {
      // It asks for an answer: leave the page, and come back.
      await visit('/support')
      await visit(one.href)
      return (await layers.count()) > 0
    }
    return true
  }

  await settled()
  await noteHere([])
  await readLinks()
  const pressed = new Set<string>()
  // The start page first, then the pages that were found last: the deeper a page, the fewer links lead on.
  for (let one = found[0]; one && !isDone(); one = found.findLast(({ kind }) => !isQuiet(kind) && !pressed.has(kind))) {
    pressed.add(one.kind)
    await pressControls(one)
    await readLinks()
  }
  // A second look at pages that were slow to load their parts.
  for (const one of [...found]) if (one.isRead && !isDone()) await read(one)
  return { reached }
}
