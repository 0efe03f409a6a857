// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { claim, settle } from '../../src/store/outbox/claim.ts'
import { viewOutbox } from '../../src/store/outbox/viewOutbox.ts'
import { resetPauses } from '../../src/store/outbox/resetPauses.ts'
import { discardSave, holdSave, reopenSave, retrySave } from '../../src/store/outbox/discardSave.ts'
import { noteOwner } from '../../src/store/identity/getOwner.ts'
import { openDraft } from '../../src/store/drafts/openDraft.ts'
import { pull } from '../../src/sync/pull.ts'
import { reconcileLosses } from '../../src/sync/reconcileLosses.ts'
import type { Send, WireRequest } from '../../src/sync/send.ts'
import { answer, json } from './server-model.ts'
import { save, site } from './site.ts'

const none: Send = async () => ({ kind: 'none', aborted: false })

describe('delivery', () => {
  it('FE-331 RV-295 CO-377 every request says who acts and on which device: saves, files, discards, screens, the look for losses', async () => {
    const it = await site()
    const seen: WireRequest[] = []
    const send: Send = (request) => {
      seen.push(request)
      return /^.api.(?:forms|outbox:)/.test(request.url) ? Promise.resolve(json(200, { applied: [], cancelled: [] })) : it.net.send(request)
    }
    const photo = await it.photo()
    await it.save('forms/a/1', { n: 1 }, { blobIds: [photo] })
    const late = await it.save('forms/a/2', { n: 2 })
    await it.send(none)
    await discardSave(it.store, 'u:ana', late.opId)
    await resetPauses(it.store)
    await it.send(send)
    await pull({ store: it.store, send, device: 'd' }, '/api/forms/a.json', 'u:ana')
    await it.store.db.losses.add({ owner: 'u:ana', opIds: [late.opId], count: 1, from: '', to: '', at: 0, checked: 0 })
    await reconcileLosses({ store: it.store, send, device: 'd' }, 'u:ana')
    expect(new Set(seen.map(({ url }) => url.split('/')[2]?.split(':')[0]))).toEqual(
      new Set(['data', 'uploads', 'files', 'outbox', 'forms']),
    )
    for (const { url, headers, anonymous } of seen) {
      expect([url, headers['x-actor'], anonymous]).toEqual([url, 'ana', false])
      expect([url, headers['x-device']]).toEqual([url, expect.stringMatching(/./)])
    }
  })

  it('keeps everything when there is no answer, and sends it once there is one', async () => {
    const it = await site()
    for (let n = 1; n <= 20; n++) await it.save(`forms/a/${n % 3}`, { n })
    await it.send(none)
    expect(await it.store.db.outbox.count()).toBe(20)
    await resetPauses(it.store)
    await it.send()
    expect(await it.store.db.outbox.count()).toBe(0)
    expect(it.server.effects).toHaveLength(20)
    expect(await it.store.db.receipts.count()).toBe(20)
  })

  it('asks a dead network once a pass, not once a save', async () => {
    const it = await site()
    for (let n = 1; n <= 20; n++) await it.save(`forms/a/${n}`, { n })
    let asked = 0
    await it.send(async (request) => {
      asked++
      return none(request)
    })
    expect(asked).toBeLessThanOrEqual(4)
  })

  it('takes a save once when the server stored it and the answer was lost', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 })
    it.net.faults = ['lostAnswer']
    await it.send()
    expect(it.server.effects).toHaveLength(1)
    expect(await it.states()).toEqual(['queued'])
    await resetPauses(it.store)
    await it.send()
    expect(it.server.effects).toHaveLength(1)
    expect(await it.states()).toEqual([])
  })

  it('believes neither the page of a Wi-Fi nor its redirect, and keeps the save', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 })
    for (const fault of ['captive', 'portalRedirect'] as const) {
      it.net.faults = [fault]
      expect((await it.send())[0]?.stopped).toBe('captive')
      expect(await it.states()).toEqual(['queued'])
      await resetPauses(it.store)
    }
  })

  it('waits as long as a busy server asks for, and no longer when the person says so', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 })
    await it.send(async () => json(429, { error: { code: 'TOO_MANY_REQUESTS', message: 'Slowly' } }, { 'retry-after': '60' }))
    await it.send()
    expect(it.server.effects).toHaveLength(0)
    it.clock.advance(61_000)
    await it.send()
    // Jitter: up to half of the pause is added at random, so that the devices of a site do not retry in one
    // second.
    expect(it.server.effects).toHaveLength(0)
    await resetPauses(it.store)
    await it.send()
    expect(it.server.effects).toHaveLength(1)
  })

  it('retries a save that the server cannot take less and less often, at most minutes apart, and never gives it up', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 })
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 14; attempt++) {
      await it.send(async () => json(503, { error: { code: 'BUSY', message: 'Later' } }, { 'retry-after': '2' }))
      const [row] = await it.store.db.outbox.toArray()
      expect(row).toMatchObject({ state: 'queued', attempts: attempt, lastError: { kind: 'busy' } })
      pauses.push((row?.nextAt ?? 0) - it.clock.now())
      // A reload ends the device's own pause, not the server's.
      expect(row?.lastError?.asked).toBe(pauses.at(-1) === 2500 ? true : undefined)
      it.clock.advance(pauses.at(-1) ?? 0)
    }
    expect(pauses.slice(0, 3)).toEqual([2500, 2500, 4000])
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
    expect(pauses.at(-1)).toBe(150_000)
    expect(await it.store.db.quarantine.count()).toBe(0)
    await it.send()
    expect(it.server.effects).toHaveLength(1)
  })

  it('sends a save without its parent when a restored server has lost the parent, and asks for it ten times first', async () => {
    const it = await site()
    const first = await it.save('forms/a/1', { n: 1 })
    await it.send()
    await it.save('forms/a/1', { n: 2 }, { baseRev: 1, parentOpId: first.opId })
    it.server.receipts.clear()
    const asked: (string | undefined)[][] = []
    for (let attempt = 1; attempt <= 12; attempt++) {
      await it.send((request) => {
        asked.push([request.headers['x-parent-op'], request.headers['if-match']])
        return it.net.send(request)
      })
      // A try without a connection in between counts for nothing.
      if (attempt === 5) await it.send(none)
      await resetPauses(it.store)
    }
    // The numbers of revisions of a restored server prove nothing.
    expect(asked).toEqual([...Array.from({ length: 10 }, () => [first.opId, '"1"']), [undefined, undefined]])
    expect(it.server.effects.map(({ n }) => n)).toEqual([1, 2])
    expect(await it.states()).toEqual([])
  })

  it('is not fooled by a clock that jumps: what waits far in the future is due', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 })
    it.clock.advance(365 * 24 * 3_600_000)
    await it.send(none)
    it.clock.advance(-365 * 24 * 3_600_000)
    await it.send()
    expect(it.server.effects).toHaveLength(1)
  })

  it('sets a refused save aside with the server’s words; it holds back its own record and no other', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1, poison: true })
    await it.save('forms/a/1', { n: 2 })
    await it.save('forms/a/2', { n: 3 })
    await it.send()
    expect(it.server.effects.map((effect) => effect.n)).toEqual([3])
    const [head, next] = await it.store.db.outbox.orderBy('seq').toArray()
    expect(head).toMatchObject({ state: 'parked', lastError: { kind: 'refused', code: 'INVALID', message: 'That is not right' } })
    expect(next).toMatchObject({ state: 'queued', attempts: 0 })
    it.server.strict = false
    await retrySave(it.store, 'u:ana', head?.opId ?? '')
    await it.send()
    expect(it.server.effects.map((effect) => effect.n)).toEqual([3, 1, 2])
  })

  it.each(['INVALID', 'FORBIDDEN', 'conflict'])(
    'sets a step aside that another person took first (409 %s): it is sent once, says what to do, and stays',
    async (code) => {
      const it = await site()
      let asked = 0
      const late: Send = (request) => {
        if (!request.url.startsWith('/api/permits/')) return it.net.send(request)
        asked++
        return Promise.resolve(json(409, { error: { code, message: 'This permit is approved already.' } }))
      }
      const path = 'forms/permit/1'
      await it.save(path, {}, { kind: 'POST /api/permits/*', url: `/api/permits/${path}`, body: { step: 'approve', rev: 1 } })
      await it.save('forms/a/2', { n: 3 })
      for (let pass = 0; pass < 3; pass++) {
        await it.send(late)
        it.clock.advance(10 * 60_000)
      }
      expect(asked).toBe(1)
      expect(it.server.effects.map((effect) => effect.n)).toEqual([3])
      const [waiting] = await viewOutbox(it.store, 'u:ana')
      expect(waiting).toMatchObject({ state: 'parked', editable: false })
      expect(waiting?.words).toBe('The server refused it: This permit is approved already. Retry it, or discard it.')
    },
  )

  it('puts a corrected save in the place of the refused one, before what was saved after it', async () => {
    const it = await site()
    const form = { path: 'forms/a/:new', initHash: 'h' }
    const refused = await it.save(
      'forms/a/1',
      { n: 1, poison: true, place: 'gate' },
      { initHash: 'h', draft: form, address: '/frontend/forms/a' },
    )
    await it.save('forms/a/1', { n: 2 })
    await it.send()
    const opened = await reopenSave(it.store, 'u:ana', refused.opId)
    expect(opened).toEqual({ address: '/frontend/forms/a', path: form.path, initHash: 'h', recordPath: 'forms/a/1' })
    expect(await openDraft(it.store, 'u:ana', form.path, 'h')).toMatchObject({ body: { place: 'gate' }, recordPath: 'forms/a/1' })
    const corrected = await it.save('forms/a/1', { n: 1, place: 'gate' }, { initHash: 'h', draft: form })
    expect(await it.store.db.receipts.get(refused.opId)).toMatchObject({ outcome: 'superseded', answer: { by: corrected.opId } })
    await it.send()
    expect(it.server.effects.map((effect) => effect.n)).toEqual([1, 2])
    expect(it.server.receipts.get(refused.opId)).toBe('cancelled')
  })

  describe('a waiting save that its author corrects', () => {
    const draft = { path: 'forms/a/:new', initHash: 'h' }
    const more = { initHash: 'h', draft, address: '/frontend/forms/a' }
    /** The bodies of the saves that the server was sent, with their parents. */
    const sentTo = (it: Awaited<ReturnType<typeof site>>) => {
      const seen: { payload: unknown; base: unknown; parent: string | undefined }[] = []
      const send: Send = (request) => {
        const { payload, base } = JSON.parse(String(request.body ?? '{}')) as { payload?: unknown; base?: unknown }
        if (payload !== undefined) seen.push({ payload, base, parent: request.headers['x-parent-op'] })
        return it.net.send(request)
      }
      return { seen, send }
    }

    it('leaves once, with the corrected answers, before what was saved after it', async () => {
      const it = await site()
      const first = await it.save('forms/a/1', { n: 1, hours: 8 }, more)
      await it.save('forms/a/1', { n: 2 })
      await it.send(none)
      await reopenSave(it.store, 'u:ana', first.opId)
      const corrected = await it.save('forms/a/1', { n: 1, hours: 9 }, more)
      expect((await it.store.db.outbox.orderBy('seq').toArray())[0]?.opId).toBe(corrected.opId)
      await resetPauses(it.store)
      const { seen, send } = sentTo(it)
      await it.send(send)
      expect(seen.map(({ payload }) => payload)).toEqual([{ n: 1, hours: 9 }, { n: 2 }])
      expect(it.server.receipts.get(first.opId)).toBe('cancelled')
    })

    it('becomes a change of the first one if the server had applied that although its answer was lost', async () => {
      const it = await site()
      const first = await it.save('forms/a/1', { n: 1, hours: 8, place: 'gate' }, more)
      it.net.faults = ['lostAnswer']
      await it.send()
      await reopenSave(it.store, 'u:ana', first.opId)
      await it.save('forms/a/1', { n: 2, hours: 9 }, more)
      await resetPauses(it.store)
      const { seen, send } = sentTo(it)
      await it.send(send)
      await it.send(send)
      expect(seen).toEqual([{ payload: { n: 2, hours: 9 }, base: { n: 1, hours: 8, place: 'gate' }, parent: first.opId }])
      expect(it.server.effects.map(({ n }) => n)).toEqual([1, 2])
      expect((await it.store.db.receipts.get(first.opId))?.outcome).toBe('sent')
      expect(await it.states()).toEqual([])
    })

    it('becomes a change of the first one if that was sent while the person typed', async () => {
      const it = await site()
      const first = await it.save('forms/a/1', { n: 1, hours: 8 }, more)
      await reopenSave(it.store, 'u:ana', first.opId)
      await it.send()
      await it.save('forms/a/1', { n: 2, hours: 9 }, more)
      const { seen, send } = sentTo(it)
      await it.send(send)
      expect(seen).toEqual([{ payload: { n: 2, hours: 9 }, base: { n: 1, hours: 8 }, parent: first.opId }])
      expect(it.server.effects.map(({ n }) => n)).toEqual([1, 2])
    })

    it('waits while its author may still take a discard back', async () => {
      const it = await site()
      const { opId } = await it.save('forms/a/1', { n: 1 })
      expect(await holdSave(it.store, 'u:ana', opId, 40_000)).toBe(true)
      await it.send()
      expect(it.server.effects).toEqual([])
      await retrySave(it.store, 'u:ana', opId)
      await it.send()
      expect(it.server.effects).toHaveLength(1)
    })
  })

  it('shows a save that two people contradict each other in, and opens it on what the server has now', async () => {
    const it = await site()
    const body = { base: { hours: 8, place: 'gate', crew: 4 }, payload: { hours: 9, place: 'gate', crew: 4 } }
    const form = { path: 'forms/a/1', initHash: 'as found' }
    const { opId } = await it.save('forms/a/1', {}, { body, baseRev: 1, draft: form, initHash: 'as found' })
    const current = { hours: 10, place: 'roof', crew: 4 }
    await it.send(async () =>
      json(409, { error: { code: 'conflict', message: 'Somebody else', current, rev: 3, fields: ['hours'] }, opId }),
    )
    expect(await it.store.db.outbox.toArray()).toMatchObject([{ state: 'conflict', lastError: { fields: ['hours'], current, rev: 3 } }])
    await reopenSave(it.store, 'u:ana', opId)
    // The form's data has changed; the user's own correction is restored anyway.
    const draft = await openDraft(it.store, 'u:ana', 'forms/a/1', 'as it is now')
    expect(draft).toMatchObject({ body: { hours: 9, place: 'roof', crew: 4 }, supersedes: opId, initHash: 'as it is now' })
    await it.save('forms/a/1', { hours: 9, place: 'roof', crew: 4, n: 1 }, { draft: { path: 'forms/a/1', initHash: 'as it is now' } })
    await it.send()
    expect(it.server.effects).toHaveLength(1)
    expect(await it.states()).toEqual([])
  })

  it('never lets a discarded save land later, and says so when it had landed before', async () => {
    const it = await site()
    const one = await it.save('forms/a/1', { n: 1 })
    const two = await it.save('forms/a/2', { n: 2 })
    it.net.faults = ['refuse', 'lostAnswer']
    await it.send()
    await discardSave(it.store, 'u:ana', one.opId)
    await discardSave(it.store, 'u:ana', two.opId)
    await it.send()
    const outcomes = [await it.store.db.receipts.get(one.opId), await it.store.db.receipts.get(two.opId)].map((row) => row?.outcome)
    const landed = it.server.effects.map((effect) => effect.opId)
    expect(landed).toHaveLength(1)
    expect(outcomes).toEqual([landed[0] === one.opId ? 'sent' : 'discarded', landed[0] === two.opId ? 'sent' : 'discarded'])
  })

  it('takes a double tap, or the same form saved in two tabs, for one save', async () => {
    const it = await site()
    const taps = await Promise.all([it.save('forms/a/1', { n: 1 }), it.save('forms/a/1', { n: 1 })])
    expect(new Set(taps.map((tap) => tap.opId)).size).toBe(1)
    expect(taps.map((tap) => tap.duplicate).toSorted()).toEqual([false, true])
  })

  it('does not take a choice that was changed and changed back for a double tap', async () => {
    const it = await site()
    for (const lang of ['es', 'en', 'es']) await it.save('people/ana', { lang })
    await it.send()
    expect(it.server.effects.map((effect) => effect.payload['lang'])).toEqual(['es', 'en', 'es'])
  })

  it('a late answer to a page that was frozen changes nothing', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 })
    const { claims } = await claim(it.store, 'u:ana', { worker: 'frozen', limit: 1, busy: new Set() })
    it.clock.advance(61_000)
    await it.send()
    const [op] = claims
    expect(op && (await settle(it.store, op, { kind: 'parked', error: { kind: 'refused', at: 0 } }))).toBe(false)
    expect(await it.states()).toEqual([])
  })
})

