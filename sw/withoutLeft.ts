import { leftOwners } from '../src/store/encryption/grantOf.ts'
import { deviceOwner } from '../src/store/identity/getOwner.ts'
import { getStore } from '../src/store/db/store.ts'
import { mediaAnswer } from './mediaAnswer.ts'

/**
 * Whether the browser itself makes this request (typed address, image, download). The app's own requests
 * carry the user's id (x-actor).
 */
export const asksByItself = (request: Request, path: string): boolean => path.startsWith('/api/') && !request.headers.has('x-actor')

/**
 * True if a user has logged out here and the server does not know it yet: the browser still has their session
 * cookie, which scripts cannot delete.
 */
async function isHeld(): Promise<boolean> {
  const store = getStore()
  return (await leftOwners(store)).length > 0 && !(await deviceOwner(store)).startsWith('u:')
}

/** Answers from offline media or from the network; omits the cookie of a logged-out user. */
export async function withoutLeft(request: Request): Promise<Response> {
  const { url, headers } = request
  const held = await isHeld().catch(() => false)
  return await mediaAnswer(held ? new Request(url, { headers, credentials: 'omit' }) : request)
}
