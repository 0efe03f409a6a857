import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BotRow } from '../../../contract/endpoints/bots.ts'
import type { DemoPhone } from '../../../contract/endpoints/conversations.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { Permit } from '../../../contract/endpoints/permits.ts'
import { type Device, foreman, manager, newId, outsider, tower, useServer, worker } from '../../../tests/harness/testServer.ts'
import { renewPermitForms } from '../../domain/bots/editor/renewPermitForms.ts'

type Item = { path: string; rev: number; permit?: Permit }

describe('permits', () => {
  const server = useServer()
  let [boss, crew, form]: [Device, Device, string] = [undefined as never, undefined as never, '']
  beforeAll(async () => {
    boss = await server.person(manager)
    crew = await server.person(worker)
    const bot = newId()
    const payload = { class: 'site-permits', team: tower, title: 'Permits', form: 'new', open: false }
    await boss.save(`automations/${bot}`, { payload })
    form = (await boss.get<BotRow>(`/api/bot/${bot}`)).body.form ?? ''
  })
  const request = async (work = 'Weld the rail') => {
    const path = `forms/${form}/${newId()}`
    expect((await crew.save(path, { payload: { permit: 'Hot work', title: 'Hot work', work }, saveRpc: 'notify-managers' })).status).toBe(
      200,
    )
    return path
  }
  let seq = 0
  const decide = (device: Device, path: string, step: string, more: object = {}) =>
    device.ask<{ permit?: string; error?: { code: string; message: string } }>(
      'POST',
      `/api/permits/${path}`,
      { step, rev: 1, ...more },
      { 'idempotency-key': newId(), 'x-seq': String(7_000_000 + (seq += 1)) },
    )
  const item = async (path: string) => {
    const { componentConfig } = (await boss.get<PageData>(`/api/arrived/${form}.json`)).body
    return ((componentConfig?.items ?? []) as unknown as Item[]).find((one) => one.path === path)
  }
  const notice = async (path: string, device = crew) =>
    JSON.stringify((await device.get<PageData>(`/api/${path}.json?lang=en`)).body.form?.children?.[0])
  /** The texts that a person got with these words: texts of one moment have no order. */
  const texts = async (mobile: string, words: string) => {
    await server.running.idle()
    const { phones } = (await server.nobody().get<{ phones: DemoPhone[] }>('/api/demo/phones')).body
    return (phones.find(({ number }) => number === mobile)?.lines ?? []).filter(({ text }) => text.includes(words))
  }

  it('a manager approves a request and closes it, and the person who asked sees each step and gets a text', async () => {
    const path = await request()
    expect(await texts(manager, 'New: Hot work.')).toHaveLength(1)
    expect(await notice(path)).toContain('Do not begin this work before the permit is approved.')
    expect((await item(path))?.permit).toEqual({ state: 'requested' })
    expect((await decide(boss, path, 'approve')).body.permit).toBe('approved')
    expect((await item(path))?.permit).toEqual({ state: 'approved', by: 'Daniel Reyes', at: expect.any(String) })
    expect(await notice(path)).toContain('Approved by Daniel Reyes.')
    // This worker reads Portuguese.
    const approval = 'Sua permissão Hot work foi aprovada por Daniel Reyes.'
    expect(await texts(worker, approval)).toHaveLength(1)
    // A second approval changes nothing, and sends no second text.
    expect((await decide(await server.person(foreman), path, 'approve')).body.permit).toBe('approved')
    expect(await texts(worker, approval)).toHaveLength(1)
    expect((await decide(boss, path, 'close')).body.permit).toBe('closed')
    expect(await notice(path)).toContain('This permit is no longer valid.')
    expect((await decide(boss, path, 'approve')).body.error).toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('already closed'),
    })
  })

  it('a bot of an earlier version texts the managers, too, unless its author has taken that out', async () => {
    const { app } = server.running
    const settings = async () => JSON.stringify((await boss.get<{ settings: object }>(`/api/studio/${form}`)).body.settings)
    const made = await settings()
    const old = made.replace(',"saveRpc":"notify-managers"', '')
    await app.storage.db.execute(sql`update forms set settings = ${old}::jsonb where key = ${form}`)
    await app.storage.db.execute(sql`update form_versions set settings = ${old}::jsonb where key = ${form}`)
    expect(await settings()).not.toContain('notify-managers')
    await renewPermitForms(app)
    expect(await settings()).toContain('notify-managers')
    const sent = (await texts(manager, 'New: Hot work.')).length
    await request('Cut the pipe')
    expect(await texts(manager, 'New: Hot work.')).toHaveLength(sent + 1)
    const { revision } = (await boss.get<{ revision: number }>(`/api/studio/${form}`)).body
    await boss.ask('POST', `/api/studio/${form}`, { settings: JSON.parse(old) as object, base: revision })
    await renewPermitForms(app)
    expect(await settings()).not.toContain('notify-managers')
    await boss.ask('POST', `/api/studio/${form}`, {
      settings: JSON.parse(made) as object,
      base: revision + 1,
    })
  })

  it('a refusal has its reason, and a request that was changed after its approval waits again', async () => {
    const path = await request()
    await decide(boss, path, 'refuse', { reason: 'No fire watch **named**' })
    expect(await notice(path)).toContain('Refused by Daniel Reyes.')
    expect(await notice(path)).toContain('No fire watch')
    expect(await texts(worker, 'foi recusada por Daniel Reyes: No fire watch **named**')).toHaveLength(1)
    await decide(boss, path, 'approve')
    expect((await item(path))?.permit?.state).toBe('approved')
    await crew.save(path, { payload: { work: 'Weld the roof' } }, { 'if-match': '"1"' }, 'PATCH')
    expect((await item(path))?.permit).toMatchObject({ state: 'requested', changed: true })
    expect(await notice(path)).toContain('before it is approved again')
    // The approval of what nobody has seen is refused.
    expect((await decide(boss, path, 'approve', { rev: 1 })).body.error?.message).toContain('The request has changed.')
    expect((await decide(boss, path, 'approve', { rev: 2 })).body.permit).toBe('approved')
  })

  it('neither the person who asked nor people outside the project approve, and a save can not say that it is approved', async () => {
    const path = await request()
    expect((await decide(crew, path, 'approve')).status).toBe(403)
    expect((await decide(await server.person(outsider), path, 'approve')).status).toBe(404)
    expect((await decide(boss, `forms/hazard-report/${newId()}`, 'approve')).status).toBe(404)
    await crew.save(path, { payload: { permit: { state: 'approved' } } }, { 'if-match': '"1"' }, 'PATCH')
    expect((await item(path))?.permit?.state).toBe('requested')
  })
})
