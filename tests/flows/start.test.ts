import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getMe } from '../../contract/endpoints/sign-in.ts'
import { longestPauseOffline } from '../../src/lib/backoffDelay.ts'
import { serverNow } from '../../src/store/db/serverNow.ts'
import type { OpRow } from '../../src/store/db/MusterDb.ts'
import { requestRefresh } from '../../src/store/db/emitStoreEvent.ts'
import { grantOf, markLeft, markSessionLeft } from '../../src/store/encryption/grantOf.ts'
import { forgetOwner, setOwner } from '../../src/store/identity/getOwner.ts'
import { queue, sendNow } from '../../src/store/outbox/queue.ts'
import { getReach } from '../../src/store/connectivity/getReach.ts'
import { setStore, type Store } from '../../src/store/db/store.ts'
import { keepChat, readChat, type SignedChat } from '../../src/store/drafts/keepChat.ts'
import { saveRecord } from '../../contract/endpoints/records.ts'
import { headerNames } from '../../src/sync/headerNames.ts'
import { copyHeader } from '../../src/sync/pull.ts'
import { rhythm } from '../../src/sync/replayRounds.ts'
import { startSync } from '../../src/sync/startSync.ts'
// Loaded in advance: startSync imports these when there is work, and loading from disk takes real time.
import '../../src/store/outbox/saveOp.ts'
import '../../src/store/outbox/followers.ts'
import '../../src/store/integrity/journalSent.ts'
import '../../src/store/drafts/queueSigned.ts'
import '../../src/sync/drain.ts'
import '../../src/sync/endGrantIfDone.ts'
import type { Send } from '../../src/sync/send.ts'
import { Device } from './device.ts'
import { fakeLocks } from './locks.ts'
import { json, Net, ServerModel } from './server-model.ts'

let stop: () => void = () => undefined

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  stop()
  setStore(undefined)
  forgetOwner()
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

async function page(send?: (net: Net) => Send) {
  const server = new ServerModel({ keepsKeys: true })
  const net = new Net(server)
  const device = new Device()
  const store = device.start(() => 0.5)
  const locks = fakeLocks()
  setStore(store)
  await setOwner('u:ana')
  server.session = 'ana'
  const begin = () => {
    stop = startSync({ store, send: send?.(net) ?? net.send, locks })
  }
  begin()
  return {
    server,
    net,
    store,
    locks,
    begin,
    save: (n: number, path = 'forms/a/1') => queue(saveRecord, { '*': path }, { payload: { n } }),
    arrived: (n: number) => until(() => server.effects.length === n),
    async passes(ms: number) {
      for (let left = ms; left > 0; left -= 1000) {
        device.clock.advance(Math.min(left, 1000))
        await vi.advanceTimersByTimeAsync(Math.min(left, 1000))
      }
    },
  }
}

describe('an administrator who looks at the app as another person', () => {
  async function looking() {
    const it = await page()
    await setOwner('u:ana', { grant: 'token-ana' })
    // As ImpersonateScreen does after the answer of the server: the session in the browser stays.
    await setOwner('u:ben')
    return it
  }

  it('stays signed in while the page syncs, and their grant stays', async () => {
    const it = await looking()
    await it.passes(3 * rhythm)
    expect([it.server.left, it.server.session, await grantOf(it.store, 'u:ana')]).toEqual([[], 'ana', 'token-ana'])
  })

  it('takes their grant back too when they log out as that person', async () => {
    const it = await looking()
    await markSessionLeft(it.store, 'u:ben')
    await setOwner('p:')
    await until(async () => (await grantOf(it.store, 'u:ana')) === undefined)
    expect(it.server.left).toEqual([{ grant: 'token-ana', opIds: [] }])
  })

  it('ends their grant after a log-out of their own', async () => {
    const it = await looking()
    await setOwner('u:ana')
    await markLeft(it.store, 'u:ana')
    await setOwner('p:')
    await until(async () => (await grantOf(it.store, 'u:ana')) === undefined)
    expect(it.server.left).toEqual([{ grant: 'token-ana', opIds: [] }])
  })
})

