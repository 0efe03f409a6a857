import { tmpdir } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { changeFeed } from '../../../contract/endpoints/changes.ts'
import { type Device, manager, newId, otherWorker, outsider, owner, tower, useServer, worker } from '../../../tests/harness/testServer.ts'

const server = useServer()
const open: AbortController[] = []
afterEach(() => {
  for (const stop of open.splice(0)) stop.abort()
})

interface Event {
  readonly id: string
  readonly event: string
  readonly data: { changes?: { kind: string; path: string }[]; reset?: boolean }
}

/**
 * Subscribes a device to the stream; `next` resolves to the next event, or to undefined when the stream has
 * ended.
 */
async function listen(device: Device, lastEventId?: string, address = server.url) {
  const stop = new AbortController()
  open.push(stop)
  const answer = await fetch(address + changeFeed.path, {
    headers: {
      accept: 'text/event-stream',
      'accept-encoding': 'gzip, br',
      'x-actor': device.uid,
      'x-device': device.device,
      cookie: device.cookie,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: stop.signal,
  })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<Event | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const lines = text.slice(0, end).split('\n')
        text = text.slice(end + 2)
        const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
        if (field('event') !== '') return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) as Event['data'] }
        continue
      }
      const part = await reader?.read()
      if (!part || part.done) return undefined
      text += part.value
    }
  }
  return { answer, next, stop: () => stop.abort() }
}

const keysOf = (event: Event | undefined) => {
  if (!event) throw new Error('the stream has ended')
  return event.data.changes?.map(({ kind, path }) => `${kind} ${path}`) ?? []
}

const hazard = () => `forms/hazard-report/${newId()}`
const save = (device: Device, path: string) => device.save(path, { payload: { what: 'a hole' } })

describe('the stream of changes', () => {
  it('sends a listening device the changes to fetch, uncompressed, and no cache on the way keeps them', async () => {
    const [boss, hand] = [await server.person(manager), await server.person(worker)]
    const stream = await listen(boss)
    expect(stream.answer.status).toBe(200)
    expect(Object.fromEntries(stream.answer.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-app': '1',
    })
    expect(stream.answer.headers.get('content-encoding')).toBeNull()
    expect(await stream.next()).toMatchObject({ event: 'changes', data: { changes: [], reset: true } })
    const path = hazard()
    expect((await save(hand, path)).status).toBe(200)
    expect(await stream.next()).toMatchObject({ event: 'changes', data: { changes: [{ kind: 'record', path, rev: 1 }] } })
  })

  it('continues after an interruption: it repeats nothing and leaves nothing out', async () => {
    const [boss, hand] = [await server.person(manager), await server.person(worker)]
    const first = await listen(boss)
    const begun = await first.next()
    first.stop()
    const paths = [hazard(), hazard(), hazard()]
    for (const path of paths) await save(hand, path)
    const again = await listen(boss, begun?.id)
    const event = await again.next()
    expect(event?.data.reset).toBeUndefined()
    expect(event?.data.changes?.map(({ path }) => path)).toEqual(paths)
    const { body } = await boss.get<{ changes: unknown[]; cursor: string }>(
      `${changeFeed.path}?since=${encodeURIComponent(event?.id ?? '')}`,
    )
    expect(body).toEqual({ changes: [], cursor: event?.id })
  })

  it('sends people only what they may read', async () => {
    const [hand, mate, stranger] = [await server.person(worker), await server.person(otherWorker), await server.person(outsider)]
    const [theirs, outside] = [await listen(mate), await listen(stranger)]
    const before = [await theirs.next(), await outside.next()]
    await save(hand, hazard())
    for (const [n, device] of [mate, stranger].entries()) {
      const { body } = await device.get<{ changes: unknown[] }>(`${changeFeed.path}?since=${encodeURIComponent(before[n]?.id ?? '')}`)
      expect(body.changes).toEqual([])
    }
  })

  it('sends nothing of the records of others to a worker, and what comes afterwards', async () => {
    const [hand, mate] = [await server.person(worker), await server.person(otherWorker)]
    const stream = await listen(hand)
    await stream.next()
    const watching = await listen(await server.person(manager))
    await watching.next()
    for (const path of [hazard(), hazard()]) {
      await save(mate, path)
      // The server has looked at it.
      expect(await watching.next()).toMatchObject({ data: { changes: [{ path }] } })
    }
    const own = hazard()
    await save(hand, own)
    let event = await stream.next()
    // A stream says its first number of a project without changes.
    if (event?.data.changes?.length === 0) event = await stream.next()
    expect(event?.data.changes).toEqual([{ kind: 'record', path: own, rev: 1 }])
    const { body } = await hand.get<{ changes: unknown[] }>(`${changeFeed.path}?since=${encodeURIComponent(event?.id ?? '')}`)
    expect(body.changes).toEqual([])
  })

  it('sends the changes of a project from the moment on when a role allows it', async () => {
    const [boss, mate] = [await server.person(owner), await server.person(otherWorker)]
    const stream = await listen(mate)
    await stream.next()
    const change = (members: object) => boss.save(`teams/${tower}`, { payload: { members } })
    expect((await change({ [mate.uid]: { status: 'Member' } })).status).toBe(200)
    const heard: string[] = []
    while (!heard.includes(`rights ${tower}`)) heard.push(...keysOf(await stream.next()))
    const path = hazard()
    await save(boss, path)
    while (!heard.includes(`record ${path}`)) heard.push(...keysOf(await stream.next()))
    expect((await change({ [mate.uid]: null })).status).toBe(200)
  })

  it('is for who is signed in, and ends with the session', async () => {
    expect((await server.nobody().get(changeFeed.path)).status).toBe(401)
    const [boss, hand] = [await server.person(manager), await server.person(worker)]
    const stream = await listen(boss)
    await stream.next()
    await boss.ask('POST', '/auth/logout', {})
    await save(hand, hazard())
    expect(await stream.next()).toMatchObject({ event: 'end' })
    expect(await stream.next()).toBeUndefined()
  })

  it('is open three times at most for one browser: the oldest gives way', async () => {
    const boss = await server.person(manager)
    const streams = [await listen(boss), await listen(boss), await listen(boss)]
    for (const stream of streams) await stream.next()
    const fourth = await listen(boss)
    expect(await fourth.next()).toMatchObject({ event: 'changes' })
    expect(await streams[0]?.next()).toBeUndefined()
  })

  it('ends at once when the server stops, so that a restart does not wait for it', async () => {
    const stream = await listen(await server.person(manager))
    await stream.next()
    await server.restart()
    expect(await stream.next()).toBeUndefined()
  })
})

describe('the stream of changes, with a beat of 50 ms', () => {
  const quick = useServer({
    http: { appFolder: tmpdir(), trustProxy: true, framedBy: "'self'", secureCookie: 'never', feed: { beatMs: 50 } },
  })

  it('ends with the session although no change concerns it, and its number follows the changes of others', async () => {
    const [hand, mate] = [await quick.person(worker), await quick.person(otherWorker)]
    const stream = await listen(hand, undefined, quick.url)
    const first = await stream.next()
    await save(mate, hazard())
    const later = await stream.next()
    expect(later).toMatchObject({ event: 'changes', data: { changes: [] } })
    expect(later?.id).not.toBe(first?.id)
    await hand.ask('POST', '/auth/logout', {})
    expect(await stream.next()).toMatchObject({ event: 'end' })
  })
})
