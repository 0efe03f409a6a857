import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetOwner, setOwner } from '../../src/store/identity/getOwner.ts'
import { keptTasks } from '../../src/store/queries/useTasksOffline.ts'
import { allKept, partAddress } from '../../src/store/media/offlineMedia.ts'
import { missingTools, pdfTools } from '../../src/store/media/pdfTools.ts'
import { setPreference } from '../../src/store/preferences/preferences.ts'
import { keepReadyByItself, makeReady, readiness, readyFacts, type Share, stopReady } from '../../src/store/queries/readiness.ts'
import { setFetcher } from '../../src/store/db/emitStoreEvent.ts'
import { keepKioskReady } from '../../src/store/kiosk/keepKioskReady.ts'
import { keepWantedTools } from '../../src/sync/keepPdfTools.ts'
import { setStore } from '../../src/store/db/store.ts'
import { keepReady } from '../../src/sync/keepReady.ts'
import type { Send } from '../../src/sync/send.ts'
import { Device } from './device.ts'
import { json } from './server-model.ts'

const form = {
  form: {
    name: 'Orientation',
    children: [
      { type: 'video', url: '/media/film.webm', captions: { es: '/media/film.es.vtt' } },
      { type: 'pdf', url: '/media/rules.pdf', text: 'See /media/rules.pdf for the rules' },
      { type: 'video', url: 'https://youtu.be/abcdefghijk' },
    ],
  },
  lists: { employees: '/api/lists/tower/employees' },
}
const tasks = {
  componentConfig: {
    items: [
      { title: 'Orientation', url: '/frontend/forms/orientation' },
      { title: 'Studio', url: '/studio' },
    ],
  },
}

/** A phone with a user who has never opened a form; `net` can be cut after a number of answers. */
async function phone(answers: Record<string, unknown> = {}, refused: ReadonlySet<string> = new Set()) {
  const device = new Device()
  const store = device.start(() => 0.5)
  setStore(store)
  await setOwner('u:ana')
  setPreference('language', 'es')
  const net = { left: Number.POSITIVE_INFINITY, status: 200 }
  const asked: string[] = []
  const send: Send = async ({ url }) => {
    if (net.left-- <= 0) return { kind: 'none', aborted: false }
    asked.push(url)
    if (net.status !== 200) return json(net.status, { error: { code: 'NOT_AUTHORIZED', message: 'Not Authorized' } })
    const own = answers[url.split('?', 1)[0] ?? '']
    if (own) return json(200, own)
    if (refused.has(url)) return json(403, { error: { code: 'FORBIDDEN', message: 'No' } })
    return json(200, url.startsWith('/api/tasks/') ? tasks : url.startsWith('/api/forms/') ? form : { items: [] })
  }
  const work = (again = false) => keepReady({ store, send, locks: undefined }, again)
  return { device, store, net, asked, answers, work, plan: () => readiness(store, 'u:ana') }
}

/** A Cache Storage, and a server with the files of the PDF viewer; `left` answers until the connection breaks. */
function viewerFiles() {
  const kept = new Map<string, Response>()
  const net = { left: Number.POSITIVE_INFINITY }
  const cache = {
    match: async (url: string) => kept.get(url)?.clone(),
    put: async (url: string, response: Response) => void kept.set(url, response),
    keys: async () => [...kept.keys()].map((url) => ({ url: new URL(url, location.origin).href })),
    delete: async (url: string) => kept.delete(new URL(url, location.origin).pathname),
  }
  vi.stubGlobal('caches', { open: async () => cache })
  const open = pageLocks()
  vi.stubGlobal('fetch', async () => {
    if (net.left-- <= 0) throw new TypeError('offline')
    return new Response('a file', { headers: { 'x-app': '1' } })
  })
  return { kept, net, ...open }
}

