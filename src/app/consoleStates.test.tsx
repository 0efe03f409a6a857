import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { closeDevice, openDevice, openScreen, type OpenScreen, uid } from '../../tests/harness/console.tsx'
import { callOf, example } from '../../tests/harness/examples.ts'
import { act } from '../../tests/harness/page.tsx'
import type { Owner } from '../store/db.ts'
import { setPuller } from '../store/events.ts'
import { getStore } from '../store/store.ts'
import { consoleScreens } from './consoleScreens.ts'

const contracts = import.meta.glob<Record<string, unknown>>(['../../contract/*.ts', '!../../contract/*.test.ts'], { eager: true })
const endpoints = Object.values(contracts)
  .flatMap((module) => Object.values(module))
  .filter((each): each is Endpoint => typeof each === 'object' && each !== null && 'whenOffline' in each)

/** Screens that have other states, or theirs elsewhere. A new one belongs here for one of these reasons alone. */
const others = [
  // Nothing of the server is on them.
  ...['/impersonate', '/support', '$'],
  // They can be filled in whole without what they ask for, which only suggests: a name, a billing account, projects to choose among.
  ...['/billing/request', '/billing/refer', '/billing/create', '/reporting'],
  // The server describes them: the page shell has their states, and its tests.
  ...['/automation/$id', '/automation/$id/topics'],
  // Roll calls begin and go on without a server.
  ...['/onsite/$team/muster', '/onsite/$team/muster/$muster'],
]
/** They do something, or show what is right for now alone: nothing of it is kept on the device. */
const onlyNow = ['/invite/$token', '/mail', '/billing/refer/$id', '/grants']
/** There is always something to show, and the same. */
const neverEmpty = ['/automation/$id/qr', '/team/$id/automation/add', '/automation/$id/add']

/** Each screen once, by the last of its addresses. */
const screens = [
  ...new Map(
    consoleScreens.filter(([, , where]) => where !== 'alone').map(([path, load]) => [String(load), [path, load] as const]),
  ).values(),
]
const withStates = screens.filter(([path]) => !others.includes(path))

type Says = 'nothing' | 'refusal' | 'bare' | 'full' | 'offline'
const refusal = { code: 'CRANE', message: 'The crane is in the way.' }
/** What an example can't guess. */
const given = { uid, isAdmin: false, component: 'botTable' }

/**
 * A server that answers every question in the shape that its contract gives: with nothing in it, or one of everything. What was asked while it said
 * nothing is answered once it says something; what a screen shows already is renewed.
 */
function server() {
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
    const shape = callOf(endpoints, method, url)?.answer
    return shape && example(shape as never, says === 'bare', given)
  }
  const write = async (url: string, owner: Owner) => {
    const { db, now } = getStore()
    const data = answerTo('GET', url)
    // Who one is, is known; what is refused is the rest.
    const refused = says === 'refusal' && !url.startsWith('/api/me')
    const row = { owner, url, v: 1, fetchedAt: now(), data, version: refused ? 0 : (version += 1), ...(refused && { refused: refusal }) }
    await db.screens.put(row as never)
  }
  setPuller(async (url, owner) => {
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
/** Waits until it is so; a screen that never comes to it says what it shows instead. */
const soon = (what: () => unknown) =>
  vi.waitFor(
    () => {
      if (!what()) throw new Error(document.body.textContent ?? '')
    },
    { timeout: 20_000, interval: 10 },
  )
const alert = () => document.querySelector('[role=alert]')?.textContent ?? ''
const settled = () => !document.querySelector('[data-skeleton]') && alert() === '' && document.querySelectorAll('h1').length === 1

describe('every screen of the console', () => {
  it.each(withStates)(
    'at %s shows that it waits, why there is nothing, nothing, something, and a copy of the device as one',
    async (path, load) => {
      const screen = await load()
      const address = path.replace(/\$[a-zA-Z]+/g, 'a'.repeat(20))
      const open = async () => {
        await opened?.page.remove()
        opened = await openScreen(address, { [path]: screen })
        return opened.page
      }
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

  it('names its exceptions as they are', () => {
    const paths = new Set(screens.map(([path]) => path))
    expect([...others, ...onlyNow, ...neverEmpty].filter((path) => !paths.has(path))).toEqual([])
  })
})
