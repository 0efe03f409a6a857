import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { networkFirst } from '../../sw/networkFirst.ts'
import { createShell } from '../../sw/createShell.ts'

const origin = 'https://muster.example'

/** A fake of the Cache Storage functions that the worker uses. */
function fakeCaches() {
  const all = new Map<string, Map<string, Response>>()
  const urlOf = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request))
  const open = (name: string) => {
    const cache = all.get(name) ?? new Map<string, Response>()
    all.set(name, cache)
    return {
      put: async (key: RequestInfo | URL, response: Response) => void cache.set(urlOf(key), response),
      match: async (key: RequestInfo | URL) => cache.get(urlOf(key))?.clone(),
      keys: async () => [...cache.keys()].map((url) => ({ url })),
      delete: async (key: { url: string } | string) => cache.delete(typeof key === 'string' ? key : key.url),
    }
  }
  return { all, open: async (name: string) => open(name) }
}

let caches: ReturnType<typeof fakeCaches>
let web: (url: string, init?: RequestInit) => Promise<Response>

const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } })
const script = (text: string) => new Response(text, { headers: { 'content-type': 'text/javascript' } })
/** The server's builds, by the name of their file list. */
let builds: Record<string, string[]>
const good = async (url: string) => {
  const list = builds[url.slice(origin.length + 1)]
  return list ? Response.json(list) : url.endsWith('.html') ? html('<app>') : script(url)
}
const offline = async () => Promise.reject(new TypeError('offline'))
const kept = () => [...(caches.all.get('muster-shell')?.keys() ?? [])].map((url) => url.slice(origin.length + 1))
const navigate = (path: string) => ({ url: origin + path, method: 'GET', mode: 'navigate' }) as unknown as Request
const get = (path: string) => ({ url: origin + path, method: 'GET', mode: 'cors' }) as unknown as Request

beforeEach(() => {
  caches = fakeCaches()
  web = good
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('fetch', (request: Request | URL, init?: RequestInit) => web(request instanceof URL ? String(request) : request.url, init))
})
afterEach(() => vi.unstubAllGlobals())

const v1 = 'assets/files-1.json'
const v2 = 'assets/files-2.json'
beforeEach(() => {
  builds = { [v1]: ['index.html?revision=1', 'assets/app-1.js'], [v2]: ['index.html?revision=2', 'assets/app-2.js'] }
})

it('opens every page of the app without a connection, also after the worker was stopped', async () => {
  await createShell(v1, origin).install()
  web = offline
  const shell = createShell(v1, origin)
  expect(await (await shell.answer(navigate('/frontend/forms/hazard?q=1')))?.text()).toBe('<app>')
  expect(await (await shell.answer(get('/assets/app-1.js')))?.text()).toBe(`${origin}/assets/app-1.js`)
  await expect(shell.answer(get('/assets/gone.js'))).rejects.toThrow('offline')
})

it('asks the network for what the browser has cleared, and for what is none of the app’s own', async () => {
  const shell = createShell(v1, origin)
  expect(await (await shell.answer(navigate('/outbox')))?.text()).toBe(`${origin}/outbox`)
  web = offline
  const cleared = createShell(v2, origin)
  await expect(cleared.answer(navigate('/outbox'))).rejects.toThrow('offline')
  web = good
  await cleared.install()
  expect(await (await cleared.answer(navigate('/outbox')))?.text()).toBe('<app>')
  expect(await (await cleared.answer(get('/media/film.mp4')))?.text()).toBe(`${origin}/media/film.mp4`)
})

it('leaves to the server what is the server’s', () => {
  const shell = createShell(v1, origin)
  for (const path of ['/api/files/x', '/auth/logout', '/schema/form.json', '/healthz', '/readyz'])
    expect(shell.answer(navigate(path))).toBeUndefined()
  expect(shell.answer(get('/api/me'))).toBeUndefined()
  expect(
    shell.answer({ ...navigate('/frontend/x'), url: `${origin}/frontend/x`, method: 'POST', mode: 'navigate' } as Request),
  ).toBeUndefined()
})

it('fetches for an update only what is new, and drops the old when it takes over', async () => {
  await createShell(v1, origin).install()
  const asked: string[] = []
  web = async (url) => {
    asked.push(url.slice(origin.length + 1))
    return await good(url)
  }
  builds[v2]?.push('assets/app-1.js')
  await createShell(v2, origin).install()
  expect(asked).toEqual([v2, 'index.html', 'assets/app-2.js'])
  builds['assets/files-3.json'] = ['index.html?revision=2', 'assets/app-2.js']
  const next = createShell('assets/files-3.json', origin)
  await next.install()
  await next.activate()
  expect(kept().filter((file) => file !== '.trial')).toEqual(['index.html?revision=2', 'assets/app-2.js', 'assets/files-3.json'])
})

/** A device on which the first version worked and the second has just become active. */
async function updated(now: () => number = Date.now) {
  const first = createShell(v1, origin)
  await first.install()
  await first.activate()
  await first.stands('/assets/app-1.js')
  web = async (url) => (url.endsWith('.html') ? html('<app 2>') : await good(url))
  const second = createShell(v2, origin, now)
  await second.install()
  await second.activate()
  web = offline
  const start = async () => await (await second.answer(navigate('/outbox')))?.text()
  return { second, start }
}

