const cacheName = 'muster-shell'
/**
 * Concurrency limit of the installation, so that a weak connection is not split between a hundred requests.
 */
const atOnce = 6

/** Addresses that only the server answers; every other navigation gets the app. */
const served = /^\/(?:(?:api|auth|oauth|schema)\/|(?:health|ready)z$)/

/** Failed starts of a new version before the app rolls back to the previous one. */
const startsAllowed = 2
/** Starts within this time count as one (repeated reloads, tabs restored by the browser), ms. */
const oneStart = 10_000
/** A version that failed to start is tried again after this time, ms. */
const tryAgain = 24 * 3_600_000

/** Rollout state of the newest version. Stored in the cache, because a worker loses its memory. */
interface Trial {
  list: string
  /** File list of the previous version, while it may still be needed. */
  former?: string | undefined
  /** True once a page of this version has rendered. */
  healthy: boolean
  starts: number
  at: number
  /** Time of the rollback to the previous version; 0 for none. */
  back: number
}

const open = () => caches.open(cacheName)

/** The cached files of the versions: this one (`list`), the previous one, and one that waits. */
function createFileCache(list: string, origin: string) {
  const whole = (file: string) => new URL(file, origin).href
  const known = new Map<string, Promise<Map<string, string>>>()

  /**
   * Returns a file from the cache, or fetches it once. Rejects if it is not available, or if a captive portal
   * answers in its place.
   */
  async function bring(file: string): Promise<Response> {
    const cache = await open()
    const kept = await cache.match(whole(file))
    if (kept) return kept
    const [url = ''] = file.split('?')
    const response = await fetch(new URL(url, origin), { cache: url === file ? 'default' : 'reload', redirect: 'error' })
    if (!isWhatItShouldBe(url, response)) throw new Error(`${url}: ${response.status}`)
    await cache.put(whole(file), response.clone())
    return response
  }

  /** Returns the files of a version by path; a failed request is repeated at the next call. */
  function filesOf(name: string): Promise<Map<string, string>> {
    const files =
      known.get(name) ??
      bring(name)
        .then((response) => response.json() as Promise<string[]>)
        .then((names) => new Map(names.map((file) => [new URL(file, origin).pathname, file])))
    known.set(name, files)
    files.catch(() => known.delete(name))
    return files
  }

  const keysOf = async (name: string) => [whole(name), ...[...(await filesOf(name)).values()].map(whole)]

  /** Fetches the files that the cache does not have. Rejects if one is missing: the app must be complete. */
  async function install(): Promise<void> {
    const cache = await open()
    const missing = [...(await filesOf(list)).values()]
    const have = new Set((await cache.keys()).map((request) => request.url))
    const next = async (): Promise<void> => {
      for (let file = missing.shift(); file; file = missing.shift()) if (!have.has(whole(file))) await bring(file)
    }
    await Promise.all(Array.from({ length: atOnce }, next))
  }

  /** True if a version other than this one and `former` has the file. */
  async function ofAnother(key: string, former: string): Promise<boolean> {
    for (const { url } of await (await open()).keys()) {
      const name = url.slice(origin.length + 1)
      if (!/^assets\/files-\w+\.json$/.test(name) || name === list || name === former) continue
      if ((await keysOf(name)).includes(key)) return true
    }
    return false
  }

  return { whole, filesOf, keysOf, ofAnother, install }
}

/**
 * App-shell cache: the app's own files, complete, so that the app opens offline. `list` is the address of a
 * build's file list: `assets/<hash>.js` if the name changes with the content, `index.html?revision=<hash>` if
 * not. The previous version stays until a page of this version reports that it works; after failed starts the
 * cache serves the previous version.
 */
