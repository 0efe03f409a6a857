import { createMemoryHistory, createRootRoute, createRouter, type RouteComponent, RouterProvider } from '@tanstack/react-router'
import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { vi } from 'vitest'
import { MusterDb, type Owner, SpillDb } from '../../src/store/db/MusterDb.ts'
import { setFetcher } from '../../src/store/db/emitStoreEvent.ts'
import { forgetOwner } from '../../src/store/identity/getOwner.ts'
import { setOwner } from '../../src/store/identity/useOwner.ts'
import { getStore, openStore, setStore } from '../../src/store/db/store.ts'
import { Dialogs } from '../../src/ui/overlays/confirmDialog.tsx'
import { act, type DrawnPage, drawPage } from './page.tsx'
import { screenRoutes } from './screenRoutes.tsx'

/** Ana, the user of the device in these tests. */
export const ana: Owner = 'u:ana'

/** An unused device with Ana logged in. jsdom has no layout, and logs that on every page. */
export async function freshDevice(): Promise<void> {
  localStorage.clear()
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  setStore(openStore({ db: new MusterDb(options), spill: new SpillDb(options) }))
  await setOwner(ana)
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
}

/** Puts a server answer into the device's cache; a second call replaces it. */
export async function keep(url: string, data: unknown, more: object = {}): Promise<void> {
  const before = await getStore().db.screens.get([ana, url])
  const at = { version: (before?.version ?? 0) + 1, fetchedAt: Date.now(), usedAt: Date.now() }
  await act(async () => void (await getStore().db.screens.put({ owner: ana, url, data, ...at, ...more } as never)))
}

/**
 * Renders the screens by their addresses, starting at `address`, with dialogs; any other address shows
 * "Elsewhere".
 */
export async function drawAt(
  address: string,
  screens: Readonly<Record<string, RouteComponent>>,
): Promise<{
  readonly page: DrawnPage
  readonly router: { readonly state: { readonly location: { readonly href: string; readonly pathname: string } } }
}> {
  const root = createRootRoute()
  const router = createRouter({
    history: createMemoryHistory({ initialEntries: ['/before', address], initialIndex: 1 }),
    routeTree: root.addChildren(screenRoutes(root, { ...screens, $: () => <p>Elsewhere</p> })),
  })
  await router.load()
  const page = await drawPage(
    <>
      <RouterProvider router={router} />
      <Dialogs />
    </>,
  )
  return { page, router }
}

export function forgetDevice(): void {
  setFetcher(undefined)
  setStore(undefined)
  forgetOwner()
}

/** Ends a test: removes the rendered page and the device. */
export async function putDown(page: DrawnPage | undefined): Promise<void> {
  await page?.remove()
  forgetDevice()
}
