import { createMemoryHistory, createRootRoute, createRouter, Outlet, type RouteComponent, RouterProvider } from '@tanstack/react-router'
import { setFetcher, type RefreshResult } from '../../src/store/db/emitStoreEvent.ts'
import { getStore } from '../../src/store/db/store.ts'
import { Dialogs } from '../../src/ui/overlays/confirmDialog.tsx'
import { dismissToasts, Toasts } from '../../src/ui/feedback/toast.tsx'
import { forgetDevice, freshDevice } from './device.tsx'
import { type DrawnPage, drawPage } from './page.tsx'
import { screenRoutes } from './screenRoutes.tsx'

export const uid = 'ana'

/** The server's data of Ana: the defaults, changed by `change`. */
export const ana = <Change extends object>(change: Change) => ({
  uid,
  id: uid,
  name: 'Ana',
  path: `people/${uid}`,
  isAdmin: false,
  isBeta: false,
  tasks: `/frontend/tasks/${uid}`,
  systems: [],
  model: { name: 'Ana', created_at: '2026-01-01T00:00:00Z' },
  ...change,
})

/** A new device with Ana logged in; `serverSays` sets the server's answers. */
export const openDevice = freshDevice

export function closeDevice(): void {
  dismissToasts()
  forgetDevice()
}

export interface Said {
  readonly data?: unknown
  /** The server is unreachable, busy, or refuses. */
  readonly trouble?: 'offline' | 'captive' | 'busy' | { readonly code: string; readonly message: string }
}

/** Sets the server's answers from now on, by address, or by address without query. Other addresses are never answered. */
export function serverSays(answers: Readonly<Record<string, Said>>): void {
  let version = 0
  const puller = async (url: string, owner: string): Promise<RefreshResult> => {
    const said = answers[url] ?? answers[url.split('?')[0] ?? '']
    if (!said) return new Promise(() => undefined)
    if (typeof said.trouble === 'string') return said.trouble
    const { db, now } = getStore()
    const row = { owner, url, v: 1, data: said.data, version: said.trouble ? 0 : (version += 1), fetchedAt: now() }
    await db.screens.put({ ...row, ...(typeof said.trouble === 'object' && { refused: said.trouble }) })
    return 'fresh'
  }
  setFetcher(puller as never)
}

export interface OpenScreen {
  readonly page: DrawnPage
  /** The current address. */
  at(): string
  go(address: string): Promise<void>
}

/** Opens an address of a small app with these screens, with dialogs and toasts. */
export async function openScreen(address: string, screens: Readonly<Record<string, RouteComponent>>): Promise<OpenScreen> {
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Dialogs />
        <Toasts />
      </>
    ),
    notFoundComponent: () => null,
  })
  const router = createRouter({
    routeTree: root.addChildren(screenRoutes(root, screens)),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  const page = await drawPage(<RouterProvider router={router as never} />)
  return {
    page,
    at: () => router.state.location.href,
    go: (next) => router.navigate({ href: next }),
  }
}

/** Waits for an entry of the open menu. */
export const menuItem = (page: DrawnPage, label: string): Promise<Element> =>
  page.until(() => [...document.querySelectorAll('[role=menuitem]')].find((each) => each.textContent?.trim() === label))

/** A button of the topmost dialog. */
export const dialogButton = (label: string): Element => {
  const found = [...document.querySelectorAll('dialog button')].filter((each) => each.textContent?.trim() === label).at(-1)
  if (!found) throw new Error(`no button ${label} in a dialog`)
  return found
}
