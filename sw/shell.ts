const cacheName = 'muster-shell'
/** Files fetched at once while installing, so that a weak signal is not shared by a hundred. */
const atOnce = 6

/** Addresses that the server alone answers; everything else that is navigated to is the app. */
const served = [/^\/api\//, /^\/auth\//, /^\/schema\//, /^\/healthz$/, /^\/readyz$/]

/**
 * The app's own files, kept whole so that it opens without a connection. `list` is the address of the file that names them, one per build:
 * `assets/<hash>.js` where the name changes with the content, `index.html?revision=<hash>` where it does not.
 */
export function createShell(list: string, origin: string) {
  const open = () => caches.open(cacheName)
  const whole = (file: string) => new URL(file, origin).href
  let known: Promise<Map<string, string>> | undefined

  /** A file is fetched once. Fails when it is not to be had, or somebody's Wi-Fi answers in its place. */
  async function bring(file: string): Promise<Response> {
    const cache = await open()
    const kept = await cache.match(whole(file))
    if (kept) return kept
    const [url = ''] = file.split('?')
    const response = await fetch(new URL(url, origin), { cache: url === file ? 'default' : 'reload', redirect: 'error' })
    if (!isWhatItShouldBe(url, response)) throw new Error(`${url} is not to be had (${response.status})`)
    await cache.put(whole(file), response.clone())
    return response
  }

  /** What this version has, by path; asked for again after it could not be had. */
  function files(): Promise<Map<string, string>> {
    known ??= bring(list)
      .then((response) => response.json() as Promise<string[]>)
      .then((names) => new Map(names.map((name) => [new URL(name, origin).pathname, name])))
    known.catch(() => {
      known = undefined
    })
    return known
  }

  async function kept(request: Request, pathname: string): Promise<Response> {
    try {
      const file = (await files()).get(pathname)
      const copy = file === undefined ? undefined : await (await open()).match(whole(file))
      if (copy) return copy
    } catch {
      // The list is gone with the rest of the cache: the network is all there is.
    }
    return await fetch(request)
  }

  return {
    /** Fetches what this version has and the one before had not. Fails as a whole: half an app is none. */
    async install(): Promise<void> {
      const cache = await open()
      const missing = [...(await files()).values()]
      const have = new Set((await cache.keys()).map((request) => request.url))
      const next = async (): Promise<void> => {
        for (let file = missing.shift(); file; file = missing.shift()) if (!have.has(whole(file))) await bring(file)
      }
      await Promise.all(Array.from({ length: atOnce }, next))
    },

    /** Drops what only older versions had. */
    async activate(): Promise<void> {
      const cache = await open()
      const wanted = new Set([list, ...(await files()).values()].map(whole))
      for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
    },

    /** The kept file for this request, or the network's where it is none of the app's own; undefined when the server alone answers. */
    answer(request: Request): Promise<Response> | undefined {
      const { pathname, origin: from } = new URL(request.url)
      if (request.method !== 'GET' || from !== origin || served.some((path) => path.test(pathname))) return undefined
      return kept(request, request.mode === 'navigate' ? '/index.html' : pathname)
    },
  }
}

/** A Wi-Fi's sign-in page comes with status 200 too: a script must be a script. */
function isWhatItShouldBe(url: string, response: Response): boolean {
  const type = response.headers.get('content-type') ?? ''
  return response.ok && url.endsWith('.html') === type.startsWith('text/html')
}
