// @vitest-environment node
import { createDecipheriv, createECDH, createHash, hkdfSync } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type SealTo, sealContext, sealSizes } from '../../contract/endpoints/sealing.ts'
import type { Owner } from '../../src/store/db/MusterDb.ts'
import { keepDraft } from '../../src/store/drafts/keepDraft.ts'
import { setSealKeyAsker } from '../../src/store/db/emitStoreEvent.ts'
import { exportUnsent } from '../../src/store/outbox/exportUnsent.ts'
import { importUnsent } from '../../src/store/outbox/importUnsent.ts'
import { grantOf, keepGrant, leftOwners, markLeft } from '../../src/store/encryption/grantOf.ts'
import { noteOwner } from '../../src/store/identity/getOwner.ts'
import { countOutbox, viewOutbox } from '../../src/store/outbox/viewOutbox.ts'
import { reopenSave } from '../../src/store/outbox/discardSave.ts'
import { forgetKey, keepsKeys, openFile, readable, sealRest, unlockOwn } from '../../src/store/encryption/sealSave.ts'
import { leftBy } from '../../src/store/session/leaveBehind.ts'
import { noteSealKey, setShared } from '../../src/store/encryption/sharedDevice.ts'
import type { Store } from '../../src/store/db/store.ts'
import type { Send, WireRequest } from '../../src/sync/send.ts'
import { hasRequests, sendableOwners } from '../../src/sync/sendableOwners.ts'
import { Device } from './device.ts'
import { json } from './server-model.ts'
import { save, sendAll, site } from './site.ts'

/** The server's side of sealing, with Node's own crypto. */
const pair = createECDH('prime256v1')
pair.generateKeys()
const publicKey = pair.getPublicKey()
const to: SealTo = {
  id: createHash('sha256').update(publicKey).digest().subarray(0, 8).toString('base64url'),
  key: publicKey.toString('base64url'),
}
function contentKey(head: Uint8Array, id: string, owner: string): Buffer {
  const theirs = Buffer.from(head.subarray(11, 76))
  return Buffer.from(hkdfSync('sha256', pair.computeSecret(theirs), Buffer.concat([theirs, publicKey]), sealContext(id, owner), 32))
}
function opened(envelope: Uint8Array, id: string, owner: string): Buffer {
  const cipher = createDecipheriv('aes-256-gcm', contentKey(envelope, id, owner), envelope.subarray(76, 88))
  cipher.setAAD(Buffer.from(sealContext(id, owner)))
  cipher.setAuthTag(envelope.subarray(-16))
  return Buffer.concat([cipher.update(envelope.subarray(88, -16)), cipher.final()])
}

/** Answers requests for keys of the logged-in user. */
const asServer = (owner: Owner) =>
  setSealKeyAsker((items) =>
    Promise.resolve(
      items.map(({ id, head }) => ({ id, key: contentKey(Buffer.from(head, 'base64url'), id, owner).toString('base64url') })),
    ),
  )

/** All text that a person who reads the disk finds. */
async function disk(store: Store): Promise<string> {
  const parts: string[] = []
  for (const table of store.db.tables)
    for (const row of await table.toArray())
      parts.push(
        JSON.stringify(row, (_, value: unknown) =>
          value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : value instanceof CryptoKey ? 'a key' : value,
        ),
      )
  for (const row of await store.spill.ops.toArray()) parts.push(JSON.stringify(row))
  return parts.join('\n')
}

const path = 'forms/hazard/A'
const secret = 'Ana saw the boards'

async function tablet() {
  const it = await site('u:ana')
  noteSealKey(to, it.store)
  setShared(true, it.store)
  await keepGrant(it.store, 'u:ana', 'token-ana')
  const enter = async (owner: Owner) => {
    it.server.session = owner.startsWith('u:') ? owner.slice(2) : undefined
    await noteOwner(it.store, owner)
  }
  /** Ana logs out: her data is sealed. */
  const leave = async () => {
    await sealRest(it.store, 'u:ana', { drafts: true })
    await forgetKey(it.store, 'u:ana')
    await enter('p:')
  }
  const own = async () => readable(it.store, await it.store.db.outbox.toArray())
  return { ...it, enter, leave, own }
}

