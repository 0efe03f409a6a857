import { type AnyRoute, createRootRoute, createRoute, createRouter, redirect, type RouteComponent } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { PageShell } from '../features/page/PageShell.tsx'
import { getOwner } from '../store/identity/useOwner.ts'
import { consoleScreens } from './routes/consoleScreens.ts'
import { queryAsText, readSearch } from './routes/readSearch.ts'
import { Home, loginPage } from './routes/Home.tsx'
import { withTexts } from './i18n.ts'
import { Layout } from './Layout.tsx'
import { NotFound } from './NotFound.tsx'
import { rootScreen } from './rootScreen.ts'

const root = createRootRoute({ component: Layout, notFoundComponent: NotFound })

/** The route of a screen: its parameters and its query have types (`useParams`, `useSearch`). */
const route = <Parent extends AnyRoute, const Path extends string>(parent: Parent, path: Path, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    component,
    validateSearch: (readSearch as Readonly<Record<string, unknown>>)[path] as Path extends keyof typeof readSearch
      ? (typeof readSearch)[Path]
      : undefined,
  })

const screen = <const Path extends string>(path: Path, component: RouteComponent) => route(root, path, component)

const parts = new WeakMap<RouteComponent, () => Promise<unknown>>()

/** Returns a screen that is loaded from a separate file, together with its texts. */
function later(load: () => Promise<RouteComponent>, catalogues?: string[]): RouteComponent {
  let loaded: RouteComponent | undefined
  const fetchPart = async () => {
    try {
      loaded = await withTexts(load, catalogues)
      return { default: loaded }
    } catch (error) {
      // A failed import stays failed, so that the next visit needs a new one.
      Later = lazy(fetchPart)
      throw error
    }
  }
  let Later = lazy(fetchPart)
  function Part() {
    // A loaded screen is drawn in one pass, and a drawn screen stays the same component.
    const [Drawn] = useState(() => loaded ?? Later)
    return <Drawn />
  }
  parts.set(Part, fetchPart)
  return Part
}

const Trial = later(() => import('./routes/Trial.tsx').then((module) => module.Trial))
const Studio = later(() => import('./routes/Studio.tsx').then((module) => module.Studio))

const Mobile = later(() => import('./routes/Login.tsx').then((module) => module.LoginWithMobile), ['sign-in'])

/** The frame of the console, around all addresses that are not listed elsewhere. */
const framed = createRoute({
  getParentRoute: () => root,
  id: 'console',
  component: later(() => import('./routes/Console.tsx').then((module) => module.Console)),
})

type Listed = (typeof consoleScreens)[number]
type Alone = Extract<Listed, readonly [string, unknown, string]>[0]

type Routes<Parent extends AnyRoute, Path extends string> = { readonly [path in Path]: ReturnType<typeof route<Parent, path>> }

/** The routes of the listed screens, by path. */
function listedRoutes<Parent extends AnyRoute, Path extends string>(parent: Parent, isFramed: boolean): Routes<Parent, Path> {
  const listed: readonly (readonly [string, () => Promise<RouteComponent>, ('alone' | 'sign-in')?])[] = consoleScreens
  return Object.fromEntries(
    listed
      .filter((entry) => (entry[2] === undefined) === isFramed)
      .map(([path, load, where]) => [path, route(parent, path, later(load, where === 'sign-in' ? [where] : undefined))]),
  ) as never
}

const ServerPage = () => <PageShell screen={rootScreen} />

/** All addresses of the app. The server describes the addresses under /frontend/ (rootScreen.ts). */
const routeTree = root.addChildren([
  ...Object.values(listedRoutes<typeof root, Alone>(root, false)),
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: Home,
    // No one is signed in: redirect to the sign-in page before anything is drawn.
    beforeLoad: () => {
      if (!getOwner().startsWith('u:')) throw redirect({ to: loginPage(), replace: true })
    },
  }),
  screen('/sign-in', Mobile),
  // The product's own name leads to the mobile login (decision OQ-160).
  screen('/muster', Mobile),
  screen('/frontend/$', ServerPage),
  screen(
    '/outbox',
    later(() => import('../features/outbox/OutboxScreen.tsx').then((module) => module.OutboxScreen)),
  ),
  screen(
    '/sent',
    later(() => import('../features/sent/SentScreen.tsx').then((module) => module.SentScreen)),
  ),
  screen(
    '/sent/forms/$form/$record',
    later(() => import('../features/sent/SentRecordScreen.tsx').then((module) => module.SentRecordScreen)),
  ),
  screen(
    '/ready',
    later(() => import('../features/ready/ReadyScreen.tsx').then((module) => module.ReadyScreen)),
  ),
  screen(
    '/accessibility',
    later(() => import('../features/help/AccessibilityScreen.tsx').then((module) => module.AccessibilityScreen)),
  ),
  screen(
    '/install',
    later(() => import('../features/help/install/InstallScreen.tsx').then((module) => module.InstallScreen)),
  ),
  screen(
    '/drafts',
    later(() => import('../features/forms/drafts/DraftsScreen.tsx').then((module) => module.DraftsScreen)),
  ),
  screen(
    '/share',
    later(() => import('../features/share/ShareScreen.tsx').then((module) => module.ShareScreen)),
  ),
  screen(
    '/texts',
    later(() => import('../features/text-messages/TextMessagesScreen.tsx').then((module) => module.TextMessagesScreen)),
  ),
  framed.addChildren(listedRoutes<typeof framed, Exclude<Listed[0], Alone>>(framed, true)),
  screen('/playground', Studio),
  screen('/playground/gallery', Studio),
  screen('/playground/preview', Studio),
  screen(
    '/guide',
    later(() => import('../features/studio/guide/GuideScreen.tsx').then((module) => module.GuideScreen)),
  ),
  screen('/trial/$token', Trial),
  screen('/studio', Studio),
  screen('/studio/$form', Studio),
])

export const router = createRouter({
  ...queryAsText,
  routeTree,
  // A page that is drawn before the app stays where the person has scrolled it.
  scrollRestoration: () => !document.querySelector('#drawn'),
  defaultPendingMs: 0,
})

/**
 * A slow connection has this long to load the first screen; after it the frame is drawn without the screen,
 * ms.
 */
const partLimit = 2000

/** Finds the screen of the address and loads its file, so that the first render is complete. */
export async function loadFirstScreen(): Promise<void> {
  await router.load()
  const components = router.state.matches.map(({ routeId }) => router.routesById[routeId]?.options.component)
  // An error here occurs again when the screen is drawn, and is shown there.
  const all = Promise.all(components.map(async (component) => component && (await parts.get(component)?.()))).catch(() => undefined)
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, partLimit))])
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
