import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Pixels of what a help launcher opens (spec/3 §9). */
export const launcherWidth = 350

/**
 * A small help button that stands at a place of the page. `showAtElement` and `showIfElement` are CSS selectors: where it stands, and what has to be
 * on the page for it to be shown at all. `content` is markdown in the asked language.
 */
export const Launcher = z.object({
  id: z.string(),
  /** Name of an icon of the kit. */
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