describe('a talk that was signed on a page that ended before the outbox had it', () => {
  const signed: SignedChat = {
    chat: 'Chat0000000000000001',
    form: 'pre-task-plan',
    title: 'Pre-Task Plan: Roofing',
    body: {
      bot: 'bot',
      lang: 'en',
      messages: [{ id: 'Message0000000000001', message: 'Ana Silva', reply: 'Thank you.' }],
      context: { name: 'Ana Silva', now: '2026-06-01 07:05', today: '2026-06-01' },
      signed: { date: '2026-06-01', lang: 'en', made_by: 'Ana Silva', people: [], people_names: '', signed: '', not_signed: '' },
    },
  }
  const talks = async (it: Awaited<ReturnType<typeof page>>) =>
    (await it.store.db.receipts.toArray()).filter(({ path }) => path === `forms/pre-task-plan/${signed.chat}`)

  it('goes from any page, once, also if two tabs begin at the same time', async () => {
    const it = await page()
    stop()
    const kept = { chat: signed.chat, text: '', chips: [], messages: [], signed }
    await keepChat('/api/chat/bot', kept)
    const stops = [startSync({ store: it.store, send: it.net.send, locks: it.locks })]
    it.begin()
    await until(async () => (await talks(it)).length > 0)
    await until(async () => (await readChat('/api/chat/bot'))?.signed === undefined)
    for (const end of stops) end()
    expect(await talks(it)).toHaveLength(1)
    expect(it.server.effects.map(({ path }) => path)).toEqual([`forms/pre-task-plan/${signed.chat}`])
    expect(await readChat('/api/chat/bot')).toMatchObject({ messages: [], over: { chat: signed.chat } })
  })

  it('goes when the connection is back, and for its own person only', async () => {
    const it = await page()
    await keepChat('/api/chat/bot', { chat: signed.chat, text: '', chips: [], messages: [], signed })
    await setOwner('u:ben')
    it.server.session = 'ben'
    globalThis.dispatchEvent(new Event('online'))
    await it.passes(rhythm)
    expect(await it.store.db.outbox.count()).toBe(0)
    await setOwner('u:ana')
    it.server.session = 'ana'
    globalThis.dispatchEvent(new Event('online'))
    await until(async () => (await talks(it)).length === 1)
    expect(it.server.effects).toMatchObject([{ actor: 'ana', path: `forms/pre-task-plan/${signed.chat}` }])
  })
})

