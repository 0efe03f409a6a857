import type { BrowserContext, Page, Request } from '@playwright/test'

/** An address of the app, and the page and control that led to it. */
export interface Way {
  readonly href: string
  readonly from: string
  readonly by: string
}

export interface Crawled {
  /** By route of the router (`/teams/$id`), or by kind of a page that the server describes (`/frontend/forms`). */
  readonly reached: ReadonlyMap<string, Way>
  /** Ways to an address that the app does not know, or that it refuses to this person. */
  readonly deadEnds: readonly Way[]
}

interface Link {
  readonly href: string
  readonly by: string
}

/** A page that the crawl knows of. */
interface Found {
  readonly href: string
  readonly kind: string
  isRead: boolean
  /** Pressed controls by kind. */
  readonly pressed: Map<string, number>
}

/** The part of the app's router that the crawl uses (`self.__TSR_ROUTER__` of TanStack Router). */
interface Router {
  readonly routesById: Readonly<Record<string, { readonly fullPath: string; readonly children?: unknown }>>
  readonly state: { readonly status: string; readonly matches: readonly { readonly fullPath: string }[] }
  matchRoutes(pathname: string): readonly { readonly fullPath: string }[]
  navigate(to: { readonly href: string }): Promise<void>
}
declare global {
  var __TSR_ROUTER__: Router
  var openRequests: number
}

/** All routes of the app, as its own router lists them. */
export const routesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...new Set(
      Object.entries(__TSR_ROUTER__.routesById)
        .filter(([id, { children }]) => id !== '__root__' && children === undefined)
        .map(([, { fullPath }]) => fullPath),
    ),
  ])

