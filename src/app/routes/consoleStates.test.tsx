import 'fake-indexeddb/auto'
import type { RouteComponent } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { closeDevice, openDevice, openScreen, type OpenScreen, uid } from '../../../tests/harness/console.tsx'
import { callOf, example } from '../../../tests/harness/examples.ts'
import { act } from '../../../tests/harness/page.tsx'
import type { Owner } from '../../store/db/MusterDb.ts'
import { setFetcher } from '../../store/db/emitStoreEvent.ts'
import { getStore } from '../../store/db/store.ts'
import { consoleScreens } from './consoleScreens.ts'

const contracts = import.meta.glob<Record<string, unknown>>(['../../../contract/**/*.ts', '!../../../contract/**/*.test.ts'], {
  eager: true,
})
const endpoints = Object.values(contracts)
  .flatMap((module) => Object.values(module))
  .filter((each): each is Endpoint => typeof each === 'object' && each !== null && 'whenOffline' in each)

/**
 * Screens that can always be used, independent of the server's answer. A new screen may be listed here only
 * for one of these reasons.
 */
const others = [
  // They show no data of the server.
  ...['/impersonate', '/support', '$'],
  // They can be filled in completely without the requested data, which only makes suggestions: a name, a
  // billing account, a choice of projects.
  ...['/billing/request', '/billing/refer', '/billing/create', '/reporting'],
]
/** Roll calls start and continue without a server; the device computes its state from single events. */
const rollCalls = ['/onsite/$team/muster', '/onsite/$team/muster/$muster']
const ids = (path: string) => path.replace('$list', 'people').replace(/\$[a-zA-Z]+/g, 'a'.repeat(20))
const topics = {
  columns: [{ key: 'name', label: 'Name' }],
  rows: [{ key: 'ladders', cells: { name: 'Working on ladders' } }],
  empty: 'No talk was held yet.',
}
/**
 * Screens that the server describes: its answer for an empty one, for one with content, and words of each.
 */
const described: Readonly<Record<string, { readonly bare: unknown; readonly full: unknown; readonly words: readonly [string, string] }>> = {
  '/automation/$id': {
    bare: {
      component: 'automationForm',
      componentConfig: { title: 'Gate bot' },
      form: { name: 'gate-bot', template: 'Gate bot', children: [] },
    },
    full: {
      component: 'automationForm',
      componentConfig: { title: 'Gate bot' },
      form: { name: 'gate-bot', template: 'Gate bot', children: [{ type: 'text', attribute: 'title', label: 'Name of the bot' }] },
      record: { path: `automations/${'a'.repeat(20)}`, rev: 1, model: { title: 'North gate' } },
    },
    words: ['Gate bot', 'Name of the bot'],
  },
  '/automation/$id/topics': {
    bare: { component: 'botTable', componentConfig: { title: 'Topics', items: [{ ...topics, rows: [] }] } },
    full: { component: 'botTable', componentConfig: { title: 'Topics', items: [topics] } },
    words: [topics.empty, 'Working on ladders'],
  },
}
/** They run an action, or show data that is only valid now: nothing of it is stored on the device. */
const onlyNow = ['/invite/$token', '/mail', '/billing/refer/$id', '/grants', '/sessions']
/** They always show the same content; crew times: the sign-ins of an example are of another day. */
const neverEmpty = [
  '/onsite/$team/times',
  '/teams/$id/lists/$list/import',
  '/automation/$id/qr',
  '/team/$id/automation/add',
  '/automation/$id/add',
]

/** Each screen once, with the last of its addresses. */
const screens = [
  ...new Map(
    consoleScreens.filter(([, , where]) => where === undefined).map(([path, load]) => [String(load), [path, load] as const]),
  ).values(),
]
const withStates = screens.filter(([path]) => ![...others, ...rollCalls].includes(path) && !(path in described))

type Says = 'nothing' | 'refusal' | 'bare' | 'full' | 'offline'
const refusal = { code: 'CRANE', message: 'The crane is in the way.' }
/** Values that an example can't guess. */
const given = { uid, isAdmin: false, component: 'botTable' }

/**
 * A fake server that answers every request in the shape of its contract: empty, or with one of everything. A
 * request made while it answers nothing is answered once it does; data that a screen already shows is
 * refreshed.
 */
function server(pages: (address: string) => (typeof described)[string] | undefined = () => undefined) {
  let says: Says = 'nothing'
  let version = 0
  let waiting: (() => void)[] = []
  const wished = new Map<string, Owner>()
  const asked = new Set<string>()
  const spoken = async () => {
    while (says === 'nothing') await new Promise<void>((resolve) => waiting.push(resolve))
    return says
  }
  const answerTo = (method: string, url: string) => {
    const page = pages(url)
    if (page) return says === 'bare' ? page.bare : page.full
    const shape = callOf(endpoints, method, url)?.answer
    return shape && example(shape as never, says === 'bare', given)
  }
  const write = async (url: string, owner: Owner) => {
    const { db, now } = getStore()
    const data = answerTo('GET', url)
    // The person is always known; all other requests are refused.
    const refused = says === 'refusal' && !url.startsWith('/api/me')
    const row = { owner, url, v: 1, fetchedAt: now(), data, version: refused ? 0 : (version += 1), ...(refused && { refused: refusal }) }
    await db.screens.put(row as never)
  }
  setFetcher(async (url, owner) => {
    wished.set(url, owner as Owner)
    if ((await spoken()) === 'offline') return 'offline'
    await write(url, owner as Owner)
    return 'fresh'
  })
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.add(url)
    if ((await spoken()) === 'offline') throw new TypeError('no connection')
    const refused = says === 'refusal'
    const body = JSON.stringify(refused ? { error: refusal } : answerTo(method, url))
    return new Response(body, { status: refused ? 409 : 200, headers: { 'x-app': '1' } })
  })
  return {
    asked,
    say: (next: Says) =>
      act(async () => {
        const before = says
        says = next
        for (const go of waiting.splice(0)) go()
        if (before !== 'nothing' && next !== 'offline') for (const [url, owner] of [...wished]) await write(url, owner)
      }),
  }
}