describe('people', () => {
  it('an expired session costs nothing: the save waits, and goes when the same person signs in', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 })
    it.net.faults = ['401']
    await it.send()
    expect(await it.store.db.principals.get('u:ana')).toMatchObject({ session: 'expired' })
    expect(await it.states()).toEqual(['queued'])
    expect(await it.send()).toEqual([undefined])
    it.server.session = 'ana'
    await noteOwner(it.store, 'u:ana')
    await it.send()
    expect(it.server.effects).toMatchObject([{ actor: 'ana' }])
  })

  it('sends one person’s work only as that person, for every sign-in in between', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 })
    it.server.session = 'ben'
    await it.send()
    expect(await it.store.db.principals.get('u:ana')).toMatchObject({ session: 'otherPerson' })
    await noteOwner(it.store, 'u:ben')
    await save(it.store, 'u:ben', 'forms/a/1', { n: 2 })
    await it.send()
    expect(it.server.effects).toMatchObject([{ actor: 'ben', n: 2 }])
    it.server.session = 'ana'
    await noteOwner(it.store, 'u:ana')
    await it.send()
    expect(it.server.effects.at(-1)).toMatchObject({ actor: 'ana', n: 1 })
  })

  it('sends what came in through a public link as anonymous, also while a person is signed in', async () => {
    const it = await site()
    await save(it.store, 'p:', 'forms/visitor/1', { n: 1 })
    const cookies: boolean[] = []
    await it.send((request) => {
      cookies.push(!request.anonymous)
      return it.net.send(request)
    })
    expect(cookies).toEqual([false])
    expect(it.server.effects).toMatchObject([{ actor: 'anonymous' }])
  })
})

