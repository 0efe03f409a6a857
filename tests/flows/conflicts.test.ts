// @vitest-environment node
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { merge } from '../../contract/rules/merge.ts'
import type { Model } from '../../contract/endpoints/records.ts'
import { longestPause } from '../../src/lib/backoffDelay.ts'
import { askAgain, type Choice, decide } from '../../src/store/outbox/decideConflict.ts'
import { reopenSave } from '../../src/store/outbox/discardSave.ts'
import { countOutbox, viewOutbox } from '../../src/store/outbox/viewOutbox.ts'
import type { SaveInput } from '../../src/store/outbox/saveOp.ts'
import type { WireRequest } from '../../src/sync/send.ts'
import { json } from './server-model.ts'
import { sendAll, site } from './site.ts'

const path = 'forms/a/1'
const owner = 'u:ana'

/** The conflict rules of the write contract, for one record. */
class Shared {
  rev = 1
  model: Model
  readonly applied: string[] = []
  readonly cancelled = new Set<string>()
  /** Revisions that this device made. */
  private readonly own = new Map<string, number>()

  constructor(model: Model) {
    this.model = model
  }

  /** Another user changes the record. */
  change(change: Model): void {
    this.model = { ...this.model, ...change }
    this.rev++
  }

  readonly send = async ({ url, headers, body }: WireRequest) => {
    const cancel = /outbox\/(\w+):cancel$/.exec(url)?.[1]
    if (cancel) {
      if (!this.applied.includes(cancel)) this.cancelled.add(cancel)
      return json(200, { opId: cancel, cancelled: !this.applied.includes(cancel), applied: this.applied.includes(cancel) })
    }
    const opId = headers['idempotency-key'] ?? ''
    if (this.cancelled.has(opId)) return json(410, { error: { code: 'cancelled', message: 'Discarded' }, opId })
    const { payload, base } = JSON.parse(String(body)) as { payload: Model; base: Model }
    const since = Number((headers['if-match'] ?? '').replaceAll('"', ''))
    const others = Array.from({ length: this.rev - since }, (_, n) => since + 1 + n).some((rev) => ![...this.own.values()].includes(rev))
    const { model, conflicts } = merge(path, base, payload, this.model)
    if (others && conflicts.length > 0) {
      const changed = Object.fromEntries(conflicts.map((field) => [field, { by: 'Ben', at: '2026-06-01T08:00:00.000Z' }]))
      return json(409, {
        error: { code: 'conflict', message: 'Both', current: this.model, rev: this.rev, fields: conflicts, changed },
        opId,
      })
    }
    this.model = model
    this.own.set(opId, ++this.rev)
    this.applied.push(opId)
    return json(200, { opId, path, rev: this.rev })
  }
}

async function phone(found: Model) {
  const it = await site(owner)
  const server = new Shared(found)
  return {
    ...it,
    server,
    save: (base: Model, payload: Model, baseRev = 1) => it.save(path, {}, { body: { base, payload }, baseRev, initHash: 'h' }),
    keep: (more: Partial<SaveInput>) => it.save(path, {}, more),
    send: () => it.send(server.send),
    rows: () => it.store.db.outbox.orderBy('seq').toArray(),
    decide: (opId: string, choices: Record<string, Choice>, seen = server.rev) => decide(it.store, owner, opId, { seen, choices }),
    outcomes: async () => Object.fromEntries((await it.store.db.receipts.toArray()).map(({ opId, outcome }) => [opId, outcome] as const)),
  }
}

const found = { hours: 8, place: 'roof', crew: ['Ana'], note: '' }

