import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Width of the panel of a help launcher, pixels (spec/3 §9). */
export const launcherWidth = 350

/**
 * A small help button on the page. `showAtElement` and `showIfElement` are CSS selectors: the element to
 * place it at, and an element that must exist on the page to show it. `content` is Markdown in the requested
 * language.
 */
export const Launcher = z.object({
  id: z.string(),
  /** Name of an icon of the UI kit. */
  icon: z.string(),
  showAtElement: z.string(),
  showIfElement: z.optional(z.string()),
  title: z.string(),
  content: z.string(),
})
export type Launcher = z.output<typeof Launcher>

export const helpLaunchers = endpoint({
  method: 'GET',
  path: '/api/helpLaunchers',
  whenOffline: 'cached',
  access: 'signedIn',
  query: z.object({ lang: z.optional(z.string()) }),
  answer: z.object({ launchers: z.array(Launcher) }),
})