beforeEach(() => setSealKeyAsker(undefined))

describe('a shared device', () => {
  it('keeps nothing of a save open, neither answers nor photo nor names, and its person still sees them', async () => {
    const it = await tablet()
    const photo = await it.photo('a face')
    const { opId } = await it.save(path, { text: secret }, { blobIds: [photo], title: 'Report of Ana', address: '/frontend/forms/hazard' })
    const kept = await disk(it.store)
    for (const open of [secret, 'a face', 'photo.jpg', 'Report of Ana', 'image/jpeg']) expect(kept, open).not.toContain(open)
    const [view] = await viewOutbox(it.store, 'u:ana')
    expect([view?.opId, view?.title, view?.editable]).toEqual([opId, 'Report of Ana', true])
    const [blob, bytes] = [await it.store.db.blobs.get(photo), await it.store.db.bytes.get(photo)]
    expect(await (await openFile(it.store, blob!, bytes!.bytes))?.text()).toBe('a face')
    expect((await viewOutbox(it.store, 'u:ben'))[0]?.title).toBeUndefined()
    // An identical second save is a duplicate.
    expect((await it.save(path, { text: secret }, { blobIds: [photo] })).opId).toBe(opId)
  })

  it('seals a draft that changes while it is being sealed, with the change', async () => {
    const it = await tablet()
    const type = (text: string) => keepDraft(it.store, 'u:ana', { path, initHash: 'h', body: { text }, blobIds: [] })
    await type('Ana saw')
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
    const slow = vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...given) => {
      it.clock.advance(1000)
      await type(secret)
      return await encrypt(...given)
    })
    await it.leave()
    slow.mockRestore()
    expect(await disk(it.store)).not.toContain(secret)
    asServer('u:ana')
    await it.enter('u:ana')
    await unlockOwn(it.store, 'u:ana')
    expect((await it.store.db.drafts.toArray()).map(({ body }) => body)).toEqual([{ text: secret }])
  })

  it('after the log-out no one here can read what waits, and the server can', async () => {
    const it = await tablet()
    const photo = await it.photo('a face')
    const { opId } = await it.save(path, { text: secret }, { blobIds: [photo] })
    await it.leave()
    const [row] = await it.own()
    expect(row?.body).toEqual({ sealed: expect.any(String) })
    const body = JSON.parse(opened(Buffer.from(String(row?.body['sealed']), 'base64url'), opId, 'u:ana').toString())
    expect(body.payload).toEqual({ text: secret })
    const bytes = (await it.store.db.bytes.get(photo))!.bytes as ArrayBuffer
    expect(opened(Buffer.from(bytes), photo, 'u:ana').toString()).toBe('a face')
    expect(() => opened(Buffer.from(bytes), photo, 'u:ben')).toThrow()
    await expect(reopenSave(it.store, 'u:ana', opId)).rejects.toThrow()
    expect(await it.store.db.drafts.count()).toBe(0)
  })

  it('gives it back to its person when they log in again, with its name and its form, also drafts', async () => {
    const it = await tablet()
    await keepDraft(it.store, 'u:ana', { path, initHash: 'h', body: { text: 'half a sentence' }, blobIds: [], title: 'Half' })
    const photo = await it.photo('a face')
    await it.save('forms/hazard/B', { text: secret }, { blobIds: [photo], title: 'Report', address: '/frontend/forms/hazard' })
    await it.leave()
    expect(await disk(it.store)).not.toContain('half a sentence')
    asServer('u:ben')
    await unlockOwn(it.store, 'u:ben')
    expect(await disk(it.store)).not.toContain('half a sentence')
    await it.enter('u:ana')
    asServer('u:ana')
    await unlockOwn(it.store, 'u:ana')
    const [row] = await it.own()
    expect([row?.body['payload'], row?.title, row?.form?.address]).toEqual([{ text: secret }, 'Report', '/frontend/forms/hazard'])
    const [blob, bytes] = [await it.store.db.blobs.get(photo), await it.store.db.bytes.get(photo)]
    const file = await openFile(it.store, blob!, bytes!.bytes)
    expect([file?.name, await file?.text()]).toEqual(['photo.jpg', 'a face'])
    const [draft] = await it.store.db.drafts.toArray()
    expect([draft?.body, draft?.title, draft?.v, draft?.sealed]).toEqual([{ text: 'half a sentence' }, 'Half', 1, undefined])
  })

  it('seals what waited from before it was a shared one', async () => {
    const it = await site('u:ana')
    await it.save(path, { text: secret })
    noteSealKey(to, it.store)
    setShared(true, it.store)
    await sealRest(it.store, 'u:ana')
    expect(await disk(it.store)).not.toContain(secret)
    expect((await readable(it.store, await it.store.db.outbox.toArray()))[0]?.body['payload']).toEqual({ text: secret })
  })

  it('seals also where the browser keeps no keys, and reads its own until the page is gone, then with the server’s help', async () => {
    const it = await tablet()
    it.store.db.unlockKeys.hook('creating', (_, row) => {
      if (row.key instanceof CryptoKey) throw new DOMException('no keys here', 'DataCloneError')
    })
    const { opId } = await it.save(path, { text: secret })
    expect(await disk(it.store)).not.toContain(secret)
    expect(await keepsKeys(it.store, 'u:ana')).toBe('memory')
    expect((await it.own())[0]?.body['payload']).toEqual({ text: secret })
    it.store.db.close()
    const page = it.device.start()
    const waiting = () => page.db.outbox.toArray()
    expect((await readable(page, await waiting()))[0]?.body['payload']).toBeUndefined()
    asServer('u:ana')
    await unlockOwn(page, 'u:ana')
    expect((await readable(page, await waiting()))[0]).toMatchObject({ opId, body: { payload: { text: secret } } })
  })

  it('says that it can not keep a save where it can not seal, and keeps the draft', async () => {
    const it = await site('u:ana')
    setShared(true, it.store)
    await keepDraft(it.store, 'u:ana', { path, initHash: 'h', body: { text: secret }, blobIds: [] })
    await expect(it.save(path, { text: secret }, { draft: { path, initHash: 'h' } })).rejects.toMatchObject({ reason: 'sealing' })
    expect([await it.store.db.outbox.count(), await it.store.db.drafts.count()]).toEqual([0, 1])
  })

  it('imports a sealed rescue file on another device: people cannot read it, the server gets it', async () => {
    const it = await tablet()
    const photo = await it.photo('a face')
    const { opId } = await it.save(path, { text: secret }, { blobIds: [photo] })
    await keepDraft(it.store, 'u:ana', { path, initHash: 'h', body: { text: 'mine alone' }, blobIds: [] })
    const file = await exportUnsent(it.store, 'u:ben')
    const text = Buffer.from(await file.arrayBuffer()).toString('latin1')
    for (const open of [secret, 'a face', 'mine alone']) expect(text, open).not.toContain(open)
    const other = new Device().start()
    expect(await importUnsent(other, file, { owner: 'u:ben', anybody: true })).toBe(1)
    const [row] = await other.db.outbox.toArray()
    expect(JSON.parse(opened(Buffer.from(String(row?.body['sealed']), 'base64url'), opId, 'u:ana').toString()).payload).toEqual({
      text: secret,
    })
    const blob = await other.db.blobs.get(photo)
    expect([blob?.size, blob?.sealed?.size]).toEqual([6, 6 + sealSizes.head + sealSizes.tag])
  })
})