describe('files', () => {
  it('a record is never sent before the server has confirmed its files', async () => {
    const it = await site()
    const blobIds = [await it.photo('front'), await it.photo('back')]
    await it.save('forms/a/1', { n: 1 }, { blobIds })
    await it.send()
    expect(it.server.effects).toMatchObject([{ filesThere: true }])
    expect(await it.store.db.bytes.count()).toBe(0)
    expect(await it.store.db.blobs.count()).toBe(0)
  })

  it('an upload that is cut goes on where it was, also after the app was closed', async () => {
    const it = await site()
    const size = 5 * 256 * 1024 + 1000
    const id = await it.photo('x'.repeat(size))
    await it.save('forms/a/1', { n: 1 }, { blobIds: [id] })
    let patches = 0
    await it.send(async (request) => {
      if (request.method === 'PATCH' && ++patches === 3) {
        await it.net.send(request)
        return { kind: 'none', aborted: false }
      }
      return it.net.send(request)
    })
    expect(await it.store.db.blobs.get(id)).toMatchObject({ state: 'uploading' })
    const again = it.device.start()
    await resetPauses(again)
    await it.send(it.net.send, again)
    expect(it.server.effects).toMatchObject([{ filesThere: true }])
    expect(it.server.bytesIn - size).toBe(0)
  })

  it('sends at most one chunk twice when a chunk is lost on its way', async () => {
    const it = await site()
    const size = 5 * 256 * 1024
    await it.save('forms/a/1', { n: 1 }, { blobIds: [await it.photo('x'.repeat(size))] })
    let sent = 0
    let patches = 0
    const counting: Send = async (request) => {
      if (request.body instanceof Blob) sent += request.body.size
      if (request.method === 'PATCH' && ++patches === 3) return { kind: 'none', aborted: false }
      return it.net.send(request)
    }
    await it.send(counting)
    await resetPauses(it.store)
    await it.send(counting)
    expect(it.server.effects).toHaveLength(1)
    expect(sent - size).toBeLessThanOrEqual(256 * 1024)
  })

  it('halves the parts when the way is too narrow for them', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 }, { blobIds: [await it.photo('x'.repeat(600 * 1024))] })
    const sizes: number[] = []
    await it.send(async (request) => {
      if (request.body instanceof Blob) {
        sizes.push(request.body.size)
        if (request.body.size > 100 * 1024) return answer(413, { 'x-app': '1', 'tus-resumable': '1.0.0' }, '')
      }
      return it.net.send(request)
    })
    expect(sizes.slice(0, 3)).toEqual([262_144, 131_072, 65_536])
    expect(it.server.effects).toMatchObject([{ filesThere: true }])
  })

  it('sends a file again when its bytes arrived wrong', async () => {
    const it = await site()
    await it.save('forms/a/1', { n: 1 }, { blobIds: [await it.photo('front')] })
    let spoilt = false
    await it.send(async (request) => {
      if (request.body instanceof Blob && !spoilt) {
        spoilt = true
        return it.net.send({ ...request, body: new Blob(['fRont']) })
      }
      return it.net.send(request)
    })
    expect(spoilt).toBe(true)
    expect(it.server.effects).toMatchObject([{ filesThere: true }])
  })

  it('sends a file again that the server has lost since, and asks the person when the device has it no more', async () => {
    const it = await site()
    const id = await it.photo('front')
    await it.save('forms/a/1', { n: 1 }, { blobIds: [id] })
    let refusals = 0
    const forgetful: Send = async (request) => {
      if (request.url.startsWith('/api/data/') && refusals++ === 0) {
        it.server.uploads.clear()
        return json(425, { error: { code: 'upload_missing', message: 'Not here' } })
      }
      return it.net.send(request)
    }
    await it.send(forgetful)
    await resetPauses(it.store)
    await it.send(forgetful)
    expect(it.server.effects).toMatchObject([{ filesThere: true }])

    await it.save('forms/a/2', { n: 2 }, { blobIds: [await it.photo('back')] })
    await it.store.db.bytes.clear()
    await it.send()
    expect(await it.store.db.outbox.toArray()).toMatchObject([{ state: 'parked', lastError: { kind: 'file' } }])
  })
})
