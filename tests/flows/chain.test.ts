// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { exportUnsent } from '../../src/store/outbox/exportUnsent.ts'
import { importUnsent } from '../../src/store/outbox/importUnsent.ts'
import { discardSave } from '../../src/store/outbox/discardSave.ts'
import type { Store } from '../../src/store/db/store.ts'
import type { WireRequest } from '../../src/sync/send.ts'
import { readLink } from '../../server/domain/chain/keepLink.ts'
import { Device } from './device.ts'
import { save, sendAll, site } from './site.ts'

const rowsOf = (store: Store) => store.db.outbox.orderBy('seq').toArray()
const path = (n: number) => `forms/a/${n}`

/** The link as the server reads it from a request. */
function arrived({ url, headers, body }: WireRequest) {
  const header = headers['x-chain'] ?? ''
  const [, cancelled] = /outbox\/(\w+):cancel/.exec(url) ?? []
  return readLink({
    header,
    opId: cancelled ?? headers['idempotency-key'] ?? '',
    actor: headers['x-actor'] ?? '',
    device: headers['x-device'] ?? '',
    content: cancelled ? undefined : { kind: 'POST /api/data/*', body: JSON.parse(String(body)) as unknown },
    discarded: cancelled !== undefined,
  })
}

describe('the saves of a device', () => {
  it('each carry the hash of the one before, for all people and tabs that save at the same moment', async () => {
    const it = await site()
    const tab = it.device.start()
    await Promise.all(Array.from({ length: 20 }, (_, n) => save(n % 2 ? tab : it.store, n % 3 ? 'u:ana' : 'u:ben', path(n), { n })))
    const links = (await rowsOf(it.store)).flatMap((row) => row.chain ?? []).sort((a, b) => a.n - b.n)
    expect(links.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    expect(links.map(({ prev }) => prev)).toEqual(['start', ...links.slice(0, -1).map(({ hash }) => hash)])
    expect(new Set(links.map(({ chain }) => chain)).size).toBe(1)
  })

  it('arrive with a link that fits what arrives, and with one that does not when an attacker changed a word of it', async () => {
    const it = await site()
    await it.save(path(1), { n: 1, text: 'Grúa 5', list: [{ b: 1, a: null, 10: 'x', 9: 'y' }] })
    const requests: WireRequest[] = []
    await it.send(async (request) => {
      requests.push(request)
      return it.net.send(request)
    })
    const [request] = requests
    if (!request) throw new Error('nothing was sent')
    expect(arrived(request)).toMatchObject({
      n: 1,
      prev: 'start',
      path: path(1),
      whole: true,
      discarded: false,
      device: request.headers['x-device'],
    })
    expect(arrived({ ...request, body: String(request.body).replace('Grúa 5', 'Grúa 6') })).toMatchObject({ whole: false })
    const later = String(request.headers['x-chain']).replace(/(\d\d)\.\d{3}Z/, '$1.999Z')
    expect(arrived({ ...request, headers: { ...request.headers, 'x-chain': later } })).toMatchObject({ whole: false })
  })

  it('are one link when the same is saved twice', async () => {
    const it = await site()
    const first = await it.save(path(1), { n: 1 })
    expect(await it.save(path(1), { n: 1 })).toEqual({ ...first, duplicate: true })
    await it.save(path(2), { n: 2 })
    expect((await rowsOf(it.store)).map((row) => row.chain?.n)).toEqual([1, 2])
  })

  it('leave no hole where one was thrown away: the server gets its link, not its content', async () => {
    const it = await site()
    const { opId } = await it.save(path(1), { secret: 'x' })
    await it.save(path(2), { n: 2 })
    await discardSave(it.store, 'u:ana', opId)
    const requests: WireRequest[] = []
    await it.send(async (request) => {
      requests.push(request)
      return it.net.send(request)
    })
    expect(requests.map((request) => arrived(request)?.n)).toEqual([1, 2])
    expect(arrived(requests[0] as WireRequest)).toMatchObject({ opId, discarded: true, whole: true })
    expect(JSON.stringify(requests[0])).not.toContain('secret')
  })

  it('keep their link when another device brings them', async () => {
    const it = await site()
    await it.save(path(1), { n: 1 })
    const [row] = await rowsOf(it.store)
    const other = new Device().start()
    await importUnsent(other, await exportUnsent(it.store), { owner: 'u:ana', anybody: true })
    expect((await rowsOf(other))[0]?.chain).toEqual(row?.chain)
    await save(other, 'u:ana', path(2), { n: 2 })
    const next = (await rowsOf(other))[1]?.chain
    expect(next).toMatchObject({ n: 1, prev: 'start' })
    expect(next?.chain).not.toBe(row?.chain?.chain)
  })

  it('begin a new chain that names the old one when the browser lost its storage', async () => {
    const it = await site()
    await it.save(path(1), { n: 1 })
    await it.save(path(2), { n: 2 })
    const before = (await rowsOf(it.store))[1]?.chain
    await it.store.db.delete()
    const store = it.device.start()
    await save(store, 'u:ana', path(3), { n: 3 })
    expect((await rowsOf(store))[0]?.chain).toMatchObject({ n: 1, prev: `after:${before?.chain}:2` })
  })

  it('are not linked when they were not stored', async () => {
    const it = await site()
    await expect(it.save(path(1), { n: 1 }, { blobIds: ['gone'], body: { payload: {}, files: [{ id: 'gone' }] } })).rejects.toThrow()
    await it.save(path(2), { n: 2 })
    expect((await rowsOf(it.store)).map((row) => row.chain?.n)).toEqual([1])
    await sendAll(it.store, it.net.send)
    expect(it.server.effects).toHaveLength(1)
  })
})