export function createShell(list: string, origin: string, now: () => number = Date.now) {
  const { whole, filesOf, keysOf, ofAnother, install } = createFileCache(list, origin)
  const trialKey = whole('/.trial')
  let healthy = false

  async function trial(): Promise<Trial | undefined> {
    return (await (await (await open()).match(trialKey))?.json()) as Trial | undefined
  }

  async function note(change: Trial): Promise<void> {
    await (await open()).put(trialKey, new Response(JSON.stringify(change)))
  }

  /** Returns the version that a start gets. */
  async function chosen(): Promise<string> {
    if (healthy) return list
    const state = await trial()
    healthy = state?.healthy === true
    if (!state || state.former === undefined || healthy) return list
    const at = now()
    if (state.back > 0 && at >= state.back && at - state.back < tryAgain) return state.former
    if (state.back > 0) Object.assign(state, { back: 0, starts: 0, at: 0 })
    if (Math.abs(at - state.at) > oneStart) Object.assign(state, { starts: state.starts + 1, at })
    if (state.starts > startsAllowed) state.back = at
    await note(state)
    return state.back > 0 ? state.former : list
  }

  async function kept(request: Request, pathname: string): Promise<Response> {
    try {
      const start = request.mode === 'navigate' && pathname === '/index.html'
      // Read beside the state of the rollout: a started worker has neither.
      void filesOf(list).catch(() => undefined)
      const version = start ? await chosen() : list
      const file = (await filesOf(version)).get(pathname) ?? (await ofFormer(pathname))
      const copy = file === undefined ? undefined : await (await open()).match(whole(file))
      if (copy) return copy
    } catch {
      // The file list is missing in the cache: use the network.
    }
    return await fetch(request)
  }

  /** Files that a page of the previous version still requests. */
  async function ofFormer(pathname: string): Promise<string | undefined> {
    const former = healthy ? undefined : (await trial())?.former
    return former === undefined ? undefined : (await filesOf(former)).get(pathname)
  }

  return {
    install,

    /** Activates this version and deletes files of versions other than this one and the last working one. */
    async activate(): Promise<void> {
      const before = await trial()
      const last = before?.healthy === false && before.former !== undefined ? before.former : before?.list
      const former = last === list ? before?.former : last
      if (before?.list !== list) await note({ list, former, healthy: false, starts: 0, at: 0, back: 0 })
      const wanted = new Set([trialKey, ...(await keysOf(list))])
      if (former !== undefined) for (const key of await keysOf(former).catch(() => [])) wanted.add(key)
      const cache = await open()
      for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
    },

    /**
     * Called when a page of the app has rendered; `script` is its entry script. If that is this version's,
     * the previous version is deleted.
     */
    async stands(script: string): Promise<void> {
      const state = await trial()
      if (state?.list !== list || state.healthy || !(await filesOf(list)).has(script)) return
      healthy = true
      await note({ ...state, former: undefined, healthy, back: 0 })
      // Restores files that another tab's update deleted during the installation.
      await install().catch(() => undefined)
      if (state.former === undefined) return
      const mine = new Set(await keysOf(list))
      const cache = await open()
      for (const key of await keysOf(state.former)) {
        // A version that is waiting may use the same file.
        if (!mine.has(key) && !(await ofAnother(key, state.former))) await cache.delete(key)
      }
    },

    /**
     * Called when a page could not start. Returns true if there is a previous version to roll back to: the
     * page must reload.
     */
    async failed(script: string): Promise<boolean> {
      const state = await trial()
      if (state?.list !== list || state.former === undefined || state.healthy) return false
      if (!(await filesOf(list)).has(script) || (await filesOf(state.former)).has(script)) return false
      await note({ ...state, back: now() })
      return true
    },

    /**
     * Answers from the cache, or from the network for other files; undefined for addresses that only the
     * server answers.
     */
    answer(request: Request): Promise<Response> | undefined {
      const { pathname, origin: from } = new URL(request.url)
      if (request.method !== 'GET' || from !== origin || served.test(pathname)) return undefined
      const page = pathname === '/rescue' ? '/rescue.html' : '/index.html'
      return kept(request, request.mode === 'navigate' ? page : pathname)
    },
  }
}

/** A captive portal also answers with status 200: a script must have a script's type. */
function isWhatItShouldBe(url: string, response: Response): boolean {
  const type = response.headers.get('content-type') ?? ''
  return response.ok && url.endsWith('.html') === type.startsWith('text/html')
}