describe('what two people changed', () => {
  it('I7 is decided answer by answer, by a save that takes the place of the first in one step', async () => {
    const it = await phone(found)
    const { opId } = await it.save(found, { hours: 9, place: 'cellar', crew: ['Ana', 'Bo'], note: 'x' })
    it.server.change({ hours: 10, place: 'lobby', crew: ['Ana', 'Cy'] })
    await it.send()
    expect(await it.rows()).toMatchObject([{ state: 'conflict', lastError: { changed: { hours: { by: 'Ben' } } } }])
    expect(it.server.model).toMatchObject({ hours: 10, note: '' })

    expect(await it.decide(opId, { hours: 'mine', place: 'theirs', crew: 'both' })).toBe('done')
    const [next] = await it.rows()
    expect(await it.outcomes()).toEqual({ [opId]: 'superseded' })
    expect(next).toMatchObject({ state: 'queued', attempts: 0 })
    await it.send()
    expect(it.server.model).toEqual({ hours: 9, place: 'lobby', crew: ['Ana', 'Cy', 'Bo'], note: 'x' })
    expect(it.server.applied).toEqual([next?.opId])
    expect(await it.outcomes()).toEqual({ [opId]: 'superseded', [next?.opId ?? '']: 'sent' })
    expect(it.server.cancelled).toEqual(new Set([opId]))
  })

  it('I7 is not decided by half, nor about something that has changed again meanwhile', async () => {
    const it = await phone(found)
    const { opId } = await it.save(found, { ...found, hours: 9, place: 'cellar' })
    it.server.change({ hours: 10, place: 'lobby' })
    await it.send()
    expect(await it.decide(opId, { hours: 'mine' })).toBe('again')
    const seen = it.server.rev
    it.server.change({ hours: 11 })
    await askAgain(it.store, owner, opId)
    await it.send()
    expect(await it.decide(opId, { hours: 'mine', place: 'mine' }, seen)).toBe('again')
    expect(await it.rows()).toMatchObject([{ opId, state: 'conflict', lastError: { current: { hours: 11 } } }])
  })

  it('I7 asks only about the new overlap when another person changes the record between decision and delivery', async () => {
    const it = await phone(found)
    const { opId } = await it.save(found, { ...found, hours: 9, place: 'cellar' })
    it.server.change({ hours: 10, place: 'lobby' })
    await it.send()
    await it.decide(opId, { hours: 'mine', place: 'mine' })
    it.server.change({ hours: 12 })
    await it.send()
    const [next] = await it.rows()
    expect(next?.lastError?.fields).toEqual(['hours'])
    await it.decide(next?.opId ?? '', { hours: 'theirs' })
    await it.send()
    expect(it.server.model).toMatchObject({ hours: 12, place: 'cellar' })
    expect(await it.rows()).toEqual([])
  })

  it('ends by itself when the server has changed back, also when no person looks at it', async () => {
    const it = await phone(found)
    const { opId } = await it.save(found, { ...found, hours: 9 })
    it.server.change({ hours: 10 })
    await it.send()
    it.server.change({ hours: 8 })
    await it.send()
    expect(await it.states()).toEqual(['conflict'])
    it.clock.advance(longestPause)
    await it.send()
    expect(it.server.model).toMatchObject({ hours: 9 })
    expect(await it.outcomes()).toEqual({ [opId]: 'sent' })
  })

  it('stays one while the server can’t be asked, and is counted as one while it is asked', async () => {
    const it = await phone(found)
    const { opId } = await it.save(found, { ...found, hours: 9 })
    it.server.change({ hours: 10 })
    await it.send()
    await askAgain(it.store, owner, opId)
    const seen: unknown[] = []
    await sendAll(it.store, async () => {
      seen.push((await viewOutbox(it.store, owner))[0]?.state, await countOutbox(it.store, owner))
      expect(await it.decide(opId, { hours: 'mine' })).toBe('busy')
      return { kind: 'none', aborted: false }
    })
    expect(seen).toMatchObject(['conflict', { needsYou: 1, sending: 0 }])
    expect(await it.rows()).toMatchObject([{ state: 'conflict', lastError: { kind: 'conflict', fields: ['hours'] } }])
  })

  it('keeps what the person saved meanwhile, without what they have decided against', async () => {
    const it = await phone(found)
    const mine = { ...found, hours: 9, place: 'cellar' }
    const { opId } = await it.save(found, mine)
    it.server.change({ hours: 10, place: 'lobby' })
    await it.send()
    const second = await it.save(mine, { ...mine, hours: 9.5, note: 'rain' })
    const third = await it.save({ ...mine, hours: 9.5, note: 'rain' }, { ...mine, hours: 9.5, note: 'storm' })
    expect(await it.decide(opId, { hours: 'theirs', place: 'mine' })).toBe('done')
    await it.send()
    await it.send()
    expect(await it.rows()).toEqual([])
    expect(it.server.model).toMatchObject({ hours: 10, place: 'cellar', note: 'storm' })
    expect(await it.outcomes()).toMatchObject({ [opId]: 'superseded', [second.opId]: 'superseded', [third.opId]: 'sent' })
  })

  it('keeps the photos of what is kept, and lets go of those that were decided against', async () => {
    const it = await phone({ sign: [] })
    const [kept, gone] = [await it.photo('kept'), await it.photo('gone')]
    const file = (id: string) => ({ id, sha256: 'x', size: 4 })
    const body = { base: { sign: [] }, payload: { sign: [file(gone)], more: [file(kept)] }, files: [file(kept), file(gone)] }
    const { opId } = await it.keep({ body, baseRev: 1, blobIds: [kept, gone] })
    const row = (await it.rows())[0]
    const error = { kind: 'conflict' as const, at: 0, current: { sign: [{ id: 'theirs' }] }, rev: 2, fields: ['sign'] }
    await it.store.db.outbox.put({ ...(row as NonNullable<typeof row>), state: 'conflict', attempts: 1, lastError: error })
    expect(await it.decide(opId, { sign: 'theirs' }, 2)).toBe('done')
    const [next] = await it.rows()
    expect(next).toMatchObject({
      blobIds: [kept],
      body: { files: [{ id: kept }], payload: { sign: [{ id: 'theirs' }], more: [{ id: kept }] } },
    })
    expect(await it.store.db.blobs.toCollection().primaryKeys()).toEqual([kept])
    expect((await it.store.db.blobs.get(kept))?.opId).toBe(next?.opId)
  })

  it('leaves the answers alone that the person has begun to correct in the form', async () => {
    const it = await phone(found)
    const { opId } = await it.save(found, { ...found, hours: 9 })
    it.server.change({ hours: 10 })
    await it.send()
    await reopenSave(it.store, owner, opId)
    await it.decide(opId, { hours: 'theirs' })
    const [next] = await it.rows()
    expect(await it.store.db.drafts.toArray()).toMatchObject([{ body: { hours: 9 }, supersedes: next?.opId }])
  })

  it('never loses an answer of either side silently, for all events in all orders', { timeout: 60_000 }, async () => {
    const names = ['a', 'b', 'c'] as const
    const name = fc.constantFrom(...names)
    const step = fc.oneof(
      fc.record({ do: fc.constant('others' as const), name }),
      fc.record({ do: fc.constant('save' as const), name }),
      fc.record({ do: fc.constant('send' as const) }),
      fc.record({ do: fc.constant('decide' as const), choice: fc.constantFrom<Choice>('mine', 'theirs') }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const it = await phone({ a: 'a0', b: 'b0', c: 'c0' })
        /** What the user sees: the record as the form opened it, with own saves applied. */
        let mine: Model = { a: 'a0', b: 'b0', c: 'c0' }
        let seenRev = 1
        let n = 0
        /**
         * Values of other users that this user has not decided about. Only an explicit change by this user or
         * another may overwrite them.
         */
        const theirs = new Map<string, string>()
        const settle = async (choice: Choice) => {
          const [head] = await it.rows()
          if (head?.state !== 'conflict') return
          const fields = head.lastError?.fields ?? []
          expect(await it.decide(head.opId, Object.fromEntries(fields.map((field) => [field, choice])), head.lastError?.rev)).toBe('done')
          if (choice === 'mine') for (const field of fields) theirs.delete(field)
        }
        for (const one of steps) {
          n++
          if (one.do === 'others') {
            const value = `theirs${n}`
            it.server.change({ [one.name]: value })
            theirs.set(one.name, value)
          } else if (one.do === 'save') {
            if ((await it.rows()).length === 0) {
              // The form is opened again with the server's record.
              mine = it.server.model
              seenRev = it.server.rev
              theirs.clear()
            }
            const next = { ...mine, [one.name]: `mine${n}` }
            await it.save(mine, next, seenRev)
            mine = next
          } else if (one.do === 'send') await it.send()
          else await settle(one.choice)
        }
        for (let turn = 0; turn < 40 && (await it.rows()).length > 0; turn++) {
          await it.send()
          await settle('theirs')
        }
        expect(await it.rows()).toEqual([])
        for (const [field, value] of theirs) expect(it.server.model[field]).toBe(value)
        expect(new Set(it.server.applied).size).toBe(it.server.applied.length)
      }),
      { numRuns: 60 },
    )
  })
})
