import { leftOwners } from '../src/store/grants.ts'
import { deviceOwner } from '../src/store/identity.ts'
import type { Store } from '../src/store/store.ts'

/**
 * After a log-out without a connection the browser still holds the session's cookie, which no script can remove. Until the server has taken the session
 * back, what a browser asks by itself (an address that is typed, a picture, a download) goes without the cookie. The app's own requests name the
 * person that they are for (X-Actor) and are not held.
 */
export function createGuard(getStore: () => Store) {
  /** undefined: not looked yet, since this worker woke up or since somebody left. */
  let isHeld: boolean | undefined

  const look = async (): Promise<boolean> => {
    try {
      const store = getStore()
      isHeld = (await leftOwners(store)).length > 0 && !(await deviceOwner(store)).startsWith('u:')
    } catch {
      return false
    }
    return isHeld
  }

  return {
    lookAgain() {
      isHeld = undefined
    },
    mayHold: (request: Request, path: string): boolean => isHeld !== false && path.startsWith('/api/') && !request.headers.has('x-actor'),
    /** `get` answers it, by the network or from what the device keeps. */
    async answer(request: Request, get: (request: Request) => Promise<Response>): Promise<Response> {
      const { url, headers } = request
      return await get((isHeld ?? (await look())) ? new Request(url, { headers, credentials: 'omit', cache: 'no-store' }) : request)
    },
  }
}
