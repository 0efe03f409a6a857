import type { RouteComponent } from '@tanstack/react-router'

/** The screens of the management console (spec/3 §2.2) by address; each comes as a part of its own, with its texts. */
export const consoleScreens: readonly (readonly [path: string, load: () => Promise<RouteComponent>])[] = []