it('keeps the version before until the new one has reported its start', async () => {
  const { second, start } = await updated()
  expect(await start()).toBe('<app 2>')
  expect(await (await second.answer(get('/assets/app-1.js')))?.text()).toContain('app-1.js')
  await second.stands('/assets/app-1.js')
  expect(kept()).toContain('assets/app-1.js')
  await second.stands('/assets/app-2.js')
  expect(kept().filter((file) => file !== '.trial')).toEqual([v2, 'index.html?revision=2', 'assets/app-2.js'])
  expect(await second.failed('/assets/app-2.js')).toBe(false)
  expect(await start()).toBe('<app 2>')
})

it('goes back to the version before when the new one says that it can’t start, and tries it again a day later', async () => {
  let time = 1_000_000
  builds[v1]?.push('start.js?revision=1')
  const { second, start } = await updated(() => time)
  expect(await second.failed('/assets/app-1.js')).toBe(false)
  expect(await second.failed('/assets/app-2.js')).toBe(true)
  expect(await start()).toBe('<app>')
  expect(await (await second.answer(get('/assets/app-1.js')))?.text()).toContain('app-1.js')
  // A script that the new version does not have any more.
  expect(await (await second.answer(get('/start.js')))?.text()).toContain('start.js')
  time += 25 * 3_600_000
  expect(await start()).toBe('<app 2>')
})

it('goes back when starts of the new one end without a report, but not when a person reloads at once', async () => {
  let time = 1_000_000
  const { start } = await updated(() => time)
  for (let n = 0; n < 5; n++) expect(await start()).toBe('<app 2>')
  time += 60_000
  expect(await start()).toBe('<app 2>')
  time += 60_000
  expect(await start()).toBe('<app>')
  expect(await start()).toBe('<app>')
})

it('goes from the version before to the next one when the one between never stood', async () => {
  const { second } = await updated()
  await second.failed('/assets/app-2.js')
  builds['assets/files-3.json'] = ['index.html?revision=3', 'assets/app-3.js']
  web = good
  const third = createShell('assets/files-3.json', origin)
  await third.install()
  await third.activate()
  expect(kept()).toContain('assets/app-1.js')
  expect(kept()).not.toContain('assets/app-2.js')
  expect(await third.failed('/assets/app-3.js')).toBe(true)
})

it('does not take from a version that waits already what it needs', async () => {
  const { second } = await updated()
  builds['assets/files-3.json'] = ['index.html?revision=3', 'assets/app-1.js']
  web = good
  await createShell('assets/files-3.json', origin).install()
  await second.stands('/assets/app-2.js')
  expect(kept()).toContain('assets/app-1.js')
  expect(kept()).not.toContain('index.html?revision=1')
})

it('has the rescue page at hand, whichever version runs', async () => {
  builds[v1]?.push('rescue.html?revision=1')
  web = async (url) => (url.endsWith('/rescue.html') ? html('<rescue>') : await good(url))
  const shell = createShell(v1, origin)
  await shell.install()
  web = offline
  expect(await (await shell.answer(navigate('/rescue')))?.text()).toBe('<rescue>')
})

it('does not install half an app, nor a Wi-Fi’s page in the place of a script or of the list', async () => {
  const portal = () => html('<h1>Welcome to Guest Wi-Fi</h1>')
  web = async (url) => (url.endsWith('.js') ? portal() : await good(url))
  await expect(createShell(v1, origin).install()).rejects.toThrow('assets/app-1.js')
  web = async (url) => (url.endsWith('.json') ? portal() : await good(url))
  const shell = createShell(v2, origin)
  await expect(shell.install()).rejects.toThrow(v2)
  expect(kept()).not.toContain('assets/app-2.js')
  web = good
  await shell.install()
  expect(kept()).toContain('assets/app-2.js')
})

const ask = (actor: string) => new Request(`${origin}/api/forms/a.json`, { headers: { 'x-actor': actor } })
const ours = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'x-app': '1', 'content-type': 'application/json' } })

async function fetched(actor: string): Promise<Response> {
  let later: Promise<unknown> = Promise.resolve()
  const response = await networkFirst(ask(actor), (work) => {
    later = work
  })
  await later
  return response
}

it('keeps a second copy of each screen, says that it is one, and never shows it to another person', async () => {
  web = async () => ours({ component: 'a' })
  expect((await fetched('ana')).headers.get('x-muster-copy')).toBeNull()
  web = async () => Promise.reject(new TypeError('offline'))
  const copy = await fetched('ana')
  expect(await copy.json()).toEqual({ component: 'a' })
  expect(Number(copy.headers.get('x-muster-copy'))).toBeGreaterThan(0)
  expect((await fetched('ben')).type).toBe('error')
})

it('keeps no page of a Wi-Fi as a screen', async () => {
  web = async () => html('<h1>Wi-Fi</h1>')
  await fetched('ana')
  web = async () => Promise.reject(new TypeError('offline'))
  expect((await fetched('ana')).type).toBe('error')
})
