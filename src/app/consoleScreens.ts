import type { RouteComponent } from '@tanstack/react-router'

/**
 * The screens of the management console (spec/3 §2.2) by address; each comes as a part of its own, with its texts, inside the console's frame.
 * `alone`: outside of it, for people who are not signed in (signup, kiosk, public demo pages).
 */
export const consoleScreens: readonly (readonly [path: string, load: () => Promise<RouteComponent>, where?: 'alone'])[] = [
  // What the console does not know.
  ['$', () => import('../features/shell/UnknownTab.tsx').then((module) => module.UnknownTab)],
]