let opened: OpenScreen | undefined
beforeEach(openDevice)
afterEach(async () => {
  await opened?.page.remove()
  opened = undefined
  vi.unstubAllGlobals()
  closeDevice()
})
/** Waits until the check passes; on failure it shows the content of the screen instead. */
const soon = (what: () => unknown) =>
  vi.waitFor(
    () => {
      if (!what()) throw new Error(document.body.textContent ?? '')
    },
    { timeout: 20_000, interval: 10 },
  )
const alert = () => document.querySelector('[role=alert]')?.textContent ?? ''
const settled = () => !document.querySelector('[data-skeleton]') && alert() === '' && document.querySelectorAll('h1').length === 1

/** Opens a screen from scratch each time, as on a device that was just started. */
const opener = (path: string, screen: RouteComponent) => async () => {
  await opened?.page.remove()
  opened = await openScreen(ids(path), { [path]: screen })
  return opened.page
}

describe('every screen of the console', () => {
  it.each(withStates)(
    'at %s shows that it waits, why there is nothing, nothing, something, and a copy of the device as one',
    async (path, load) => {
      const screen = await load()
      const open = opener(path, screen)
      const { say, asked } = server()
      const page = await open()
      if (onlyNow.includes(path)) {
        await soon(() => asked.size > 0)
        await say('refusal')
        await soon(() => alert() !== '')
        await say('offline')
        await open()
        await soon(() => alert() !== '')
        return
      }
      await soon(() => document.querySelector('[data-skeleton]'))
      await say('refusal')
      await soon(() => alert().includes(refusal.message))
      await say('bare')
      await soon(settled)
      const empty = page.text()
      await say('full')
      await soon(() => settled() && (neverEmpty.includes(path) || page.text() !== empty))
      await say('offline')
      await open()
      await soon(() => /As of|as of/.test(document.body.textContent ?? ''))
      await act(() => getStore().db.screens.clear())
      await open()
      await soon(() => alert().includes('Not on this device yet'))
    },
  )

  it.each(screens.filter(([path]) => path in described))(
    'at %s, which the server describes, shows that it waits, why there is nothing, nothing, something, and a copy of the device as one',
    async (path, load) => {
      const { bare, full, words } = described[path] ?? {}
      const { say } = server((url) => (url.startsWith(`/api${ids(path)}.json`) ? described[path] : undefined))
      const open = opener(path, await load())
      await open()
      const shows = (word: string | undefined) => soon(() => alert() === '' && document.body.textContent?.includes(word ?? ''))
      expect([bare, full]).not.toContain(undefined)
      await soon(() => document.querySelector('[data-skeleton]'))
      await say('refusal')
      await soon(() => alert().includes(refusal.message))
      await say('bare')
      await open()
      await shows(words?.[0])
      expect(document.body.textContent).not.toContain(words?.[1])
      await say('full')
      await shows(words?.[1])
      await say('offline')
      await open()
      await soon(() => /As of|as of/.test(document.body.textContent ?? ''))
      await shows(words?.[1])
      await act(() => getStore().db.screens.clear())
      await open()
      await soon(() => document.body.textContent?.includes('Not on this device yet'))
    },
  )

  it.each(screens.filter(([path]) => others.includes(path)))(
    'at %s is ready for use when the server does not answer, when it refuses, and without a connection',
    async (path, load) => {
      const { say } = server()
      const open = opener(path, await load())
      const ready = () => soon(() => document.querySelectorAll('h1').length === 1 && document.querySelector('a[href], button, input'))
      await open()
      await ready()
      for (const next of ['refusal', 'offline'] as const) {
        await say(next)
        await act(() => getStore().db.screens.clear())
        await open()
        await ready()
      }
    },
  )

  it.each(screens.filter(([path]) => rollCalls.includes(path)))(
    'at %s shows that it waits, why there is nothing, and that there was no roll call',
    async (path, load) => {
      const { say } = server()
      await opener(path, await load())()
      await soon(() => document.querySelector('[data-skeleton]'))
      await say('refusal')
      await soon(() => alert().includes(refusal.message))
      await say('bare')
      await soon(settled)
    },
  )

  it('names its exceptions as they are', () => {
    const paths = new Set<string>(screens.map(([path]) => path))
    expect([...others, ...rollCalls, ...Object.keys(described), ...onlyNow, ...neverEmpty].filter((path) => !paths.has(path))).toEqual([])
  })
})
