import type { BrowserContext, Page } from '@playwright/test'

/** The part of the app's router that a crawl uses (`self.__TSR_ROUTER__` of TanStack Router). */
interface Router {
  readonly routesById: Readonly<Record<string, { readonly fullPath: string; readonly children?: unknown }>>
  readonly state: {
    readonly status: string
    readonly matches: readonly { readonly fullPath: string }[]
    readonly location: { readonly href: string }
    readonly resolvedLocation?: { readonly href: string }
  }
  matchRoutes(pathname: string): readonly { readonly fullPath: string }[]
  navigate(to: { readonly href: string }): Promise<void>
}

/** Functions that run in the page. */
interface PageTools {
  /** The text of a control by which the ways of a crawl name it: without figures and dates, which change. */
  nameOf(part: Element): string
  /** The controls that can be pressed now: in the open menu or dialog, otherwise in the page. */
  controls(): HTMLElement[]
  /** The name of a control; ` #2` follows for the second one of this name. */
  pathName(part: HTMLElement, among: readonly HTMLElement[]): string
  /** `/teams/$id` for an address. */
  kindOf(href: string): string
  /** Links of the app that the page shows. */
  links(): HTMLAnchorElement[]
  /** The page of the address is drawn; the page before is gone. */
  isArrived(): boolean
  /** Something is still loading. */
  isLoading(): boolean
}

declare global {
  var __TSR_ROUTER__: Router
  var openRequests: number
  var pageTools: PageTools
}

/** Runs in each new page: counts the open requests of the app; the change stream is always open. */
function trackRequests() {
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
}

/** Runs in each new page: makes `pageTools`. */
function makeTools() {
  const layers = '[role=menu], dialog[open], [role=dialog], [role=alertdialog]'
  const pressable = 'a[href], button, [role=tab], [role=menuitem], input[type=radio]'
  const words = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?(?=[\s,]|$)/gi
  // A date right behind a title. What is due and done changes during the day, so it is no part of a name.
  const joined = /(?<=[a-z])(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?=\s\d)/g
  const standing = /(?:(?:Due today|Was due|Due) by|Due (?:today|this week)|\d+ (?:done today|waiting on this device)).*/
  const isShown = (part: Element) => part.checkVisibility() && !part.matches('[disabled], [aria-disabled=true]')
  const nameOf = (part: Element) => {
    const label = part instanceof HTMLInputElement ? part.labels?.[0]?.textContent : (part.getAttribute('aria-label') ?? part.textContent)
    return (label ?? '')
      .replace(standing, '')
      .replace(words, '…')
      .replace(joined, '…')
      .replace(/[\d:]+(?:\s?[AP]M)?/g, '…')
      .replace(/[|›`…\s]+/g, (gap) => (gap.includes('…') ? '…' : ' '))
      .trim()
      .slice(0, 60)
  }
  const kindOf = (href: string) => {
    const { pathname } = new URL(href, location.origin)
    const ofBot = /^\/frontend\/automation\/[^/]+\/([^/]+)/.exec(pathname)?.[1]
    if (ofBot !== undefined) return `/frontend/automation/$id/${ofBot}`
    const kind = /^\/frontend\/([^/]+)/.exec(pathname)?.[1]
    if (kind !== undefined) return `/frontend/${kind}`
    const route = __TSR_ROUTER__.matchRoutes(pathname).at(-1)?.fullPath ?? '/$'
    // A splat also matches the address before it, which has its own route.
    return route.endsWith('/$') && pathname === route.slice(0, -2) ? route.slice(0, -2) : route
  }
  globalThis.pageTools = {
    nameOf,
    kindOf,
    controls: () => {
      const top = [...document.querySelectorAll(layers)].filter(isShown).at(-1) ?? document.body
      return [...top.querySelectorAll<HTMLElement>(pressable)].filter(isShown)
    },
    pathName: (part, among) => {
      const name = nameOf(part)
      const at = among.filter((one) => nameOf(one) === name).indexOf(part)
      return at > 0 ? `${name} #${at + 1}` : name
    },
    links: () =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
        ({ origin, pathname, download }) =>
          origin === location.origin && download === '' && !/^\/(?:api|auth|oauth|schema|rescue|icons)(?:\/|$)/.test(pathname),
      ),
    isArrived: () =>
      __TSR_ROUTER__.state.status === 'idle' && __TSR_ROUTER__.state.resolvedLocation?.href === __TSR_ROUTER__.state.location.href,
    isLoading: () =>
      __TSR_ROUTER__.state.status !== 'idle' ||
      globalThis.openRequests > 0 ||
      document.querySelector('[data-skeleton]') !== null ||
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].some(
        ({ href }) => performance.getEntriesByName(href).length === 0,
      ),
  }
}

/** Gives every page of the context the functions of a crawl. */
export async function addPageTools(context: BrowserContext): Promise<void> {
  await context.addInitScript(trackRequests)
  await context.addInitScript(makeTools)
}

/** All routes of the app, as its own router lists them; waits until it has one. */
export async function routesOf(page: Page): Promise<string[]> {
  await page.waitForFunction(() => '__TSR_ROUTER__' in globalThis)
  return await page.evaluate(() => [
    ...new Set(
      Object.entries(__TSR_ROUTER__.routesById)
        .filter(([id, { children }]) => id !== '__root__' && children === undefined)
        .map(([, { fullPath }]) => fullPath),
    ),
  ])
}
