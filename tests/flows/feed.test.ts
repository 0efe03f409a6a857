import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rowVersion } from '../../src/store/db/MusterDb.ts'
import { forgetOwner, setOwner } from '../../src/store/identity/getOwner.ts'
import { setReach } from '../../src/store/connectivity/getReach.ts'
import { setStore } from '../../src/store/db/store.ts'
import { feedLock, followChanges, silence } from '../../src/sync/followChanges.ts'
import type { OpenFeed } from '../../src/sync/openFeed.ts'
import type { Send } from '../../src/sync/send.ts'
import { Device } from './device.ts'
import { fakeLocks } from './locks.ts'
import { json } from './server-model.ts'

const stops: (() => void)[] = []
let seen: DocumentVisibilityState = 'visible'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  seen = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen)
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  setStore(undefined)
  forgetOwner()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Lets database calls and promises finish without advancing the clock. */
async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 4000; turn++) {
    if (await done()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('It never came to that')
}

interface Line {
  readonly since: string | undefined
  open: boolean
  push(text: string): void
  end(): void
}

/** A device with a few cached screens, and a server with a change stream. */
async function phone() {
  const device = new Device()
  const store = device.start(() => 0.5)
  setStore(store)
  await setOwner('u:ana')
  const lines: Line[] = []
  const asked: string[] = []
  const net = { up: true, status: 200 }
  const open: OpenFeed = async (_url, headers, signal) => {
    const parts: string[] = []
    let wake = () => {}
    const line: Line = {
      since: headers['last-event-id'],
      open: true,
      push(text) {
        parts.push(text)
        wake()
      },
      end() {
        line.open = false
        wake()
      },
    }
    signal.addEventListener('abort', () => line.end())
    lines.push(line)
    if (!net.up) {
      line.end()
      return undefined
    }
    async function* text() {
      for (;;) {
        while (parts.length > 0) yield parts.shift() ?? ''
        if (!line.open) return
        await new Promise<void>((resolve) => (wake = resolve))
      }
    }
    // The answer of an ended session is complete.
    if (net.status === 401) line.end()
    return { status: net.status, redirected: false, header: (name) => (name === 'x-app' ? '1' : null), text: text() }
  }
  const send: Send = async ({ url }) => {
    asked.push(url)
    return net.up ? json(200, { url, n: asked.length }) : { kind: 'none', aborted: false }
  }
  const locks = fakeLocks()
  const tab = () => {
    const stop = followChanges({ store, send, locks, open })
    stops.push(stop)
    return stop
  }
  for (const url of ['/api/forms/hazard.json', '/api/arrived/hazard.json', '/api/tasks/ana.json', '/api/me'])
    await store.db.screens.put({ owner: 'u:ana', url, v: rowVersion, data: {}, version: 1, fetchedAt: 1 })
  const passes = async (ms: number) => {
    for (let left = ms; left > 0; left -= 500) {
      device.clock.advance(Math.min(left, 500))
      await vi.advanceTimersByTimeAsync(Math.min(left, 500))
    }
  }
  return {
    store,
    lines,
    asked,
    net,
    locks,
    tab,
    passes,
    tell: (n: number, changes: unknown[], id: string, more = {}) =>
      lines[n]?.push(`id: ${id}\nevent: changes\ndata: ${JSON.stringify({ changes, ...more })}\n\n`),
    listens: (n: number) => until(() => lines.length === n && lines[n - 1]?.open === true),
    cursor: async () => (await store.db.cursors.get('u:ana'))?.id,
    show(state: DocumentVisibilityState) {
      seen = state
      document.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

const record = { kind: 'record', path: `forms/hazard/${'A'.repeat(20)}`, rev: 1 }
const form = { kind: 'form', path: 'hazard', team: 'tower' }

describe('a device that gets the change stream', () => {
  it('fetches what it keeps of them and nothing else, and goes on from there next time', async () => {
    const it = await phone()
    it.tab()
    await it.listens(1)
    expect(it.lines[0]?.since).toBeUndefined()
    it.tell(0, [record], 'a:1')
    await it.passes(1000)
    await until(async () => (await it.cursor()) === 'a:1')
    expect(it.asked).toEqual(['/api/arrived/hazard.json'])
    it.lines[0]?.end()
    await it.passes(10_000)
    await it.listens(2)
    expect(it.lines[1]?.since).toBe('a:1')
  })

  it('fetches changes that come together once', async () => {
    const it = await phone()
    it.tab()
    await it.listens(1)
    for (let n = 1; n <= 20; n++) it.tell(0, [record, form], `a:${n}`)
    await it.passes(1000)
    await until(async () => (await it.cursor()) === 'a:20')
    expect(it.asked.toSorted()).toEqual(['/api/arrived/hazard.json', '/api/forms/hazard.json', '/api/tasks/ana.json'])
  })

  it('fetches everything it keeps when the server can not say what it missed', async () => {
    const it = await phone()
    it.tab()
    await it.listens(1)
    it.tell(0, [], 'a:9', { reset: true })
    await it.passes(1000)
    await until(async () => (await it.cursor()) === 'a:9')
    expect(it.asked).toHaveLength(4)
  })

  it('requests again what it could not fetch', async () => {
    const it = await phone()
    it.tab()
    await it.listens(1)
    it.net.up = false
    it.tell(0, [record], 'a:1')
    await it.passes(1000)
    await until(() => it.lines[0]?.open === false)
    it.net.up = true
    await it.passes(10_000)
    await it.listens(2)
    expect(it.lines[1]?.since).toBeUndefined()
    expect(await it.cursor()).toBeUndefined()
    it.tell(1, [record], 'a:1')
    await it.passes(1000)
    await until(async () => (await it.cursor()) === 'a:1')
  })

  it('has one stream, however many tabs are open; the next tab takes over', async () => {
    const it = await phone()
    const first = it.tab()
    await it.listens(1)
    it.tab()
    await it.passes(5000)
    expect(it.lines).toHaveLength(1)
    first()
    await it.listens(2)
    expect(it.lines.filter((line) => line.open)).toHaveLength(1)
  })

  it('disconnects while no person looks or there is no network, and connects again at once when that is over', async () => {
    const it = await phone()
    it.tab()
    await it.listens(1)
    it.show('hidden')
    await until(() => it.lines[0]?.open === false && !it.locks.holders.has(feedLock))
    await it.passes(60_000)
    expect(it.lines).toHaveLength(1)
    it.show('visible')
    await it.listens(2)
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    dispatchEvent(new Event('offline'))
    await until(() => it.lines[1]?.open === false)
    online.mockReturnValue(true)
    dispatchEvent(new Event('online'))
    await it.listens(3)
  })

  it.each(['online', 'resume', 'visibilitychange', 'pageshow', 'an answer'])(
    'listens again at once on %s, however often it has tried',
    async (sign) => {
      const it = await phone()
      it.net.up = false
      it.tab()
      for (let minute = 0; minute < 10; minute++) await it.passes(60_000)
      const tried = it.lines.length
      // Attempts without a server are cheap: the device retries every few seconds, as for saves.
      expect(tried).toBeGreaterThan(60)
      it.net.up = true
      if (sign === 'an answer') {
        setReach('offline')
        setReach('ok')
      } else (sign === 'online' || sign === 'pageshow' ? globalThis : document).dispatchEvent(new Event(sign))
      await it.listens(tried + 1)
    },
  )

  it('takes a line for dead on which the server says nothing, not even that it is there', async () => {
    const it = await phone()
    it.tab()
    await it.listens(1)
    for (let n = 0; n < 6; n++) {
      it.lines[0]?.push(':\n\n')
      await it.passes(15_000)
    }
    expect(it.lines).toHaveLength(1)
    await it.passes(silence + 10_000)
    await until(() => it.lines.length > 1)
  })

  it('asks no more when the session is over, and again after signing in', async () => {
    const it = await phone()
    it.net.status = 401
    it.tab()
    await until(() => it.lines.length === 1 && !it.locks.holders.has(feedLock))
    await it.passes(120_000)
    expect(it.lines).toHaveLength(1)
    it.net.status = 200
    await setOwner('u:ana')
    await it.listens(2)
  })
})