/** Web Locks of a device with several pages. */
function pageLocks() {
  const holders = new Map<string, number>()
  const count = (name: string, change: number) => holders.set(name, (holders.get(name) ?? 0) + change)
  const request = async (name: string, { mode }: LockOptions, work: (lock: object | null) => unknown) => {
    if (mode !== 'shared') return await work((holders.get(name) ?? 0) > 0 ? null : {})
    count(name, 1)
    await work({})
    count(name, -1)
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  /** Opens a page of a version of the viewer; returns a function that closes it. */
  const openPage = (version: string) => {
    const name = `muster:pdf:${version}`
    count(name, 1)
    return () => count(name, -1)
  }
  return { holders, openPage }
}

/** A disk without room for more files while it has `most` of them. */
function fullAt(most: number, kept: ReadonlyMap<string, unknown>) {
  const estimate = async () => ({ quota: 1e9, usage: kept.size >= most ? 1e9 : 0 })
  Object.defineProperty(navigator, 'storage', { value: { estimate }, configurable: true })
}

/** The answers of a server whose only form is a PDF that people fill in. */
const onlyPermit = {
  '/api/tasks/ana.json': { componentConfig: { items: [{ title: 'Permit', url: '/frontend/forms/permit' }] } },
  '/api/forms/permit.json': { form: { component: 'pdfForm', pdf: { source: 'data:application/pdf;base64,JVBERg==' }, children: [] } },
}

const addresses = (tools: readonly { readonly url: string }[]) => tools.map(({ url }) => url)

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
  for (const name of ['locks', 'storage']) Reflect.deleteProperty(navigator, name)
  dispatchEvent(new Event('pagehide'))
  setStore(undefined)
  forgetOwner()
})