const serverPage = /^\/frontend\/([^/?#]+)/
/** An action with its own page under `/frontend/automation/{bot}/`. */
const botServerPage = /^\/frontend\/automation\/[^/]+\/([^/?#]+)/

/** Runs in the page: the routes of these addresses. */
const routesFor = (page: Page, hrefs: readonly string[]): Promise<string[]> =>
  page.evaluate(
    (all) => all.map((href) => __TSR_ROUTER__.matchRoutes(new URL(href, location.origin).pathname).at(-1)?.fullPath ?? '/$'),
    hrefs,
  )

/** `/frontend/forms/hazard` is a page of the kind `/frontend/forms`. */
const kindOf = (href: string, route: string): string => {
  const ofBot = botServerPage.exec(href)?.[1]
  if (ofBot !== undefined) return `/frontend/automation/$id/${ofBot}`
  // A splat also matches the address before it, which has its own route.
  if (route.endsWith('/$') && href.split('?')[0] === route.slice(0, -2)) return route.slice(0, -2)
  const kind = serverPage.exec(href)?.[1]
  return kind === undefined ? route : `/frontend/${kind}`
}

/** Counts the open requests of the app in `openRequests`; the change stream is always open. */
export const trackRequests = (context: BrowserContext) =>
  context.addInitScript(() => {
    const original = globalThis.fetch
    globalThis.openRequests = 0
    performance.setResourceTimingBufferSize(10_000)
    globalThis.fetch = async (...asked) => {
      const isStream = String(asked[0] instanceof Request ? asked[0].url : asked[0]).includes('/api/changes')
      globalThis.openRequests += isStream ? 0 : 1
      try {
        return await original(...asked)
      } finally {
        globalThis.openRequests -= isStream ? 0 : 1
      }
    }
  })

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
    if (changes.takeRecords().length > 0) quiet = 0
    const loads = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].some(
      ({ href }) => performance.getEntriesByName(href).length === 0,
    )
    const isIdle =
      !loads && __TSR_ROUTER__.state.status === 'idle' && globalThis.openRequests === 0 && !document.querySelector('[data-skeleton]')
    quiet = isIdle ? quiet + 1 : 0
  }
  changes.disconnect()
  return location.pathname + location.search
}

/** Links of the app that the page shows. */
const linksIn = (page: Page): Promise<Link[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter(
        ({ origin, pathname, download }) =>
          origin === location.origin && download === '' && !/^\/(?:api|auth|oauth|schema|rescue|icons)(?:\/|$)/.test(pathname),
      )
      .map((link) => ({
        href: link.pathname + link.search,
        by: (link.getAttribute('aria-label') ?? link.textContent ?? '').trim().slice(0, 60),
      })),
  )

interface Control {
  readonly name: string
  /** "View: A" and "View: B" are of one kind. */
  readonly kind: string
  readonly isItem: boolean
  /** Part of the frame around all pages. */
  readonly isFrame: boolean
  /** A control of a row, a tab, or a button that opens a menu or dialog. */
  readonly isLikely: boolean
  /** A control of a row or a menu: the same name leads elsewhere on another page. */
  readonly isRow: boolean
}

/**
 * Marks the controls that a crawl may press, in the menu or dialog that is open, else in the page: tabs, menus,
 * choices, and buttons that send no form and sort no column. The index in the answer is `data-crawl`.
 */
const controlsIn = (page: Page): Promise<Control[]> =>
  page.evaluate(() => {
    for (const marked of document.querySelectorAll('[data-crawl]')) marked.removeAttribute('data-crawl')
    const top =
      document.querySelector('[role=menu]') ?? document.querySelector('dialog[open], [role=dialog], [role=alertdialog]') ?? document.body
    const found: Control[] = []
    for (const part of top.querySelectorAll<HTMLElement>('button, [role=tab], [role=menuitem], input[type=radio]')) {
      if (!part.checkVisibility() || part.matches('[disabled], [aria-disabled=true], [type=submit], th *, [aria-pressed]')) continue
      const label =
        part instanceof HTMLInputElement ? `choice of ${part.name}` : (part.getAttribute('aria-label') ?? part.textContent ?? '')
      const name = label.trim().slice(0, 80)
      part.setAttribute('data-crawl', String(found.length))
      found.push({
        name,
        kind: `${top.getAttribute('role') ?? ''} ${name.split(':')[0] ?? ''}`,
        isItem: part.getAttribute('role') === 'menuitem',
        isFrame: top === document.body && part.closest('main') === null,
        isRow: part.matches('tr *, li *, [role=menuitem]'),
        isLikely: top !== document.body || part.matches('tr *, li *, [role=tab], [aria-haspopup]'),
      })
    }
    return found
  })

export interface CrawlOptions {
  /** The crawl ends when all of these are reached. */
  readonly wanted: ReadonlySet<string>
  /** The crawl ends at this time, ms. */
  readonly until: number
  /** Presses no buttons. */
  readonly linksOnly?: boolean
}

/** Controls that end the session, change what the crawl sees, or only change how it looks. */
const avoided =
  /log ?out|delete|discard|stop|archive|approve|acknowledge|decline|disable|revoke|dismiss|hide|skip|theme|sun|print|close|cancel|columns|favourite|help|csv|camera|protect|import$|switch|undo|reject|write|find anything|^project:|change team|change owner|complete/i

/** Pages whose controls fill in a form, run the gate, or use the camera: only their links lead on. */
const isQuiet = (kind: string) => /^\/(?:frontend\/(?:forms|chat)|gate\/\$gate|scan|ready|devices\/register)?$/.test(kind)

/** Pages of one route that the crawl visits: bots have other pages by class. */
const samplesOf = (kind: string) => (/^\/automation\/\$id$/.test(kind) ? 12 : 1)

/**
 * Walks through the app from the shown page by links, menus, tabs and buttons alone. It visits one page of each
 * route for its links, then presses the controls of these pages, then does the same with further pages of known
 * routes. The caller blocks the network's writes.
 */
export async function crawl(page: Page, { wanted, until, linksOnly = false }: CrawlOptions): Promise<Crawled> {
  const reached = new Map<string, Way>()
  const deadEnds: Way[] = []
  const found: Found[] = []
  const known = new Set<string>()
  /** Controls of the frame around the pages that were pressed. */
  const frame = new Set<string>()
  /** Presses of each kind of control that led nowhere. */
  const useless = new Map<string, number>()
  /** Controls of each kind that are worth a press, by the page that the first one led to. */
  const leadsTo = new Map<string, number>()
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
  const note = async (from: string, links: readonly Link[]) => {
    const fresh = [...new Map(links.filter(({ href }) => !known.has(href)).map((link) => [link.href, link])).values()]
    if (fresh.length === 0) return
    const routes = await routesFor(
      page,
      fresh.map(({ href }) => href),
    )
    for (const [at, { href, by }] of fresh.entries()) {
      known.add(href)
      const kind = kindOf(href, routes[at] ?? '/$')
      const way = { href, from, by }
      if (kind === '/$') deadEnds.push(way)
      if (!reached.has(kind)) reached.set(kind, way)
      if (found.filter((one) => one.kind === kind).length < samplesOf(kind)) found.push({ href, kind, isRead: false, pressed: new Map() })
    }
  }
  const visit = async (href: string) => {
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
    await note(one.href, [{ href: await here(), by: 'redirect' }, ...(await linksIn(page))])
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
  /** Presses controls of each kind. Controls that a press reveals are part of it. */
  const pressControls = async (one: Found) => {
    await visit(one.href)
    const done = new Set<string>()
    let opener: Control | undefined
    for (let presses = 0; presses < 40 && !isDone(); presses++) {
      if ((await page.locator('dialog[open], [role=dialog]').count()) > 0) {
        await settled()
        await note(one.href, await linksIn(page))
      }
      const controls = await controlsIn(page)
      const isLeft = ({ name, kind, isFrame, isLikely, isRow }: Control) =>
        isLikely &&
        !done.has(`${kind}|${name}`) &&
        !avoided.test(name) &&
        !(isFrame && frame.has(kind)) &&
        (isRow || (useless.get(kind) ?? 0) < 2) &&
        (one.pressed.get(kind) ?? 0) < (leadsTo.get(kind) ?? 1)
      const left = controls.filter(isLeft)
      const [control] = left
      if (!control) {
        if (!(await closeTop())) break
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
      await page.locator(`[data-crawl="${controls.indexOf(control)}"]`).evaluate((part: HTMLElement) => part.click())
      const shown = await settled(one.href)
      await note(one.href, [
        { href: shown, by: control.name },
        ...(await linksIn(page)).map((link) => ({ ...link, by: `${control.name} → ${link.by}` })),
      ])
      if (known.size === before && (await page.locator('[role=menu]').count()) === 0)
        useless.set(control.kind, (useless.get(control.kind) ?? 0) + 1)
      if (shown !== one.href) {
        const [route = ''] = await routesFor(page, [shown])
        leadsTo.set(control.kind, samplesOf(kindOf(shown, route)))
        await visit(one.href)
      }
    }
    while (await closeTop()) if (isDone()) break
  }
  /** Closes the open menu or dialog; false if there is none. */
  const closeTop = async () => {
    const open = page.locator('[role=menu], dialog[open], [role=dialog], [role=alertdialog]')
    const count = await open.count()
    if (count === 0) return false
    await page.keyboard.press('Escape')
    await settled()
    if ((await open.count()) >= count) {
      // It asks for an answer: load the page again.
      await page.reload()
      await settled()
      return (await open.count()) > 0
    }
    return true
  }

  await settled()
  await note('', [{ href: await here(), by: 'start' }])
  await readLinks()
  const pressed = new Set<string>()
  // The start page first, then the pages that were found last: the deeper a page, the fewer links lead on.
  for (let one = found[0]; one && !isDone() && !linksOnly; one = found.findLast(({ kind }) => !isQuiet(kind) && !pressed.has(kind))) {
    pressed.add(one.kind)
    await pressControls(one)
    await readLinks()
  }
  // A second look at pages that were slow to load their parts.
  for (const one of [...found]) if (one.isRead && !isDone()) await read(one)
  return { reached, deadEnds }
}
