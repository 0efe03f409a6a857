// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { lastErrorOf } from '../../src/store/db/emitStoreEvent.ts'
import { copyHeader, pull } from '../../src/sync/pull.ts'
import type { Send, WireRequest } from '../../src/sync/send.ts'
import { answer, json } from './server-model.ts'
import { site } from './site.ts'

const url = '/api/forms/hazard.json'
const page = { component: 'automationForm', form: { name: 'Hazard', children: [] } }

async function screen() {
  const it = await site()
  const asked: WireRequest[] = []
  const get = (send: Send, owner = 'u:ana', anew = false) =>
    pull({ store: it.store, device: 'd', send: (request) => (asked.push(request), send(request)) }, url, owner, anew)
  return { ...it, asked, get, kept: () => it.store.db.screens.get(['u:ana', url]) }
}

describe('screens', () => {
  it('keeps what the server described, and asks next time only whether it is still so', async () => {
    const it = await screen()
    expect(await it.get(async () => json(200, page, { etag: '"v1"' }))).toBe('fresh')
    const first = await it.kept()
    it.clock.advance(60_000)
    expect(await it.get(async () => answer(304, { 'x-app': '1' }, ''))).toBe('fresh')
    expect(it.asked[1]?.headers['if-none-match']).toBe('"v1"')
    expect(await it.kept()).toMatchObject({ data: page, version: first?.version, fetchedAt: it.clock.now() })
  })

  it('knows the same description again when the server had no tag for it', async () => {
    const it = await screen()
    await it.get(async () => json(200, page))
    await it.get(async () => json(200, { form: page.form, component: page.component }))
    expect(await it.kept()).toMatchObject({ version: 1 })
    await it.get(async () => json(200, { ...page, component: 'other' }))
    expect(await it.kept()).toMatchObject({ version: 2 })
  })

  it('remembers what the server said about its trouble until it answers again, and only that', async () => {
    const it = await screen()
    expect(await it.get(async () => json(500, { error: { code: 'E42', message: 'Something went wrong.' } }))).toBe('busy')
    expect(lastErrorOf(url, 'u:ana')).toEqual({ code: 'E42', message: 'Something went wrong.' })
    expect(await it.kept()).toBeUndefined()
    await it.get(async () => json(200, page))
    expect(lastErrorOf(url, 'u:ana')).toBeUndefined()
  })

  it('keeps the old copy when no answer of our server comes', async () => {
    const it = await screen()
    await it.get(async () => json(200, page))
    const results = [
      await it.get(async () => ({ kind: 'none', aborted: false })),
      await it.get(async () => answer(200, { 'content-type': 'text/html' }, '<h1>Wi-Fi</h1>')),
      await it.get(async () => answer(502, {}, 'Bad Gateway')),
      await it.get(async () => answer(200, { 'x-app': '1' }, undefined)),
    ]
    expect(results).toEqual(['offline', 'captive', 'busy', 'busy'])
    expect(await it.kept()).toMatchObject({ data: page, version: 1 })
  })

  it('RV-324 RV-325 an answer of our server that is no JSON shows its status or its text, when the device has nothing better', async () => {
    const it = await screen()
    await it.get(async () => ({ ...answer(404, { 'x-app': '1' }, 'nothing here'), statusText: 'Not Found' }))
    expect(await it.kept()).toMatchObject({ refused: { code: 'UNKNOWN', message: '404 Not Found' } })
    await it.get(async () => json(200, page))
    expect(await it.get(async () => answer(200, { 'x-app': '1' }, 'The crane is locked'))).toBe('busy')
    expect((await it.kept())?.refused).toBeUndefined()
    const other = await screen()
    await other.get(async () => answer(200, { 'x-app': '1' }, 'The crane is locked'))
    expect(await other.kept()).toMatchObject({ refused: { code: 'UNKNOWN', message: 'The crane is locked' } })
    const third = await screen()
    expect(await third.get(async () => answer(200, { 'x-app': '1' }, '{"component":"au'))).toBe('busy')
  })

  it('an expired session keeps the screen; a refusal is remembered and cleared by the next good answer', async () => {
    const it = await screen()
    await it.get(async () => json(200, page))
    expect(await it.get(async () => json(401, { error: { code: 'NOT_AUTHORIZED', message: 'Not Authorized' } }))).toBe('session')
    expect(await it.store.db.principals.get('u:ana')).toMatchObject({ session: 'expired' })
    expect((await it.kept())?.refused).toBeUndefined()
    await it.get(async () => json(404, { error: { code: 'NOT_FOUND', message: 'There is no such form.' } }))
    expect(await it.kept()).toMatchObject({ refused: { code: 'NOT_FOUND', message: 'There is no such form.' } })
    await it.get(async () => json(200, page))
    expect((await it.kept())?.refused).toBeUndefined()
  })

  it('shares a load that is under way', async () => {
    const it = await screen()
    let give: (value: ReturnType<typeof json>) => void = () => undefined
    const slow = new Promise<ReturnType<typeof json>>((resolve) => {
      give = resolve
    })
    const both = Promise.all([it.get(() => slow), it.get(() => slow)])
    give(json(200, page))
    expect(await both).toEqual(['fresh', 'fresh'])
    expect(it.asked).toHaveLength(1)
  })

  it('asks once more for those who want what is newer than a load that is under way, and tells when it was asked', async () => {
    const it = await screen()
    let give: (value: ReturnType<typeof json>) => void = () => undefined
    const slow = new Promise<ReturnType<typeof json>>((resolve) => (give = resolve))
    const first = it.get(() => slow)
    it.clock.advance(1000)
    const sent = it.clock.now()
    const anew = [1, 2].map(async () => await it.get(async () => json(200, { ...page, component: 'new' }), 'u:ana', true))
    it.clock.advance(1000)
    give(json(404, { error: { code: 'NOT_FOUND', message: 'There is no such form.' } }))
    expect(await first).toBe('refused')
    expect(await Promise.all(anew)).toEqual(['fresh', 'fresh'])
    expect(it.asked).toHaveLength(2)
    const kept = await it.kept()
    expect(kept).toMatchObject({ data: { component: 'new' } })
    expect(kept?.refused).toBeUndefined()
    expect(kept?.fetchedAt).toBeGreaterThanOrEqual(sent)
    let late: (value: ReturnType<typeof json>) => void = () => undefined
    const third = it.get(() => new Promise((resolve) => (late = resolve)))
    const askedAt = it.clock.now()
    while (it.asked.length < 3) await new Promise((resolve) => setImmediate(resolve))
    it.clock.advance(5000)
    late(json(200, page))
    await third
    expect((await it.kept())?.fetchedAt).toBe(askedAt)
  })

  it('takes the worker’s copy for what it is: old, and better than nothing', async () => {
    const it = await screen()
    expect(await it.get(async () => json(200, page, { [copyHeader]: '1000' }))).toBe('offline')
    expect(await it.kept()).toMatchObject({ data: page, fetchedAt: 1000 })
    expect(await it.get(async () => json(200, { component: 'older' }, { [copyHeader]: '500' }))).toBe('offline')
    expect(await it.kept()).toMatchObject({ data: page, fetchedAt: 1000 })
  })

  it('keeps one person’s screens apart from another’s', async () => {
    const it = await screen()
    await it.get(async () => json(200, page))
    expect(await it.store.db.screens.get(['u:ben', url])).toBeUndefined()
    expect(it.asked[0]?.headers['x-actor']).toBe('ana')
  })
})
