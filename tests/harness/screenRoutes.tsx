import { type AnyRootRoute, type AnyRoute, createRoute, type RouteComponent } from '@tanstack/react-router'
import { consoleScreens } from '../../src/app/routes/consoleScreens.ts'
import { readSearch } from '../../src/app/routes/readSearch.ts'

const framed = new Set<string>(consoleScreens.filter((entry) => entry[2] === undefined).map(([path]) => path))

/** Routes of these screens by path, with the ids and the query of the app's own routes, for a small app of a test. */
export function screenRoutes(root: AnyRootRoute, screens: Readonly<Record<string, RouteComponent>>): AnyRoute[] {
  const console = createRoute({ getParentRoute: () => root, id: 'console' })
  const routes = (parent: AnyRoute, isFramed: boolean) =>
    Object.entries(screens)
      .filter(([path]) => framed.has(path) === isFramed)
      .map(([path, component]) =>
        createRoute({
          getParentRoute: () => parent,
          path,
          component,
          validateSearch: (readSearch as Readonly<Record<string, unknown>>)[path] as undefined,
        }),
      )
  return [...routes(root, false), console.addChildren(routes(console, true))]
}
