import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { act, type DrawnPage, drawPage } from '../../tests/harness/page.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Markdown } from '../ui/data/Markdown.tsx'
import { AnchorProvider, SiteLink } from '../ui/controls/SiteLink.tsx'
import { AppLink, appHref } from './AppLink.tsx'

const here = 'https://muster.example/frontend/forms/quick?lang=es'

describe('an address of the app', () => {
  it.each([
    ['/outbox', '/outbox'],
    ['/team/tower/log?day=2026-01-31#notes', '/team/tower/log?day=2026-01-31#notes'],
    ['https://muster.example/ready', '/ready'],
    ['#notes', '/frontend/forms/quick?lang=es#notes'],
    ['?lang=pt', '/frontend/forms/quick?lang=pt'],
    ['/apiary', '/apiary'],
  ])('%s opens in the app', (address, inApp) => {
    expect(appHref(address, here)).toBe(inApp)
  })

  it.each([
    '/api/automation/a/export.csv',
    '/auth/login',
    '/rescue',
    '/rescue?from=app',
    '/healthz',
    'https://other.example/outbox',
    'http://muster.example/outbox',
    'blob:https://muster.example/5d1e',
    'mailto:ana@muster.example',
    'tel:+12025550140',
    undefined,
  ])('%s does not', (address) => {
    expect(appHref(address, here)).toBe(undefined)
  })
})

describe('a link of a screen', () => {
  let page: DrawnPage | undefined
  afterEach(() => page?.remove())

  const outside = `https://other.example/`
  async function open() {
    vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    const links = (
      <>
        <LinkButton href="/ready?day=2026-01-31#top">Ready</LinkButton>
        <Markdown text="Read [the list](/drafts) first, or [in Portuguese](?lang=pt)." />
        <SiteLink href="/api/list.csv">List</SiteLink>
        <SiteLink href={outside}>Outside</SiteLink>
        <SiteLink href="/outbox" target="_blank">
          Window
        </SiteLink>
        <SiteLink href="/outbox" download="">
          File
        </SiteLink>
        <SiteLink href="/outbox" onClick={(event) => event.preventDefault()}>
          Handled
        </SiteLink>
        <SiteLink href="javascript:alert(1)">Script</SiteLink>
        <Outlet />
      </>
    )
    const root = createRootRoute({ component: () => links })
    const router = createRouter({
      routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '$' })]),
      history: createMemoryHistory({ initialEntries: ['/start'] }),
    })
    page = await drawPage(
      <AnchorProvider value={AppLink}>
        <RouterProvider router={router as never} />
      </AnchorProvider>,
    )
    return router
  }
  const link = (text: string) => {
    const found = [...document.querySelectorAll('a')].find((each) => each.textContent.trim() === text)
    if (!found) throw new Error(`no link ${text}`)
    return found
  }
  /** Clicks, and returns true if the browser would follow the link. jsdom cannot. */
  async function click(text: string, how: MouseEventInit = {}): Promise<boolean> {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...how })
    let follows = false
    const stop = (last: Event) => {
      follows = !last.defaultPrevented
      last.preventDefault()
    }
    addEventListener('click', stop, { once: true })
    await act(() => void link(text).dispatchEvent(event))
    return follows
  }

  it('opens in the app, with its query and its fragment, and Back returns', async () => {
    const router = await open()
    expect(await click('Ready')).toBe(false)
    await vi.waitFor(() => expect(router.state.location.href).toBe('/ready?day=2026-01-31#top'))
    await page?.until(() => document.querySelector('a[href="/drafts"]'))
    expect(await click('the list')).toBe(false)
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/drafts'))
    await act(() => router.history.back())
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/ready'))
  })

  it('is the browser’s with a modifier key, another button, a target, a download, and for other addresses', async () => {
    const router = await open()
    for (const how of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])
      expect([how, await click('Ready', how)]).toEqual([how, true])
    for (const text of ['List', 'Outside', 'Window', 'File']) expect([text, await click(text)]).toEqual([text, true])
    expect(router.state.location.href).toBe('/start')
    expect(link('Script').getAttribute('href')).toBe(null)
  })

  it('keeps a query without a path on the page that is shown', async () => {
    const router = await open()
    await page?.until(() => document.querySelector('a[href="/start?lang=pt"]'))
    await click('Ready')
    await vi.waitFor(() => expect(link('in Portuguese').getAttribute('href')).toBe('/ready?lang=pt'))
    expect(await click('in Portuguese')).toBe(false)
    await vi.waitFor(() => expect(router.state.location.href).toBe('/ready?lang=pt'))
  })

  it('does nothing when the screen has handled the click', async () => {
    const router = await open()
    expect(await click('Handled')).toBe(false)
    expect(router.state.location.href).toBe('/start')
  })
})
