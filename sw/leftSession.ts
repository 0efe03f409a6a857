import { countLeft } from '../src/store/grants.ts'
import { deviceOwner } from '../src/store/identity.ts'
import { getStore } from '../src/store/store.ts'
import { fromKept } from './media.ts'

/** Does a browser ask this by itself (an address that is typed, a picture, a download)? The app's own requests name the person that they are for. */
export const asksByItself = (request: Request, path: string): boolean => path.startsWith('/api/') && !request.headers.has('x-actor')

/** Somebody has logged out here and the server does not know yet: the browser still holds their session's cookie, which no script can remove. */
async function isHeld(): Promise<boolean> {
  const store = getStore()
  return (await countLeft(store)) > 0 && !(await deviceOwner(store)).startsWith('u:')
}

/** From what the device keeps, or by the network; without the cookie of somebody who has logged out. */
export async function withoutLeft(request: Request): Promise<Response> {
  const { url, headers } = request
  const held = await isHeld().catch(() => false)
  return await fromKept(held ? new Request(url, { headers, credentials: 'omit' }) : request)
}