describe('a page that is open', () => {
  it('sends a save at once', async () => {
    const it = await page()
    await it.save(1)
    await it.arrived(1)
    await until(async () => (await it.store.db.outbox.count()) === 0)
  })

  it('sends what was left from last time when it is opened', async () => {
    const it = await page()
    stop()
    await it.save(1)
    expect(it.server.effects).toHaveLength(0)
    it.begin()
    await it.arrived(1)
  })

  it('sends what was stored beside the database while the database failed', async () => {
    const it = await page()
    stop()
    await it.save(1)
    const [row] = await it.store.db.outbox.toArray()
    const { opId, owner } = row as OpRow
    await it.store.db.outbox.clear()
    await it.store.spill.ops.add({ opId, owner, op: row as OpRow, at: 0 })
    it.begin()
    await it.arrived(1)
    expect(await it.store.spill.ops.count()).toBe(0)
  })

  it.each(['online', 'resume', 'visibilitychange', 'pageshow'])('sends at once on %s, during every kind of pause', async (type) => {
    let down = true
    const it = await page((net) => async (request) => (down ? { kind: 'none', aborted: false } : net.send(request)))
    await it.save(1)
    await until(async () => ((await it.store.db.outbox.toArray())[0]?.nextAt ?? 0) > 0)
    expect(getReach()).toBe('offline')
    down = false
    const target = type === 'online' || type === 'pageshow' ? globalThis : document
    target.dispatchEvent(Object.assign(new Event(type), { persisted: true }))
    await it.arrived(1)
    expect(getReach()).toBe('ok')
  })

  it.each(['offline', 'captive', 'unknown', 'busy'] as const)(
    'sends at once when it is opened again, after every kind of pause of the page before it: %s',
    async (kind) => {
      const it = await page()
      stop()
      await it.save(1)
      const [row] = await it.store.db.outbox.toArray()
      const nextAt = it.store.now() + 4 * 60_000
      await it.store.db.outbox.put({ ...(row as OpRow), attempts: 9, nextAt, lastError: { kind, at: 0 } })
      it.begin()
      await it.arrived(1)
    },
  )

  it('sends at once when the network is back while a try from before is still under way, and fails', async () => {
    const held: { fail: (() => void) | undefined } = { fail: undefined }
    let tries = 0
    const it = await page((net) => async (request) => {
      if (request.method !== 'POST' || ++tries > 4) return await net.send(request)
      if (tries < 4) return { kind: 'none', aborted: false }
      return await new Promise((resolve) => (held.fail = () => resolve({ kind: 'none', aborted: false })))
    })
    await it.save(1)
    await until(async () => {
      await it.passes(1000)
      return held.fail !== undefined
    })
    dispatchEvent(new Event('online'))
    // The pauses end in the database while the attempt is in flight.
    await it.store.db.outbox.toArray()
    held.fail?.()
    await it.arrived(1)
  })

  it('gives a server the pause that it asked for, also when the page is opened again, and a person the time to take a decision back', async () => {
    const it = await page((net) => async (request) => {
      if (request.url.includes('/a/')) return json(503, { error: { code: 'BUSY', message: 'Soon' } }, { 'retry-after': '300' })
      return await net.send(request)
    })
    await it.save(1, 'forms/a/1')
    const asked = async () => (await it.store.db.outbox.toArray()).find(({ path }) => path === 'forms/a/1')
    await until(async () => (await asked())?.lastError?.asked === true)
    const pause = ((await asked())?.nextAt ?? 0) - it.store.now()
    expect(pause).toBe(300_000)
    stop()
    await queue(saveRecord, { '*': 'forms/b/1' }, { payload: { n: 2 } }, { holdMs: 60_000 })
    it.begin()
    await it.save(3, 'forms/c/1')
    await it.arrived(1)
    // The server has a save before the device has its receipt.
    const left = (count: number) => until(async () => (await it.store.db.outbox.count()) === count)
    await left(2)
    expect((await it.store.db.outbox.toArray()).map(({ path, attempts }) => [path, attempts])).toEqual([
      ['forms/a/1', 1],
      ['forms/b/1', 0],
    ])
    document.dispatchEvent(new Event('visibilitychange'))
    await until(async () => (await asked())?.attempts === 2)
    await it.save(4, 'forms/c/2')
    await it.arrived(2)
    await left(2)
    expect((await it.store.db.outbox.toArray()).map(({ path }) => path)).toEqual(['forms/a/1', 'forms/b/1'])
    await sendNow()
    await it.arrived(3)
  })

  it('sends at once when the person asks for it', async () => {
    let down = true
    const it = await page((net) => async (request) => (down ? { kind: 'none', aborted: false } : net.send(request)))
    await it.save(1)
    await until(async () => ((await it.store.db.outbox.toArray())[0]?.nextAt ?? 0) > 0)
    down = false
    await sendNow()
    await it.arrived(1)
  })

  it('tries by itself at least every half minute, also when nothing tells it that the network is back', async () => {
    let down = true
    const it = await page((net) => async (request) => (down ? { kind: 'none', aborted: false } : net.send(request)))
    await it.save(1)
    await until(async () => ((await it.store.db.outbox.toArray())[0]?.nextAt ?? 0) > 0)
    down = false
    await it.passes(rhythm + 1000)
    await it.arrived(1)
  })

  it('sends within ten seconds after an hour without a way out, also when nothing tells it that the way is open again', async () => {
    let down = true
    const it = await page((net) => async (request) => (down ? { kind: 'none', aborted: false } : net.send(request)))
    await it.save(1)
    await until(async () => ((await it.store.db.outbox.toArray())[0]?.nextAt ?? 0) > 0)
    const [row] = await it.store.db.outbox.toArray()
    stop()
    // The attempts of about an hour; the test checks the pause after the next one.
    await it.store.db.outbox.put({ ...(row as OpRow), attempts: 400, nextAt: 0 })
    it.begin()
    await until(async () => (await it.store.db.outbox.toArray())[0]?.attempts === 401)
    await until(async () => (await it.store.db.outbox.toArray())[0]?.state === 'queued')
    down = false
    await it.passes(longestPauseOffline)
    await it.arrived(1)
  })

  it.each(['offline', 'captive'] as const)('sends everything as soon as anything gets through again after it was %s', async (kind) => {
    let down = true
    const it = await page((net) => async (request) => {
      if (down) return kind === 'offline' ? { kind: 'none', aborted: false } : { ...json(200, {}), header: () => null }
      return request.method === 'GET' ? json(200, { uid: 'ana' }) : await net.send(request)
    })
    for (const n of [1, 2, 3]) await it.save(n, `forms/a/${n}`)
    await until(async () => (await it.store.db.outbox.toArray()).some(({ nextAt }) => nextAt > 0))
    await until(() => getReach() === kind)
    // Each row waits for its own pause.
    await it.store.db.outbox.toCollection().modify({ nextAt: it.store.now() + 60_000, lastError: { kind, at: 0 } })
    down = false
    await requestRefresh(getMe.path, 'u:ana')
    await it.arrived(3)
  })

  it('goes on by itself when the same person has signed in again', async () => {
    const it = await page()
    it.server.session = undefined
    await it.save(1)
    await until(async () => (await it.store.db.principals.get('u:ana'))?.session === 'expired')
    it.server.session = 'ana'
    await setOwner('u:ana')
    await it.arrived(1)
  })

  it('goes on when a screen shows that the session is good again', async () => {
    const it = await page((net) => async (request) => (request.method === 'GET' ? json(200, { uid: 'ana' }) : net.send(request)))
    await it.store.db.principals.put({ owner: 'u:ana', session: 'expired', at: 0 })
    await it.save(1)
    it.server.session = 'ana'
    expect(await requestRefresh(getMe.path, 'u:ana')).toBe('fresh')
    await it.arrived(1)
  })

  it('waits its turn while another tab sends, and takes over from one that gives no sign for half a minute', async () => {
    const it = await page()
    let release: () => void = () => undefined
    const other = it.locks.request('outbox:u:ana', {}, () => new Promise<void>((resolve) => (release = resolve)))
    await it.store.db.heartbeats.put({ owner: 'u:ana', at: it.store.now() })
    const stolen = other.catch((error: unknown) => (error as Error).name)
    await it.save(1)
    await it.passes(20_000)
    expect(it.server.effects).toHaveLength(0)
    await it.passes(20_000)
    await it.passes(40_000)
    await it.arrived(1)
    expect(await stolen).toBe('AbortError')
    release()
  })

  it.each([
    ['a tab', ({ db }: Store, at: number) => db.heartbeats.put({ owner: 'u:ana', at })],
    ['a tab of schema version 1', ({ db }: Store, at: number) => db.meta.put({ key: 'leader:u:ana', value: at })],
  ])('does not take over from %s that is at work', async (_, beatNow) => {
    const it = await page()
    const working = new Promise<void>(() => undefined)
    void it.locks.request('outbox:u:ana', {}, () => working).catch(() => undefined)
    const holder = it.locks.holders.get('outbox:u:ana')
    await it.save(1)
    for (let beat = 0; beat < 20; beat++) {
      await beatNow(it.store, it.store.now())
      await it.passes(5000)
    }
    expect(it.locks.holders.get('outbox:u:ana')).toBe(holder)
    expect(it.server.effects).toHaveLength(0)
  })

  it('lets go when it is frozen, and goes on where it was', async () => {
    let hang = true
    const it = await page((net) => async (request) => {
      if (!hang) return net.send(request)
      return new Promise((resolve) => request.signal?.addEventListener('abort', () => resolve({ kind: 'none', aborted: true })))
    })
    await it.save(1)
    await until(async () => (await it.store.db.outbox.toArray())[0]?.state === 'sending')
    document.dispatchEvent(new Event('freeze'))
    await until(() => it.locks.holders.size === 0)
    hang = false
    document.dispatchEvent(new Event('resume'))
    await it.arrived(1)
  })

  it('starts again when it hangs although the server answers', async () => {
    const it = await page()
    const real = it.locks.request.bind(it.locks)
    let hangs = true
    it.locks.request = ((...args: Parameters<typeof real>) => (hangs ? new Promise(() => undefined) : real(...args))) as typeof real
    await it.save(1)
    await it.passes(50_000)
    expect(it.server.effects).toHaveLength(0)
    hangs = false
    await it.passes(60_000)
    await it.arrived(1)
    expect((await it.store.db.meta.get('restarts'))?.value).toBe(1)
  })

  it('is without a connection while only kept copies come, and takes none for a word of the server', async () => {
    let copies = false
    const kept = json(200, { component: 'tasks' }, { [copyHeader]: '1000', [headerNames.app]: '1', date: new Date(0).toUTCString() })
    const it = await page((net) => async (request) => (copies ? kept : net.send(request)))
    await it.save(1)
    await it.arrived(1)
    await until(() => getReach() === 'ok')
    const before = await serverNow(it.store)
    copies = true
    expect(await requestRefresh('/api/frontend/tasks', 'u:ana')).toBe('offline')
    expect(getReach()).toBe('offline')
    expect((await serverNow(it.store)).at).toBe(before.at)
  })

  it('says when the Wi-Fi wants to be asked first', async () => {
    const it = await page()
    it.net.faults = ['captive']
    await it.save(1)
    await until(() => getReach() === 'captive')
    await it.passes(rhythm + 1000)
    await it.arrived(1)
    expect(getReach()).toBe('ok')
  })
})
