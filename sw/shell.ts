const cacheName = 'muster-shell'
/** Files fetched at once while installing, so that a weak signal is not shared by a hundred. */
const atOnce = 6

/** Addresses that the server alone answers; everything else that is navigated to is the app. */
const served = [/^\/api\//, /^\/auth\//, /^\/oauth\//, /^\/schema\//, /^\/healthz$/, /^\/readyz$/]

/** So many starts of a new version may end without a word from it before the former one is shown again. */
const startsAllowed = 2
/** Starts within this time are one: a person who taps reload again, tabs that the browser restores, ms. */
const oneStart = 10_000
/** A version that did not start is tried again after this, ms. */
const tryAgain = 24 * 3_600_000

/** How the version that took over last does. Kept in the cache, because a worker forgets. */
interface Trial {
  list: string
  /** The version before, as long as it may be needed. */
  former?: string | undefined
  /** Its page has drawn itself. */
  healthy: boolean
  starts: number
  at: number
  /** When the former version was gone back to; 0 not at all. */
  back: number
}

/**
 * The app's own files, kept whole so that it opens without a connection. `list` is the address of the file that names them, one per build:
 * `assets/<hash>.js` where the name changes with the content, `index.html?revision=<hash>` where it does not. The version before stays until
 * a page of this one has said that it stands; while none does, a start gets the version before.
 */
export function createShell(list: string, origin: string, now: () => number = Date.now) {
  const open = () => caches.open(cacheName)
  const whole = (file: string) => new URL(file, origin).href
  const trialKey = whole('/.trial')
  const known = new Map<string, Promise<Map<string, string>>>()
  let healthy = false

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

  /** What a version has, by path; asked for again after it could not be had. */
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

  async function trial(): Promise<Trial | undefined> {
    return (await (await (await open()).match(trialKey))?.json()) as Trial | undefined
  }

  async function note(change: Trial): Promise<void> {
    await (await open()).put(trialKey, Response.json(change))
  }

  /** The version that a start gets. */
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
      const version = start ? await chosen() : list
      const file = (await filesOf(version)).get(pathname) ?? (await ofFormer(pathname))
      const copy = file === undefined ? undefined : await (await open()).match(whole(file))
      if (copy) return copy
    } catch {
      // The list is gone with the rest of the cache: the network is all there is.
    }
    return await fetch(request)
  }

  /** Parts that a page of the former version still asks for. */
  async function ofFormer(pathname: string): Promise<string | undefined> {
    const former = healthy || !pathname.startsWith('/assets/') ? undefined : (await trial())?.former
    return former === undefined ? undefined : (await filesOf(former)).get(pathname)
  }

  /** Fetches what this version has and the one before had not. Fails as a whole: half an app is none. */
  async function install(): Promise<void> {
    const cache = await open()
    const missing = [...(await filesOf(list)).values()]
    const have = new Set((await cache.keys()).map((request) => request.url))
    const next = async (): Promise<void> => {
      for (let file = missing.shift(); file; file = missing.shift()) if (!have.has(whole(file))) await bring(file)
    }
    await Promise.all(Array.from({ length: atOnce }, next))
  }

  return {
    install,

    /** Takes over: drops what neither this version nor the last good one has. */
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

    /** A page of the app stands; `script` is what it began with. Once that was one of this version, the former one is no longer needed. */
    async stands(script: string): Promise<void> {
      const state = await trial()
      if (state?.list !== list || state.healthy || !(await filesOf(list)).has(script)) return
      healthy = true
      await note({ ...state, former: undefined, healthy, back: 0 })
      // What another tab's update has cleared away while this one was installed.
      await install().catch(() => undefined)
      if (state.former === undefined) return
      const mine = new Set(await keysOf(list))
      const cache = await open()
      for (const key of await keysOf(state.former)) {
        // A version that waits already may have the same file.
        if (!mine.has(key) && !(await ofAnother(key, state.former))) await cache.delete(key)
      }
    },

    /** A page could not start. True when there is a former version to go back to: load it again. */
    async failed(script: string): Promise<boolean> {
      const state = await trial()
      if (state?.list !== list || state.former === undefined || state.healthy) return false
      if (!(await filesOf(list)).has(script) || (await filesOf(state.former)).has(script)) return false
      await note({ ...state, back: now() })
      return true
    },

    /** The kept file for this request, or the network's where it is none of the app's own; undefined when the server alone answers. */
    answer(request: Request): Promise<Response> | undefined {
      const { pathname, origin: from } = new URL(request.url)
      if (request.method !== 'GET' || from !== origin || served.some((path) => path.test(pathname))) return undefined
      const page = pathname === '/rescue' ? '/rescue.html' : '/index.html'
      return kept(request, request.mode === 'navigate' ? page : pathname)
    },
  }

  async function ofAnother(key: string, former: string): Promise<boolean> {
    for (const { url } of await (await open()).keys()) {
      const name = url.slice(origin.length + 1)
      if (!/^assets\/files-\w+\.json$/.test(name) || name === list || name === former) continue
      if ((await keysOf(name)).includes(key)) return true
    }
    return false
  }
}

/** A Wi-Fi's sign-in page comes with status 200 too: a script must be a script. */
function isWhatItShouldBe(url: string, response: Response): boolean {
  const type = response.headers.get('content-type') ?? ''
  return response.ok && url.endsWith('.html') === type.startsWith('text/html')
}
