import { inBrowserShell, inParentFrame } from './inParentFrame.ts'
import { readQueryOptions } from './queryOptions.ts'

/**
 * Returns true if the page shows the app bar: every page does, unless it is embedded, in a parent frame or in
 * a native app's browser.
 */
export function showsAppBar(search: string): boolean {
  return !readQueryOptions(search).embedded && !inParentFrame() && !inBrowserShell()
}

/** Returns the My Tasks link, or undefined if it is hidden (spec/1 §2.2). */
export function myTasksLink(
  pathname: string,
  page: { readonly tasks: string | undefined; readonly hideMyTasks: boolean },
): string | undefined {
  if (pathname.startsWith('/frontend/tasks/') || page.hideMyTasks) return undefined
  return page.tasks || undefined
}
