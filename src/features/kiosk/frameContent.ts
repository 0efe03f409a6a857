/** The login page where workers open their own tasks. */
export const tasksAddress = '/mytasks'

/**
 * Addresses that the frame may show: those of the kiosk and, while a person is signed in to My Tasks, those
 * of that person.
 */
export function mayShow({ pathname, origin }: URL, urls: readonly string[], myTasks: boolean): boolean {
  if (origin !== location.origin) return false
  const own = urls.some((url) => {
    const { pathname: start } = new URL(url, location.origin)
    return pathname === start || pathname.startsWith(`${start}/`)
  })
  // A person who logs in to My Tasks here may open their own tasks.
  const theirs = urls.includes(tasksAddress) && pathname.startsWith('/frontend/tasks/')
  return own || theirs || (myTasks && /^\/(?:frontend\/|mytasks$)/.test(pathname))
}

/** Returns the windows of the frames in a page. */
export const framesIn = (page: Document): (Window | null)[] => [...page.querySelectorAll('iframe')].map((one) => one.contentWindow)

/**
 * Returns true while a video or a camera image plays in the window, or in a frame inside it (a gate shows the
 * induction in one). Throws if a page of another origin is in it.
 */
export const isWatched = ({ document: page }: Window): boolean =>
  [...page.querySelectorAll<HTMLMediaElement>('video, audio')].some((media) => !media.paused && !media.ended) ||
  framesIn(page).some((inner) => inner !== null && isWatched(inner))

/**
 * Returns true while the frame shows what it was opened with: a form, or an empty page. Throws if a page of
 * another origin is in it.
 */
export const isForm = (inner: Window | null): boolean =>
  inner === null || inner.location.href === 'about:blank' || inner.location.pathname.startsWith('/frontend/forms/')