describe('a grant', () => {
  /** The server model accepts a grant for its user. */
  function granting(it: Awaited<ReturnType<typeof tablet>>, valid: { token: string } = { token: 'token-ana' }) {
    const seen: WireRequest[] = []
    const send: Send = async (request) => {
      seen.push(request)
      const token = request.headers['x-grant']
      if (token === undefined) return await it.net.send(request)
      if (token !== valid.token)
        return json(401, { error: { code: 'NOT_AUTHORIZED', message: 'Ended' }, opId: request.headers['idempotency-key'] })
      const session = it.server.session
      it.server.session = 'ana'
      try {
        const plain =
          typeof request.body === 'string' && request.body.includes('"sealed"')
            ? opened(
                Buffer.from((JSON.parse(request.body) as { sealed: string }).sealed, 'base64url'),
                request.headers['idempotency-key'] ?? '',
                'u:ana',
              ).toString()
            : request.body
        return await it.net.send({ ...request, body: plain, anonymous: false })
      } finally {
        it.server.session = session
      }
    }
    return { send, seen, valid }
  }

  it('sends what a person left behind as theirs, while another person is signed in, and without the other’s cookie', async () => {
    const it = await tablet()
    const { opId } = await it.save(path, { n: 1 })
    await it.leave()
    await it.enter('u:ben')
    setShared(false, it.store)
    await save(it.store, 'u:ben', 'forms/hazard/B', { n: 2 })
    const { send, seen } = granting(it)
    expect(await sendableOwners(it.store)).toEqual(['u:ben', 'p:', 'u:ana'])
    await sendAll(it.store, send)
    expect(it.server.effects.find((effect) => effect.opId === opId)?.actor).toBe('ana')
    const saves = seen.filter((request) => request.url !== '/auth/leave')
    for (const request of saves) expect(request.anonymous, request.url).toBe(request.headers['x-grant'] !== undefined)
    expect(seen.filter((request) => request.url === '/auth/leave').every((request) => request.anonymous)).toBe(true)
    expect(seen.filter((request) => request.headers['x-grant']).every((request) => request.headers['x-actor'] === 'ana')).toBe(true)
  })

  it('gets an offline log-out before all other operations, with the names of what waits, and ends with the last of it', async () => {
    const it = await tablet()
    setShared(false, it.store)
    const { opId } = await it.save(path, { n: 1 })
    const discarded = 'D'.repeat(20)
    await it.store.db.cancels.put({ opId: discarded, owner: 'u:ana', stream: 'forms/hazard/C', at: 1 })
    await markLeft(it.store, 'u:ana')
    await it.enter('p:')
    const { send, seen } = granting(it)
    // No connection, then a broken connection: the report of the log-out is not lost.
    it.net.faults = ['refuse']
    await sendAll(it.store, send)
    expect([it.server.left, seen.map(({ url }) => url)]).toEqual([[], ['/auth/leave']])
    expect(await hasRequests(it.store, 'u:ana')).toBe(true)
    seen.length = 0
    await sendAll(it.store, send)
    expect(it.server.left).toEqual([
      { grant: 'token-ana', opIds: [opId, discarded] },
      { grant: 'token-ana', done: true },
    ])
    expect(seen.map(({ url }) => url)).toEqual(['/auth/leave', `/api/outbox/${discarded}:cancel`, `/api/data/${path}`, '/auth/leave'])
    expect(it.server.effects.map((effect) => [effect.opId, effect.actor])).toEqual([[opId, 'ana']])
    expect([await grantOf(it.store, 'u:ana'), await hasRequests(it.store, 'u:ana')]).toEqual([undefined, false])
  })

  it('ends at once for a person who leaves nothing, and does not get the log-out after they are back', async () => {
    const it = await tablet()
    setShared(false, it.store)
    await markLeft(it.store, 'u:ana')
    await it.enter('p:')
    await sendAll(it.store, granting(it).send)
    expect([it.server.left, await grantOf(it.store, 'u:ana')]).toEqual([[{ grant: 'token-ana', opIds: [] }], undefined])
    await keepGrant(it.store, 'u:ana', 'token-ana')
    await markLeft(it.store, 'u:ana')
    await keepGrant(it.store, 'u:ana', 'newer')
    await it.enter('p:')
    expect(await leftOwners(it.store)).toEqual([])
  })

  it('leaves changes of projects, people and devices for their person, who is informed and finds them when they are back', async () => {
    const it = await tablet()
    setShared(false, it.store)
    await it.save(path, { n: 1 })
    await it.save('teams/tower/members/ben', { role: 'Administrator' }, { method: 'PATCH', kind: 'PATCH /api/data/*' })
    await it.save('forms/hazard/D', { revs: [1] }, { kind: 'POST /api/looked/*' })
    expect(await leftBy('u:ana', it.store)).toEqual({ count: 3, later: 1, stopped: 0 })
    await markLeft(it.store, 'u:ana')
    await it.enter('p:')
    const { send, seen } = granting(it)
    await sendAll(it.store, send)
    await sendAll(it.store, send)
    expect(seen.map(({ url }) => url)).toEqual(['/auth/leave', `/api/data/${path}`, '/auth/leave'])
    const rows = await it.store.db.outbox.toArray()
    expect(rows.map((row) => [row.path, row.state, row.attempts])).toEqual([
      ['teams/tower/members/ben', 'queued', 0],
      ['forms/hazard/D', 'queued', 0],
    ])
    expect(await countOutbox(it.store, 'u:ben')).toMatchObject({ otherPeople: 2, otherWaiting: 2 })
    await it.enter('u:ana')
    await sendAll(it.store, send)
    expect(await it.store.db.outbox.count()).toBe(0)
  })

  it('is not used while its person is signed in', async () => {
    const it = await tablet()
    setShared(false, it.store)
    await it.save(path, { n: 1 })
    const { send, seen } = granting(it)
    await sendAll(it.store, send)
    expect([it.server.effects.length, seen.filter((request) => request.headers['x-grant'])]).toEqual([1, []])
  })

  it('that has ended leaves the saves to their person, who is informed, and a new grant continues', async () => {
    const it = await tablet()
    await it.save(path, { n: 1 })
    await it.leave()
    await it.enter('u:ben')
    expect(await countOutbox(it.store, 'u:ben')).toMatchObject({ otherPeople: 1, otherWaiting: 0 })
    const { send, valid } = granting(it, { token: 'another' })
    await sendAll(it.store, send)
    expect(await grantOf(it.store, 'u:ana')).toBeUndefined()
    expect(await countOutbox(it.store, 'u:ben')).toMatchObject({ otherPeople: 1, otherWaiting: 1 })
    expect([it.server.effects.length, await it.store.db.outbox.count()]).toEqual([0, 1])
    valid.token = 'newer'
    await keepGrant(it.store, 'u:ana', 'newer')
    await sendAll(it.store, send)
    expect([it.server.effects.length, await it.store.db.outbox.count()]).toEqual([1, 0])
  })

  it('decides no conflict: that waits for its person, who is shown it when they are back', async () => {
    const it = await tablet()
    setShared(false, it.store)
    await it.save(path, { n: 1 })
    await it.save('forms/hazard/B', { n: 2 })
    await it.enter('u:ben')
    const { send } = granting(it)
    const torn: Send = async (request) =>
      request.url.endsWith('/A')
        ? json(409, {
            error: { code: 'conflict', message: 'Both', ...(!request.headers['x-grant'] && { current: { n: 9 }, rev: 3, fields: ['n'] }) },
          })
        : await send(request)
    await sendAll(it.store, torn)
    await sendAll(it.store, torn)
    const [row] = await it.store.db.outbox.toArray()
    expect([row?.state, row?.lastError?.kind, row?.attempts, await it.store.db.outbox.count()]).toEqual(['queued', 'conflict', 1, 1])
    expect(await countOutbox(it.store, 'u:ben')).toMatchObject({ otherWaiting: 1 })
    await it.enter('u:ana')
    await sendAll(it.store, torn)
    expect((await it.store.db.outbox.toArray())[0]).toMatchObject({ state: 'conflict', lastError: { current: { n: 9 }, rev: 3 } })
  })
})