describe('make ready', () => {
  it('fetches every form that was never opened, its lists and files, in every language, the own one first', async () => {
    const it = await phone()
    await makeReady('u:ana', it.store)
    await it.work()
    expect(await it.plan()).toMatchObject({
      state: 'kept',
      screens: ['/api/tasks/ana.json?lang=es', '/api/forms/orientation.json?lang=es'],
      lists: ['/api/lists/tower/employees'],
      pdfs: ['/media/rules.pdf'],
      videos: ['/media/film.webm', '/media/film.es.vtt'],
      needs: [{ kind: 'sent', url: '/api/sent?lang=es' }],
      total: 9,
      done: 9,
    })
    expect(it.asked.slice(0, 5)).toEqual([
      '/api/me',
      '/api/tasks/ana.json?lang=es',
      '/api/forms/orientation.json?lang=es',
      '/api/lists/tower/employees',
      '/api/sent?lang=es',
    ])
    expect(it.asked.slice(5).toSorted()).toEqual(
      ['en', 'pt'].flatMap((lang) => [`/api/forms/orientation.json?lang=${lang}`, `/api/tasks/ana.json?lang=${lang}`]).toSorted(),
    )
    expect((await allKept(it.store)).map(({ url, state }) => `${url} ${state}`).toSorted()).toEqual([
      '/media/film.es.vtt wanted',
      '/media/film.webm wanted',
      '/media/rules.pdf wanted',
    ])
  })

  it('counts the list of one project that a worker logged in to, and leads there without a connection', async () => {
    const it = await phone()
    const row = (url: string, fetchedAt: number, more = {}) =>
      it.store.db.screens.put({ owner: 'u:ana', url, v: 1, version: 1, data: tasks, fetchedAt, ...more } as never)
    await row('/api/tasks/ana.json?lang=es', 1)
    await row('/api/tasks/ana.json?team=tower&lang=es', 3)
    await row('/api/tasks/ana.json?team=gone&lang=es', 4, { refused: true })
    await row('/api/tasks/anabel.json?lang=es', 5)
    expect(await keptTasks(it.store, 'u:ana')).toEqual(['/frontend/tasks/ana?team=tower', '/frontend/tasks/ana'])
    expect(await keptTasks(it.store, 'u:bo')).toEqual([])
    await makeReady('u:ana', it.store)
    await it.work()
    expect((await it.plan())?.screens).toEqual([
      '/api/tasks/ana.json?lang=es',
      '/api/tasks/ana.json?team=tower&lang=es',
      '/api/forms/orientation.json?lang=es',
    ])
  })

  it('keeps the documents that a toolbox talk reads out, and the form of its records', async () => {
    const address = '/api/files/abcdefghij0123456789'
    const talk = { kind: 'toolbox-talk', title: 'Toolbox Talk', form: 'talks', talks: [{ name: 'Wind', address }] }
    const it = await phone({
      '/api/tasks/ana.json': { componentConfig: { items: [{ title: 'Toolbox Talk', url: '/frontend/chat/bot' }] } },
      '/api/chat/bot.json': { component: 'chat', componentConfig: { talk } },
      '/api/forms/talks.json': { form: { name: 'Talks', children: [] } },
    })
    await makeReady('u:ana', it.store)
    await it.work()
    expect(await it.plan()).toMatchObject({ state: 'kept', pdfs: [address], videos: [] })
    expect((await it.plan())?.needs).toContainEqual({ kind: 'sent', url: '/api/forms/talks.json?lang=es', name: 'Toolbox Talk' })
    expect((await allKept(it.store)).map(({ url, state }) => `${url} ${state}`)).toEqual([`${address} wanted`])
    expect(it.asked).toContain('/api/forms/talks.json?lang=es')
  })

  it('keeps the long lists of a form that is no task, but has records that open', async () => {
    const own = '/api/lists/tower/trades?form=old'
    const it = await phone({
      '/api/sent': { records: [{ path: 'forms/old/x', name: 'Old', at: '2026-02-03T10:00:00Z' }] },
      '/api/forms/old/x.json': { form: { name: 'Old', children: [] }, lists: { trades: own } },
    })
    await makeReady('u:ana', it.store)
    await it.work()
    expect((await it.plan())?.lists).toEqual(['/api/lists/tower/employees', own])
    expect((await readyFacts(it.store, 'u:ana')).lists).toMatchObject({ of: 2, here: 2, ready: true })
    const { done, total } = (await it.plan()) ?? {}
    expect(done).toBe(total)
  })

  it('keeps the documents of sent records of a form that is no task, and what shows them: the filled-in one, else that of the form; no videos', async () => {
    const page = (name: string, model: object = {}) => ({
      form: {
        name,
        component: 'pdfForm',
        pdf: { source: '/api/files/Form0000000000000000' },
        children: [{ type: 'video', url: '/media/long.webm' }],
      },
      record: { path: `forms/permit/${name}`, rev: 1, model },
    })
    const filled = 'Filled00000000000000'
    const it = await phone({
      '/api/sent': { records: ['a', 'b'].map((id) => ({ path: `forms/permit/${id}`, name: 'Permit', at: '2026-02-03T10:00:00Z' })) },
      '/api/forms/permit/a.json': page('a', { pdf: [{ id: filled, filename: 'a.pdf' }] }),
      '/api/forms/permit/b.json': page('b'),
    })
    const files = viewerFiles()
    await makeReady('u:ana', it.store)
    await it.work()
    const documents = [`/api/files/${filled}`, '/api/files/Form0000000000000000']
    expect(await it.plan()).toMatchObject({ state: 'kept', pdfUse: 'fill', pdfs: ['/media/rules.pdf', ...documents] })
    expect((await allKept(it.store)).map(({ url }) => url)).toEqual(expect.arrayContaining(documents))
    expect((await allKept(it.store)).map(({ url }) => url)).not.toContain('/media/long.webm')
    expect([...files.kept.keys()]).toEqual(addresses(pdfTools('fill')))
    expect((await readyFacts(it.store, 'u:ana')).pdfs).toMatchObject({ of: 3, here: 0, ready: false })
    const { done, total } = (await it.plan()) ?? {}
    expect(done).toBe(total)
  })

  it('keeps all own records of the last 30 days, and says when there are more than one answer has', async () => {
    const records = Array.from({ length: 60 }, (_, n) => ({ path: `forms/old/r${n}`, name: 'Old', at: '2026-02-03T10:00:00Z' }))
    const it = await phone({ '/api/sent': { records, more: true } })
    await makeReady('u:ana', it.store)
    await it.work()
    const { sent } = (await readyFacts(it.store, 'u:ana')).needs
    expect(sent).toMatchObject({ of: 61, here: 61, ready: true, cut: [{ shown: 60 }] })
  })

  it.each([false, true])(
    'calls nothing ready before it is known what is needed and all of it is here (kept before: %s)',
    async (before) => {
      const it = await phone({
        '/api/tasks/ana.json': { componentConfig: { items: [{ title: 'Roofing', url: '/frontend/forms/roof' }] } },
      })
      if (before) {
        await keepReadyByItself('u:ana', it.store)
        await it.work(true)
      }
      const items = ['forms/roof', 'chat/plan', 'chat/talk'].map((at) => ({ title: at, url: `/frontend/${at}` }))
      it.answers['/api/tasks/ana.json'] = { componentConfig: { items } }
      it.answers['/api/chat/talk.json'] = { componentConfig: { talk: { kind: 'toolbox-talk', title: 'Talk', form: 'talks', talks: [] } } }
      await makeReady('u:ana', it.store)
      const green: string[] = []
      let state: string | undefined
      for (let answered = 0; state !== 'kept'; answered++) {
        const { screens, lists, pdfs, videos, needs } = await readyFacts(it.store, 'u:ana')
        const shares: Readonly<Record<string, Share | undefined>> = { screens, lists, pdfs, videos, sent: needs.sent }
        green.push(
          Object.keys(shares)
            .filter((key) => shares[key]?.ready === true)
            .join(' '),
        )
        if (shares['screens']?.ready === true)
          expect(
            await it.store.db.screens.bulkGet(items.map(({ url }) => ['u:ana', `${url.replace('/frontend', '/api')}.json?lang=es`])),
          ).not.toContain(undefined)
        if (shares['lists']?.ready === true) expect(await it.store.db.screens.get(['u:ana', '/api/lists/tower/employees'])).toBeDefined()
        it.net.left = answered + 1
        await it.work()
        state = (await it.plan())?.state
      }
      expect(green.slice(0, 5)).toEqual(['', '', '', '', ''])
      const { screens, lists, needs } = await readyFacts(it.store, 'u:ana')
      expect([screens, lists, needs.sent]).toMatchObject([{ ready: true, of: 4 }, { ready: true, of: 1 }, { ready: true }])
    },
  )

  const team = { id: 'tower0000000000000AB', name: 'Tower', source: 'own' }
  const gate = { id: 'gate', title: 'Gate 1', team: team.id, teamName: 'Tower', form: 'check-in' }
  const ofManager = {
    '/api/me': { uid: 'ana', name: 'Ana', teams: [{ ...team, role: 'Administrator' }] },
    '/api/gates': { gates: [gate] },
    '/api/executions/open': { executions: [{ bot: 'bot', key: 'exec', title: 'Manpower' }], days: [] },
    '/api/device/list': { devices: [{ key: 'tablet', name: 'Gate tablet' }] },
    '/api/sent': { records: [{ path: 'forms/orientation/x', name: 'Orientation', at: '2026-02-03T10:00:00Z' }] },
  }

  it('fetches for who runs a project the roster, roll calls, gates, the log of the last days, the inbox, members and devices', async () => {
    const it = await phone(ofManager, new Set(['/api/devices/tablet']))
    setPreference('x:seen:report:u:ana', 'a'.repeat(20))
    await makeReady('u:ana', it.store)
    await it.work()
    const { needs = [], done, total } = (await it.plan()) ?? {}
    const urls = (kind: string) => needs.flatMap((need) => (need.kind === kind ? [need.url.replaceAll(team.id, 'T')] : []))
    expect(urls('onSite')).toEqual(['/api/onsite', '/api/onsite/T'])
    expect(urls('today')).toEqual(['/api/today'])
    expect(urls('times')).toHaveLength(2)
    expect(urls('rollCall')).toEqual(['/api/musters/T'])
    expect(urls('gates')).toEqual(['/api/gates', '/api/gates/gate'])
    expect(urls('dailyLog')).toHaveLength(9)
    expect(urls('review')).toEqual(['/api/executions/open', '/api/automation/bot/execution/exec', '/api/automation/bot/execution/exec/log'])
    expect(urls('projects').map((url) => url.split('?')[0])).toEqual(['/api/me', '/api/teams', '/api/teams', '/api/teams/T'])
    // A project that is archived without a connection is found again in the list of archived ones.
    expect(urls('projects').filter((url) => url.endsWith('&archived=true'))).toHaveLength(1)
    expect(urls('projects').at(-1)).toMatch(/^\/api\/teams\/T\?include=team.members/)
    expect(urls('people')).toEqual([
      '/api/people',
      '/api/teams/T/lists/people',
      '/api/teams/T/lists/companies',
      '/api/team/T?include=team.companies&include=members',
    ])
    // The server refuses the tablet: nobody misses it here.
    expect(urls('devices')).toEqual(['/api/device/list'])
    expect(urls('report')).toEqual([`/api/statistics/${'a'.repeat(20)}`])
    expect(urls('sent')).toEqual(['/api/sent?lang=es', '/api/forms/orientation/x.json?lang=es'])
    expect(done).toBe(total)
    expect(new Set(it.asked).size).toBe(it.asked.length)
  })

  it('fetches every page of the projects with people on site, and says which lists are on the device only in part', async () => {
    const it = await phone({
      ...ofManager,
      '/api/onsite': { projects: [], next: 'b' },
      [`/api/teams/${team.id}/lists/people`]: { entries: [{}, {}], total: 5000 },
      [`/api/teams/${team.id}/lists/companies`]: { entries: [{}], total: 1 },
      '/api/gates/gate': { people: [{}, {}, {}], more: true },
      '/api/executions/open': { executions: [{ bot: 'bot', key: 'exec', title: 'Manpower' }], more: true, days: [] },
      '/api/today': { hazards: [{ path: 'forms/hazards/a', title: 'Open hole' }], moreHazards: true },
    })
    await makeReady('u:ana', it.store)
    await it.work()
    const { needs = [] } = (await it.plan()) ?? {}
    const pages = needs.flatMap(({ kind, url }) => (kind === 'onSite' ? [url] : []))
    expect(pages).toEqual(['/api/onsite', '/api/onsite?cursor=b', `/api/onsite/${team.id}`])
    const facts = await readyFacts(it.store, 'u:ana')
    expect(facts.needs.people?.cut).toEqual([{ name: 'Tower', shown: 2, total: 5000 }])
    expect(facts.needs.gates?.cut).toEqual([{ name: 'Gate 1 · Tower', shown: 3 }])
    expect(facts.needs.rollCall?.cut).toEqual([])
    expect(facts.needs.review?.cut).toEqual([{ shown: 1 }])
    expect(facts.needs.today?.cut).toEqual([{ shown: 1 }])
  })

  it('a worker’s phone fetches by itself what is small, once, and leaves large files and other languages to the person', async () => {
    const it = await phone()
    await keepReadyByItself('u:ana', it.store)
    await it.work(true)
    expect(await it.plan()).toMatchObject({ state: 'kept', byItself: true })
    expect(it.asked.filter((url) => url.includes('lang=pt'))).toEqual([])
    expect(await allKept(it.store)).toEqual([])
    const once = it.asked.length
    await it.work(true)
    expect(it.asked).toHaveLength(once)
    await makeReady('u:ana', it.store)
    await it.work(true)
    expect(await allKept(it.store)).toHaveLength(3)
  })

  it('goes on after the connection broke or the page was closed, without anybody asking', async () => {
    const it = await phone()
    await makeReady('u:ana', it.store)
    it.net.left = 3
    await it.work()
    expect(await it.plan()).toMatchObject({ state: 'running', why: 'offline', done: 3 })
    it.net.left = Number.POSITIVE_INFINITY
    it.device.kill()
    const store = it.device.start()
    setStore(store)
    await keepReady({ store, send: async ({ url }) => json(200, url.startsWith('/api/tasks/') ? tasks : form), locks: undefined }, false)
    expect(await readiness(store, 'u:ana')).toMatchObject({ state: 'kept' })
  })

  it('stops when the person says so, keeps what is here, and begins again when they ask', async () => {
    const it = await phone()
    await makeReady('u:ana', it.store)
    const working = it.work()
    await stopReady('u:ana', it.store)
    await working
    expect((await it.plan())?.state).toBe('stopped')
    const before = it.asked.length
    await it.work(true)
    expect(it.asked).toHaveLength(before)
    await makeReady('u:ana', it.store)
    await it.work(true)
    expect((await it.plan())?.state).toBe('kept')
  })

  it('is kept fresh: again when something changed, or after half a day; never for who did not ask', async () => {
    const it = await phone()
    await it.work(true)
    expect(it.asked).toEqual([])
    await makeReady('u:ana', it.store)
    await it.work()
    const once = it.asked.length
    await it.work()
    expect(it.asked).toHaveLength(once)
    await it.work(true)
    expect(it.asked).toHaveLength(2 * once)
    it.device.clock.advance(13 * 3_600_000)
    await it.work()
    expect(it.asked).toHaveLength(3 * once)
  })

  it('fetches no record again after a change if its copy is fresh: the change stream fetches what a change affects', async () => {
    const record = '/api/forms/old/x.json?lang=es'
    const it = await phone({ '/api/sent': { records: [{ path: 'forms/old/x', name: 'Old', at: '2026-02-03T10:00:00Z' }] } })
    const times = () => [it.asked.filter((url) => url === record).length, it.asked.filter((url) => url.startsWith('/api/sent')).length]
    await makeReady('u:ana', it.store)
    await it.work()
    await it.work(true)
    expect(times()).toEqual([1, 2])
    const { needs, done, total, state } = (await it.plan()) ?? {}
    expect(needs).toContainEqual({ kind: 'sent', url: record, name: 'Old · 2026-02-03' })
    expect([state, done]).toEqual(['kept', total])
    it.device.clock.advance(13 * 3_600_000)
    await it.work(true)
    expect(times()).toEqual([2, 3])
    await makeReady('u:ana', it.store)
    await it.work(true)
    expect(times()).toEqual([3, 4])
  })

  it('drops the document of a record that is no longer among the last ones, also if a run broke off', async () => {
    const filled = '/api/files/Filled00000000000000'
    const page = {
      form: { name: 'Permit', component: 'pdfForm', pdf: { source: '/api/files/Form0000000000000000' }, children: [] },
      record: { path: 'forms/permit/a', rev: 1, model: { pdf: [{ id: 'Filled00000000000000', filename: 'a.pdf' }] } },
    }
    const it = await phone({
      '/api/sent': { records: [{ path: 'forms/permit/a', name: 'Permit', at: '2026-02-03T10:00:00Z' }] },
      '/api/forms/permit/a.json': page,
    })
    const { kept } = viewerFiles()
    await makeReady('u:ana', it.store)
    await it.work()
    kept.set(partAddress(filled, 0), new Response('a document'))
    it.answers['/api/sent'] = { records: [] }
    await makeReady('u:ana', it.store)
    it.net.left = 4
    await it.work()
    expect(await it.plan()).toMatchObject({ state: 'running' })
    expect(kept.has(partAddress(filled, 0))).toBe(true)
    it.net.left = Number.POSITIVE_INFINITY
    await it.work()
    expect(await it.plan()).toMatchObject({ state: 'kept', pdfs: ['/media/rules.pdf'] })
    expect(kept.has(partAddress(filled, 0))).toBe(false)
    const states = new Map((await allKept(it.store)).map(({ url, state }) => [url, state]))
    expect([states.get(filled), states.get('/media/rules.pdf')]).toEqual(['offered', 'wanted'])
  })

  it('fetches what a PDF form needs beside its document, counts it, and goes on after the connection broke', async () => {
    const it = await phone(onlyPermit)
    const files = viewerFiles()
    files.net.left = 1
    await makeReady('u:ana', it.store)
    await it.work()
    expect(await it.plan()).toMatchObject({ state: 'running', why: 'offline', pdfUse: 'fill' })
    expect(await missingTools('fill')).toHaveLength(pdfTools('fill').length - 1)
    files.net.left = Number.POSITIVE_INFINITY
    await it.work()
    expect(await missingTools('fill')).toEqual([])
    const { state, done, total } = (await it.plan()) ?? {}
    expect([state, done]).toEqual(['kept', total])

    files.kept.clear()
    await makeReady('u:ana', it.store)
    await it.work()
    const whole = (await it.plan())?.bytes ?? 0
    await makeReady('u:ana', it.store)
    await it.work()
    expect(whole - ((await it.plan())?.bytes ?? 0)).toBe(pdfTools('fill').reduce((sum, { size }) => sum + size, 0))
  })

  it.each([
    ['in a field of a form', { type: 'group', children: [{ type: 'pdf', source: '/media/permit.pdf', form: {} }] }, 'fill'],
    ['only to read', { type: 'pdf', source: '/media/rules.pdf' }, 'read'],
    ['nowhere', { type: 'text', attribute: 'note' }, undefined],
  ] as const)('knows what a PDF %s needs', async (_, field, use) => {
    const it = await phone({ ...onlyPermit, '/api/forms/permit.json': { form: { name: 'Permit', children: [field] } } })
    const { kept } = viewerFiles()
    await makeReady('u:ana', it.store)
    await it.work()
    expect((await it.plan())?.pdfUse).toBe(use)
    expect([...kept.keys()]).toEqual(addresses(pdfTools(use)))
    expect([...kept.keys()].some((url) => url.includes('quickjs'))).toBe(use === 'fill')
    // A crew writes names in any script into a form.
    expect([...kept.keys()].some((url) => url.endsWith('/cjk.ttf'))).toBe(use === 'fill')
  })

  it('keeps by itself what the scripts of a PDF form need, and no fonts', async () => {
    const it = await phone(onlyPermit)
    const { kept } = viewerFiles()
    await keepReadyByItself('u:ana', it.store)
    await it.work(true)
    expect(await it.plan()).toMatchObject({ state: 'kept', byItself: true })
    expect([...kept.keys()]).toEqual(addresses(pdfTools('fill').filter(({ kind }) => kind === 'scripts')))
    expect(kept.size).toBeGreaterThan(0)
  })

  it.each([
    ['that people fill in', { pdf: { source: '/media/permit.pdf' }, children: [] }, 'fill'],
    ['to read', { name: 'Orientation', children: [{ type: 'pdf', source: '/media/rules.pdf' }] }, 'read'],
    ['of no kind', { name: 'Orientation', children: [] }, undefined],
  ] as const)('a kiosk with a document %s keeps what shows it by itself, also after an update of the app', async (_, settings, use) => {
    const it = await phone()
    const { kept } = viewerFiles()
    setFetcher(async (url, owner) => {
      await it.store.db.screens.put({ owner, url, v: 1, version: 1, data: { form: settings }, fetchedAt: 1 } as never)
      return 'fresh'
    })
    try {
      expect(await keepKioskReady('k:gate', '/frontend/forms/permit', 'en')).toBe(true)
    } finally {
      setFetcher(undefined)
    }
    await keepWantedTools(it.store)
    expect([...kept.keys()]).toEqual(addresses(pdfTools(use)))
    kept.clear()
    await keepWantedTools(it.store)
    expect([...kept.keys()]).toEqual(addresses(pdfTools(use)))
  })

  it('fetches again what an update of the app or a full device took away, without anybody asking', async () => {
    const it = await phone(onlyPermit)
    const { kept } = viewerFiles()
    await makeReady('u:ana', it.store)
    await it.work()
    const asked = it.asked.length
    kept.clear()
    await it.work()
    expect(await missingTools('fill')).toEqual([])
    expect(it.asked).toHaveLength(asked)
  })

  it('deletes the files of an earlier version of the viewer when those of this version are on the device, and not before', async () => {
    const it = await phone(onlyPermit)
    const { kept, net } = viewerFiles()
    const former = ['/pdfjs/0.9.3/wasm/quickjs-eval.wasm', '/pdfjs/muster-0/fonts/cjk.ttf']
    for (const url of former) kept.set(url, new Response('of an earlier version'))
    net.left = 1
    await makeReady('u:ana', it.store)
    await it.work()
    expect([...kept.keys()]).toEqual(expect.arrayContaining(former))
    net.left = Number.POSITIVE_INFINITY
    await it.work()
    expect([...kept.keys()].toSorted()).toEqual(addresses(pdfTools('fill')).toSorted())

    // An update brings another version, after everything was ready.
    kept.clear()
    for (const url of former) kept.set(url, new Response('of an earlier version'))
    await it.work()
    expect([...kept.keys()].toSorted()).toEqual(addresses(pdfTools('fill')).toSorted())
  })

  it('leaves the files of an earlier version while a page of it is open, and those of a later version', async () => {
    const it = await phone(onlyPermit)
    const { kept, openPage } = viewerFiles()
    const former = '/pdfjs/0.9.3/wasm/quickjs-eval.wasm'
    const later = ['/pdfjs/99.0.0/wasm/quickjs-eval.wasm', '/pdfjs/muster-99/fonts/cjk.ttf']
    const all = [former, '/pdfjs/muster-0/fonts/cjk.ttf', ...later]
    for (const url of all) kept.set(url, new Response('of another version'))
    const close = openPage('0.9.3')
    await makeReady('u:ana', it.store)
    await it.work()
    expect([...kept.keys()].toSorted()).toEqual([...addresses(pdfTools('fill')), former, ...later].toSorted())
    close()
    await it.work()
    expect([...kept.keys()].toSorted()).toEqual([...addresses(pdfTools('fill')), ...later].toSorted())
  })

  it('an open page keeps its files from pages of a later version, without *Make ready* too', async () => {
    const it = await phone()
    const { kept, holders } = viewerFiles()
    const [script] = pdfTools('fill').filter(({ kind }) => kind === 'scripts')
    const name = script?.url.split('/').at(-1)
    const former = [`/pdfjs/0.9.3/wasm/${name}`, '/pdfjs/0.9.3/wasm/other.wasm']
    for (const url of [...former, script?.url ?? '']) kept.set(url, new Response('kept at its first use'))
    await keepWantedTools(it.store)
    expect([...holders.keys()].toSorted()).toEqual(
      [...new Set(addresses(pdfTools('fill')).map((url) => `muster:pdf:${url.split('/')[2]}`))].toSorted(),
    )
    // The same file of this version takes its place.
    expect([...kept.keys()]).toEqual([former[1], script?.url])
  })

  it('on a full device makes room with the files of an earlier version, once', async () => {
    const it = await phone(onlyPermit)
    const { kept } = viewerFiles()
    const former = Array.from({ length: 40 }, (_, at) => `/pdfjs/0.9.3/wasm/part-${at}.wasm`)
    for (const url of former) kept.set(url, new Response('of an earlier version'))
    fullAt(40, kept)
    await makeReady('u:ana', it.store)
    await it.work()
    expect([...kept.keys()].toSorted()).toEqual(addresses(pdfTools('fill')).toSorted())
    expect((await it.plan())?.state).toBe('kept')

    kept.clear()
    fullAt(0, kept)
    await it.work()
    expect(kept.size).toBe(0)
  })

  it('says that the session is over instead of waiting for ever', async () => {
    const it = await phone()
    await makeReady('u:ana', it.store)
    it.net.status = 401
    await it.work()
    expect(await it.plan()).toMatchObject({ state: 'failed', why: 'session' })
  })
})
