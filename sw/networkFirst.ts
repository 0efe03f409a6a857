const prefix = 'muster-screens-'
/** Timeout of the network while there is a cached copy, ms. */
const patience = 4000
const mostScreens = 200

/** Screen descriptions: `GET /api/….json`. */
export const isScreen = (pathname: string) => pathname.startsWith('/api/') && pathname.endsWith('.json')

/** Each user has their own cache: a shared device never shows one user's screens to another. */
const cacheOf = (request: Request) => caches.open(prefix + (request.headers.get('x-actor') ?? 'anonymous'))

/**
 * Returns the server's answer, or the last good one for the same user if there is none. The page caches
 * screens itself; this second copy is for a damaged database. A copy carries `x-muster-copy` with its time,
 * so that it is not taken for fresh.
 */
export async function networkFirst(request: Request, keepAlive: (work: Promise<unknown>) => void): Promise<Response> {
  const network = fetch(request)
  const kept = network.then(
    (response) => keep(request, response.clone()),
    () => undefined,
  )
  keepAlive(kept.catch(() => undefined))
  const slow = new Promise<'slow'>((resolve) => setTimeout(() => resolve('slow'), patience))
  try {
    const first = await Promise.race([network, slow])
    if (first !== 'slow') return first
    return (await copyOf(request)) ?? (await network)
  } catch {
    return (await copyOf(request)) ?? Response.error()
  }
}

async function keep(request: Request, response: Response): Promise<void> {
  if (response.status !== 200 || response.headers.get('x-app') !== '1') return
  const cache = await cacheOf(request)
  const headers = new Headers(response.headers)
  headers.set('x-muster-copy', String(Date.now()))
  headers.delete('set-cookie')
  await cache.put(request.url, new Response(await response.blob(), { status: 200, headers }))
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - mostScreens)).map((old) => cache.delete(old)))
}

async function copyOf(request: Request): Promise<Response | undefined> {
  try {
    return await (await cacheOf(request)).match(request.url)
  } catch {
    return undefined
  }
}
