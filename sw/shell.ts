/** One file of the app's build. `revision` changes with the content; null where the address itself does (hashed names). */
export interface ShellFile {
  url: string
  revision: string | null
}

const cacheName = 'muster-shell'
/** Files fetched at once while installing, so that a weak signal is not shared by a hundred. */
const atOnce = 6

/** Addresses that the server alone answers; everything else that is navigated to is the app. */
const served = [/^\/api\//, /^\/auth\//, /^\/schema\//, /^\/healthz$/, /^\/readyz$/]

const keyOf = ({ url, revision }: ShellFile, origin: string) =>
  new URL(revision === null ? url : `${url}?revision=${revision}`, origin).href

/** The app's own files, kept whole so that it opens without a connection. */
export function createShell(files: readonly ShellFile[], origin: string) {
  const keys = new Map(files.map((file) => [new URL(file.url, origin).pathname, keyOf(file, origin)]))

  return {
    /** Fetches what this version has and the one before had not. Fails as a whole: half an app is none. */
    async install(): Promise<void> {
      const cache = await caches.open(cacheName)
      const have = new Set((await cache.keys()).map((request) => request.url))
      const missing = files.filter((file) => !have.has(keyOf(file, origin)))
      const next = async (): Promise<void> => {
        for (let file = missing.shift(); file; file = missing.shift()) {
          const response = await fetch(new URL(file.url, origin), {
            cache: file.revision === null ? 'default' : 'reload',
            redirect: 'error',
          })
          if (!isWhatItShouldBe(file.url, response)) throw new Error(`${file.url} is not to be had (${response.status})`)
          await cache.put(keyOf(file, origin), response)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, next))
    },

    /** Drops what only older versions had. */
    async activate(): Promise<void> {
      const cache = await caches.open(cacheName)
      const wanted = new Set(keys.values())
      for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
    },

    /** The kept file for this request; undefined when it is none of the app's own. */
    answer(request: Request): Promise<Response> | undefined {
      const { pathname, origin: from } = new URL(request.url)
      if (request.method !== 'GET' || from !== origin) return undefined
      const navigation = request.mode === 'navigate' && !served.some((path) => path.test(pathname))
      const key = keys.get(navigation ? '/index.html' : pathname)
      if (key === undefined) return undefined
      return caches.match(key, { cacheName }).then((kept) => kept ?? fetch(request))
    },
  }
}

/** A Wi-Fi's sign-in page comes with status 200 too: a script must be a script. */
function isWhatItShouldBe(url: string, response: Response): boolean {
  const type = response.headers.get('content-type') ?? ''
  return response.ok && url.endsWith('.html') === type.startsWith('text/html')
}
