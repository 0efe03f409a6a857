import { createRootRoute, createRoute, createRouter, type RouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'
import { PageShell } from '../features/page/PageShell.tsx'
import { consoleScreens } from './consoleScreens.ts'
import { Home } from './Home.tsx'
import { withTexts } from './i18n.ts'
import { Layout } from './Layout.tsx'
import { NotFound } from './NotFound.tsx'
import { rootScreen } from './rootScreens.ts'

const root = createRootRoute({ component: Layout, notFoundComponent: NotFound })

const screen = (path: string, component: RouteComponent) => createRoute({ getParentRoute: () => root, path, component })

const Studio = lazy(() => withTexts(() => import('./Studio.tsx')).then((module) => ({ default: module.Studio })))

const later = (load: () => Promise<RouteComponent>) => lazy(() => withTexts(load).then((component) => ({ default: component })))

const Mobile = later(() => import('./Gate.tsx').then((module) => module.LoginWithMobile))

/** The frame of the console, around whatever is not named elsewhere. */
const framed = createRoute({
  getParentRoute: () => root,
  id: 'console',
  component: later(() => import('./Console.tsx').then((module) => module.Console)),
})

const ServerPage = () => <PageShell screen={rootScreen} />

/** Every address of the app. Addresses under /frontend/ are described by the server (rootScreens.ts). */
const routeTree = root.addChildren([
  screen('/', Home),
  screen('/sign-in', Mobile),
  // The product's own name leads to the mobile login (decision OQ-160).
  screen('/muster', Mobile),
  screen('/frontend/$', ServerPage),
  screen(
    '/outbox',
    lazy(() => withTexts(() => import('../features/outbox/OutboxScreen.tsx')).then((module) => ({ default: module.OutboxScreen }))),
  ),
  screen(
    '/ready',
    lazy(() => withTexts(() => import('../features/ready/ReadyScreen.tsx')).then((module) => ({ default: module.ReadyScreen }))),
  ),
  screen(
    '/drafts',
    lazy(() => withTexts(() => import('../features/forms/drafts/DraftsScreen.tsx')).then((module) => ({ default: module.DraftsScreen }))),
  ),
  screen(
    '/texts',
    lazy(() =>
      withTexts(() => import('../features/text-messages/TextMessagesScreen.tsx')).then((module) => ({
        default: module.TextMessagesScreen,
      })),
    ),
  ),
  ...consoleScreens.filter(([, , where]) => where === 'alone').map(([path, load]) => screen(path, later(load))),
  framed.addChildren(
    consoleScreens
      .filter(([, , where]) => where !== 'alone')
      .map(([path, load]) => createRoute({ getParentRoute: () => framed, path, component: later(load) })),
  ),
  ...['/playground', '/playground/gallery', '/playground/preview', '/studio', '/studio/$form'].map((path) => screen(path, Studio)),
])

export const router = createRouter({ routeTree, scrollRestoration: true, defaultPendingMs: 0 })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
