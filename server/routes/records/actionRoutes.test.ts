import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { locationSave } from '../../../contract/endpoints/actions.ts'
import {
  type Device,
  foreman,
  manager,
  newId,
  onEachServer,
  otherWorker,
  outsider,
  owner,
  tower,
  worker,
} from '../../../tests/harness/testServer.ts'
import { publishForm } from '../../domain/forms/publishForm.ts'
import { rows } from '../../storage/database.ts'

type Refusal = { error: { code: string; message: string; details?: { path: string; message: string }[] } }
type Answer = Refusal & {
  opId?: string
  path: string
  rev: number
  returnUrl?: string
  notification?: string
  shortlink: string
  id: string
  filename: string
  url: string
}

let seq = 1_000_000

onEachServer((server) => {
  const queued = (more: Record<string, string> = {}) => ({ 'idempotency-key': newId(), 'x-seq': String(++seq), ...more })
  const post = (device: Device, path: string, body: unknown, headers: Record<string, string> = {}) =>
    device.ask<Answer>('POST', path, body, headers)
  const patch = (device: Device, path: string, body: unknown, headers: Record<string, string> = {}) =>
    device.ask<Answer>('PATCH', path, body, headers)
  const db = () => server.running.storage.db
  const said = ({ status, body }: { status: number; body: Refusal }) => `${status} ${body.error?.code}`

  async function record(by: Device, model: Record<string, unknown> = { title: 'Open trench' }) {
    const path = `forms/hazard-report/${newId()}`
    const saved = await by.save<Answer>(path, { payload: model, feed: false })
    expect(saved.status).toBe(200)
    return path
  }
  const modelAt = async (path: string) =>
    (await rows(db(), z.object({ model: z.record(z.string(), z.unknown()) }), sql`select model from records where path = ${path}`))[0]
      ?.model
  async function published(key: string, children: unknown[], isPublic = false) {
    const settings = { name: `Form ${key}`, public: isPublic, children }
    expect(await publishForm(server.running.app, { key, team: tower, settings })).toMatchObject({ ok: true })
  }
  const jobsOf = async (key: string) => {
    const found = await rows(
      db(),
      z.object({ state: z.string(), key: z.string() }),
      sql`select state, key from jobs where key like ${`${key}%`} order by key`,
    )
    return found.map(({ key: name, state }) => `${name.slice(key.length)} ${state}`)
  }
  describe('a named action of the server', () => {
    it('FE-343 FE-387 changes the record and says what comes next', async () => {
      const path = await record(await server.person(worker))
      const done = await post(await server.person(manager), '/api/rpc/complete', { path })
      expect(done.body).toMatchObject({ returnUrl: 'reload', notification: 'Marked as complete' })
      expect(await modelAt(path)).toMatchObject({ title: 'Open trench', titleStatus: 'Complete', tags: ['Complete'] })
      await post(await server.person(manager), '/api/rpc/reopen', { path })
      expect(await modelAt(path)).toMatchObject({ titleStatus: 'Processing' })
    })

    it('is answered in the language of the one who pressed', async () => {
      const path = await record(await server.person(worker))
      const spanish = await server.person(foreman)
      const told = await post(spanish, '/api/rpc/notify-managers', { path })
      expect(told.body.notification).toBe('Los encargados reciben un mensaje')
    })

    it('is done once, however often a phone sends the same press', async () => {
      const path = await record(await server.person(worker))
      const by = await server.person(manager)
      const headers = queued()
      const body = { path, clientAt: new Date().toISOString(), skewMs: 5 }
      const first = await Promise.all([1, 2, 3].map(() => post(by, '/api/rpc/complete', body, headers)))
      expect(first.map(({ status }) => status)).toEqual([200, 200, 200])
      const again = await post(by, '/api/rpc/complete', { ...body, skewMs: 9 }, headers)
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(again.body).toEqual(first[0]?.body)
      expect(again.body.opId).toBe(headers['idempotency-key'])
      const [row] = await rows(db(), z.object({ rev: z.number() }), sql`select rev from records where path = ${path}`)
      expect(row?.rev).toBe(2)
      expect(said(await post(by, '/api/rpc/reopen', body, headers))).toBe('422 key_reused')
      expect(said(await post(await server.person(owner), '/api/rpc/complete', body, headers))).toBe('422 key_reused')
    })

    it('waits for the save before it, and never lands once it was discarded', async () => {
      const by = await server.person(manager)
      const path = await record(by)
      const early = await post(by, '/api/rpc/complete', { path }, queued({ 'x-parent-op': newId() }))
      expect(said(early)).toBe('425 parent_missing')
      const headers = queued()
      await by.ask('POST', `/api/outbox/${headers['idempotency-key']}:cancel`, {})
      expect(said(await post(by, '/api/rpc/complete', { path }, headers))).toBe('410 cancelled')
      const old = { path, clientAt: '2020-01-01T00:00:00.000Z' }
      expect(said(await post(by, '/api/rpc/complete', old, queued()))).toBe('410 too_old')
      expect(await modelAt(path)).toMatchObject({ title: 'Open trench' })
      expect(await modelAt(path)).not.toHaveProperty('titleStatus')
    })

    it('is for those who may do it, on a record that they may see', async () => {
      const path = await record(await server.person(worker))
      expect(said(await post(server.nobody(), '/api/rpc/complete', { path }))).toBe('401 NOT_AUTHORIZED')
      expect(said(await post(await server.person(worker), '/api/rpc/complete', { path }))).toBe('403 FORBIDDEN')
      expect(said(await post(await server.person(otherWorker), '/api/rpc/notify-managers', { path }))).toBe('404 NOT_FOUND')
      expect(said(await post(await server.person(outsider), '/api/rpc/complete', { path }))).toBe('404 NOT_FOUND')
      expect(said(await post(await server.person(manager), '/api/rpc/complete', { path: `forms/hazard-report/${newId()}` }))).toBe(
        '404 NOT_FOUND',
      )
      expect(await modelAt(path)).not.toHaveProperty('titleStatus')
    })

    it('says which there are when a name is unknown, and where the record goes when none is named', async () => {
      const by = await server.person(manager)
      const unknown = await post(by, '/api/rpc/complet', { path: await record(by) })
      expect(said(unknown)).toBe('404 NOT_FOUND')
      expect(unknown.body.error.details?.[0]?.message).toMatch(/complete, reopen, broadcast, notify-managers; did you mean complete\?/)
      const nowhere = await post(by, '/api/rpc/complete', {})
      expect(said(nowhere)).toBe('400 INVALID')
      expect(nowhere.body.error.details?.[0]?.path).toBe('path')
      expect(said(await post(by, '/api/rpc/complete', { path: '../people' }))).toBe('400 INVALID')
    })
  })

  describe('an action that a save names', () => {
    it('FE-341 runs once after the save, in the name of the person who saved', async () => {
      const by = await server.person(worker)
      await published('board-check', [{ type: 'save', label: 'Done', saveRpc: 'complete', rpc: 'notify-managers' }])
      const path = `forms/board-check/${newId()}`
      const headers = queued({ 'if-match': '"0"' })
      const body = { payload: { title: 'Loose board' }, feed: false, saveRpc: 'complete', rpc: 'notify-managers' }
      await by.save(path, body, headers)
      await by.save(path, body, headers)
      const key = headers['idempotency-key']
      const texts = async () => (await jobsOf(key)).filter((job) => job.startsWith(':rpc:'))
      await expect.poll(texts, { timeout: 10_000 }).toHaveLength(2)
      await expect.poll(async () => (await jobsOf(key)).every((job) => job.endsWith('done')), { timeout: 10_000 }).toBe(true)
      expect(await modelAt(path)).toMatchObject({ titleStatus: 'Complete' })
      const sent = await rows(db(), z.object({ text: z.string() }), sql`select text from sms_outbox where key like ${`${key}:rpc:%`}`)
      expect(sent).toHaveLength(2)
      for (const { text } of sent) expect(text).toContain('Loose board')
    })

    it('is refused before anything is stored when the server has none of that name', async () => {
      const path = `forms/hazard-report/${newId()}`
      const refused = await (await server.person(worker)).save<Refusal>(path, { payload: { a: 1 }, rpc: 'launch' })
      expect(said(refused)).toBe('400 INVALID')
      expect(await modelAt(path)).toBeUndefined()
    })

    it('is refused when the form does not name it, so that a stranger cannot have people texted', async () => {
      await published('open-door', [{ type: 'save', label: 'Done' }], true)
      const stranger = server.nobody()
      for (const asks of [{ saveRpc: 'notify-managers' }, { rpc: 'notify-managers' }, { saveRpc: 'complete' }, { rpc: 'broadcast' }]) {
        const path = `forms/open-door/${newId()}`
        const headers = queued({ 'if-match': '"0"' })
        const refused = await stranger.save<Refusal>(
          path,
          { payload: { title: 'Call http://evil.example' }, feed: false, ...asks },
          headers,
        )
        expect(said(refused)).toBe('400 INVALID')
        expect(refused.body.error.details?.[0]?.message).toContain('an action that the published form names')
        expect(await modelAt(path)).toBeUndefined()
        expect(await jobsOf(headers['idempotency-key'])).toEqual([])
        const posted = await post(stranger, '/api/forms/open-door', { payload: { title: 'x' }, feed: false, ...asks })
        expect(said(posted)).toBe('400 INVALID')
      }
      // The action of a button needs a sign-in, and the button does not allow a save to request the same
      // action.
      await published('open-link', [{ type: 'button', label: 'Tell', action: 'rpc:notify-managers' }], true)
      const byLink = await stranger.save<Refusal>(`forms/open-link/${newId()}`, { payload: {}, saveRpc: 'notify-managers' })
      expect(said(byLink)).toBe('400 INVALID')
      // A person with an account, but not a member of this project.
      const path = `forms/open-door/${newId()}`
      expect(said(await (await server.person(outsider)).save<Refusal>(path, { payload: {}, rpc: 'complete' }))).toBe('400 INVALID')
    })

    it('has the server read all versions of a form once, however often a stranger asks for what none names', async () => {
      await published('open-versions', [{ type: 'save', label: 'Done' }], true)
      const { storage } = server.running
      const execute = vi.spyOn(storage.db, 'execute')
      const ask = () => server.nobody().save<Refusal>(`forms/open-versions/${newId()}`, { payload: {}, saveRpc: 'complete' })
      try {
        for (let n = 0; n < 5; n++) expect(said(await ask())).toBe('400 INVALID')
        const dialect = new PgDialect()
        const texts = execute.mock.calls.map(([query]) => (typeof query === 'string' ? query : dialect.sqlToQuery(query.getSQL()).sql))
        expect(texts.filter((text) => text.includes('form_versions'))).toHaveLength(1)
      } finally {
        execute.mockRestore()
      }
      // A version published later is read, too.
      await published('open-versions', [{ type: 'save', label: 'Done', saveRpc: 'complete' }], true)
      await published('open-versions', [{ type: 'save', label: 'Finished' }], true)
      expect((await ask()).status).toBe(200)
    })

    it('may also be one that the person could call by itself', async () => {
      const path = `forms/hazard-report/${newId()}`
      const headers = queued({ 'if-match': '"0"' })
      expect(
        (await (await server.person(manager)).save(path, { payload: { title: 'Swept' }, feed: false, rpc: 'complete' }, headers)).status,
      ).toBe(200)
      await expect.poll(() => modelAt(path), { timeout: 10_000 }).toMatchObject({ titleStatus: 'Complete' })
      const refused = await (await server.person(worker)).save<Refusal>(`forms/hazard-report/${newId()}`, { payload: {}, rpc: 'complete' })
      expect(said(refused)).toBe('400 INVALID')
    })

    it('that the form has dropped meanwhile does not run, and the save from before is kept', async () => {
      const acts = [{ type: 'save', label: 'Done', rpc: 'notify-managers' }]
      await published('dropped', acts, true)
      await published('dropped', [{ type: 'save', label: 'Done' }], true)
      const path = `forms/dropped/${newId()}`
      const headers = queued({ 'if-match': '"0"' })
      expect((await server.nobody().save(path, { payload: { a: 1 }, feed: false, rpc: 'notify-managers' }, headers)).status).toBe(200)
      expect(await modelAt(path)).toEqual({ a: 1 })
      expect(await jobsOf(headers['idempotency-key'])).toEqual([])
    })

    it('does not run if the form drops it while the save is stored', async () => {
      await published('racing', [{ type: 'save', label: 'Done', rpc: 'notify-managers' }], true)
      const { storage } = server.running
      const { saveRecord } = storage
      const storing = vi.spyOn(storage, 'saveRecord').mockImplementationOnce(async (question) => {
        await published('racing', [{ type: 'save', label: 'Done' }], true)
        return await saveRecord(question)
      })
      const path = `forms/racing/${newId()}`
      const headers = queued({ 'if-match': '"0"' })
      try {
        const save = { payload: { a: 1 }, feed: false, rpc: 'notify-managers' }
        expect((await server.nobody().save(path, save, headers)).status).toBe(200)
      } finally {
        storing.mockRestore()
      }
      expect(await modelAt(path)).toEqual({ a: 1 })
      expect(await jobsOf(headers['idempotency-key'])).toEqual([])
    })

    it('tells the managers of a stranger’s record by the name of the form, never in the stranger’s words', async () => {
      await published('gate-note', [{ type: 'save', label: 'Done', rpc: 'notify-managers' }], true)
      const headers = queued({ 'if-match': '"0"' })
      const key = headers['idempotency-key']
      const payload = { title: 'Your account is locked: http://evil.example', name: 'http://evil.example' }
      const path = `forms/gate-note/${newId()}`
      expect((await server.nobody().save(path, { payload, feed: false, rpc: 'notify-managers' }, headers)).status).toBe(200)
      const texts = async () =>
        (await rows(db(), z.object({ text: z.string() }), sql`select text from sms_outbox where key like ${`${key}:rpc:%`}`)).map(
          ({ text }) => text,
        )
      await expect.poll(texts, { timeout: 10_000 }).toHaveLength(2)
      for (const text of await texts()) expect(text).toMatch(/^(?:New|Nuevo|Novo): Form gate-note\.$/)
    })

    it('the author gets an error when a form names an action that does not exist', async () => {
      const children = [
        { type: 'save', rpc: 'notify-manager' },
        { type: 'button', label: 'Go', action: 'rpc:launch' },
        { type: 'button', label: 'Go', action: { message: 'url.post', url: '/api/rpc/reopn' } },
        { type: 'splitbutton', label: 'Go', action: 'rpc:complete', actions: [{ label: 'No', action: 'rpc:stop' }] },
        { type: 'text', attribute: 'a', placeholder: 'rpc:this is only a text' },
      ]
      const published = await publishForm(server.running.app, { key: 'with-actions', team: tower, settings: { name: 'X', children } })
      expect(published).toMatchObject({ ok: false })
      expect(!published.ok && published.problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
        'children[0].rpc: expected an action that this server has instead of "notify-manager"; did you mean notify-managers?',
        expect.stringMatching(/^children\[1\]\.action: .*"launch"; there are complete, reopen, broadcast, notify-managers$/),
        expect.stringMatching(/^children\[2\]\.action\.url: .*"reopn"; did you mean reopen\?$/),
        expect.stringMatching(/^children\[3\]\.actions\[0\]\.action: .*"stop"/),
      ])
    })
  })

  describe('an address that is posted or patched', () => {
    it('FE-342 sets attributes of a record that has them already, also when another person was faster', async () => {
      const path = await record(await server.person(worker), { title: 'Open trench', severity: 'low' })
      const by = await server.person(manager)
      const done = await patch(by, `/api/${path}`, { severity: 'high' })
      expect(done).toMatchObject({ status: 200, body: { path, rev: 2 } })
      const other = await server.person(owner)
      const both = await Promise.all([
        patch(by, `/api/${path}`, { severity: 'mid' }, queued()),
        patch(other, `/api/${path}`, { severity: 'top' }, queued()),
      ])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      expect(await modelAt(path)).toMatchObject({ title: 'Open trench', severity: expect.stringMatching(/mid|top/) })
      expect(said(await patch(await server.person(outsider), `/api/${path}`, { severity: 'x' }))).toMatch(/^40[34]/)
      expect(said(await patch(server.nobody(), `/api/${path}`, { severity: 'x' }))).toBe('401 NOT_AUTHORIZED')
    })

    it('FE-343 makes one record of one press, however often it is sent', async () => {
      const by = await server.person(worker)
      const headers = queued()
      const body = { title: 'No guard rail', clientAt: new Date().toISOString() }
      const made = await post(by, '/api/forms/hazard-report', body, headers)
      const again = await post(by, '/api/forms/hazard-report', body, headers)
      expect(again.body).toEqual(made.body)
      expect(made.body.path).toBe(`forms/hazard-report/${headers['idempotency-key']}`)
      expect(await modelAt(made.body.path)).toEqual({ title: 'No guard rail' })
      expect((await post(by, '/api/forms/hazard-report', { title: 'Another' })).status).toBe(200)
      expect(said(await post(await server.person(outsider), '/api/forms/manpower', { title: 'x' }))).toBe('403 FORBIDDEN')
    })

    it('takes a location as a location picker sends it, and tells the feed', async () => {
      const by = await server.person(manager)
      const path = await record(by, { model: { location: 'Level 1', hours: 4 } })
      const save = locationSave({ id: 'l2', label: 'Level 2' }, 'Level 2')
      expect((await patch(by, `/api/${path}`, save, queued())).status).toBe(200)
      expect(await modelAt(path)).toEqual({ model: { location: { id: 'l2', label: 'Level 2' }, hours: 4 } })
      const feed = await rows(db(), sql`select type, input, sms, text from feed_entries where path = ${path}`)
      expect(feed).toEqual([{ type: 'notification', input: 'http', sms: true, text: 'Thanks I have now set location to Level 2' }])
    })

    it('says what addresses there are when nothing takes an action', async () => {
      const by = await server.person(manager)
      const nothing = await post(by, '/api/automation/start', {})
      expect(said(nothing)).toBe('404 NOT_FOUND')
      expect(nothing.body.error.details?.[0]?.message).toContain('POST /api/forms/{form}')
      expect(said(await patch(by, '/api/forms/hazard-report', {}))).toBe('404 NOT_FOUND')
      expect(said(await post(by, '/api/forms/hazard-report', '[1]'))).toBe('400 INVALID')
    })
  })

  describe('a short link', () => {
    it('FE-346 leads people who may open the page to it', async () => {
      const by = await server.person(manager)
      const link = await by.get<Answer>('/api/link/frontend/forms/manpower?json=true&date=2026-05-01')
      const code = /\/frontend\/s\/([a-z2-9]{10})$/.exec(link.body.shortlink)?.[1]
      expect(link.body.shortlink.startsWith(server.url)).toBe(true)
      const opened = await server.nobody().get<{ componentConfig: { redirectNow: string } }>(`/api/s/${code}.json`)
      expect(opened.body.componentConfig.redirectNow).toBe('/frontend/forms/manpower?date=2026-05-01')
    })

    it('FE-346 FE-401 has expired a day later', async () => {
      const by = await server.person(manager)
      const link = await by.get<Answer>('/api/link/frontend/forms/manpower?json=true')
      const code = link.body.shortlink.split('/').at(-1) ?? ''
      await db().execute(sql`update short_links set expires_at = expires_at - interval '23 hours 59 minutes' where code = ${code}`)
      expect((await by.get(`/api/s/${code}.json`)).status).toBe(200)
      await db().execute(sql`update short_links set expires_at = expires_at - interval '2 minutes' where code = ${code}`)
      const late = await by.get<Refusal>(`/api/s/${code}.json`)
      expect(late.body.error).toEqual({ code: 'NOT_AUTHORIZED', message: 'Link Expired' })
      expect(late.status).not.toBe(401)
      expect((await by.get(`/api/s/${'z'.repeat(10)}.json`)).status).toBe(404)
    })

    it('is made only for pages that its maker may open', async () => {
      expect((await server.nobody().get('/api/link/frontend/forms/manpower?json=true')).status).toBe(401)
      expect((await (await server.person(outsider)).get('/api/link/frontend/forms/manpower?json=true')).status).toBe(403)
      expect((await server.nobody().get('/api/link/frontend/forms/hazard-report?json=true')).status).toBe(200)
      expect((await server.nobody().get('/api/link/frontend/forms/nothing-here?json=true')).status).toBe(404)
      expect((await server.nobody().get('/api/link/frontend/s/abc?json=true')).status).toBe(400)
    })
  })

  describe('a PDF that is sent for a record', () => {
    const bytes = Buffer.from('%PDF-1.7\nA page\n%%EOF\n')
    async function send(device: Device, path: string, parts: Record<string, Blob | string>, headers: Record<string, string> = {}) {
      const form = new FormData()
      for (const [name, part] of Object.entries(parts)) {
        if (typeof part === 'string') form.append(name, part)
        else form.append(name, part, 'plan.pdf')
      }
      const request = new Request(server.url, { method: 'POST', body: form })
      const type = request.headers.get('content-type') ?? ''
      return device.ask<Answer>('POST', `/api/pdf/${path}`, new Uint8Array(await request.arrayBuffer()), {
        'content-type': type,
        ...headers,
      })
    }
    const file = new Blob([bytes], { type: 'application/pdf' })

    it('FE-338 is kept as a file, from its bytes, from an inline address or from a file that is here', async () => {
      const by = await server.person(worker)
      const path = `forms/hazard-report/${newId()}`
      const key = newId()
      const kept = await send(by, path, { pdf: file }, { 'idempotency-key': key })
      expect(kept).toMatchObject({ status: 200, body: { filename: 'plan.pdf', url: `/api/files/${key}`, size: bytes.length } })
      expect((await send(by, path, { pdf: file }, { 'idempotency-key': key })).body).toEqual(kept.body)
      expect((await by.get(kept.body.url)).text).toBe(bytes.toString())
      const inline = await send(by, path, { pdfUri: `data:application/pdf;base64,${bytes.toString('base64')}` })
      expect((await by.get(inline.body.url)).text).toBe(bytes.toString())
      const copied = await send(by, path, { pdfUri: kept.body.url })
      expect(copied.body).toMatchObject({ filename: 'plan.pdf', size: bytes.length })
      // A save may refer to it like to any other upload.
      const saved = await by.save(path, { payload: { plan: [kept.body] }, feed: false })
      expect(saved.status).toBe(200)
    })

    it('FE-338 is in the list of files of a record that is there, once', async () => {
      const by = await server.person(worker)
      const path = `forms/hazard-report/${newId()}`
      await by.save(path, { payload: { description: 'Loose plank' }, feed: false })
      const key = newId()
      for (const _ of [1, 2]) expect((await send(by, path, { pdf: file }, { 'idempotency-key': key })).status).toBe(200)
      const { model } = (await by.get<{ model: { files: { id: string; filename: string }[] } }>(`/api/data/${path}`)).body
      expect(model).toMatchObject({ description: 'Loose plank', files: [{ id: key, filename: 'plan.pdf' }] })
      expect(model.files).toHaveLength(1)
    })

    it('FE-338 is refused with the reason when it is no PDF, too large, or from elsewhere', async () => {
      const by = await server.person(worker)
      const path = `forms/hazard-report/${newId()}`
      const why = async (parts: Record<string, Blob | string>) => {
        const { status, body } = await send(by, path, parts)
        return `${status} ${body.error.details?.[0]?.path ?? body.error.code}`
      }
      expect(await why({})).toBe('400 pdf')
      expect(await why({ pdf: file, pdfUri: '/api/files/x' })).toBe('400 pdf')
      expect(await why({ pdf: new Blob(['<html>']) })).toBe('400 pdf')
      expect(await why({ pdf: 'no file' })).toBe('400 pdf')
      expect(await why({ pdfUri: 'https://elsewhere.example/a.pdf' })).toBe('400 pdfUri')
      expect(await why({ pdfUri: 'file:///etc/passwd' })).toBe('400 pdfUri')
      expect(await why({ pdfUri: 'data:application/pdf;base64,***' })).toBe('400 pdfUri')
      expect(await why({ pdfUri: `/api/files/${newId()}` })).toBe('404 NOT_FOUND')
      expect(await why({ pdf: new Blob([bytes, Buffer.alloc(25 * 1024 * 1024)]) })).toBe('413 TOO_LARGE')
      const broken = await by.ask<Refusal>('POST', `/api/pdf/${path}`, 'half', { 'content-type': 'multipart/form-data; boundary=x' })
      expect(broken.status).toBe(400)
      expect((await by.ask('POST', `/api/pdf/${path}`, { pdf: 'x' })).status).toBe(400)
    })

    it('FE-338 is taken only from who may write there, and never from another site', async () => {
      const path = `forms/manpower/${newId()}`
      expect((await send(server.nobody(), path, { pdf: file })).status).toBe(401)
      expect((await send(await server.person(outsider), path, { pdf: file })).status).toBe(403)
      expect((await send(server.nobody(), `forms/hazard-report/${newId()}`, { pdf: file })).status).toBe(200)
      expect((await send(await server.person(worker), 'people/somebody', { pdf: file })).status).toBe(403)
      const private_ = await send(await server.person(worker), `forms/hazard-report/${newId()}`, { pdf: file })
      expect((await send(await server.person(outsider), `forms/hazard-report/${newId()}`, { pdfUri: private_.body.url })).status).toBe(404)
      const foreign = await send(await server.person(worker), path, { pdf: file }, { origin: 'https://evil.example' })
      expect(foreign.status).toBe(403)
    })
  })

  it('FE-331 RV-295 CO-377 a call without the headers of a signed-in device is refused', async () => {
    const by = await server.person(manager)
    const path = await record(by)
    const bare = await fetch(`${server.url}/api/rpc/complete`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path }),
    })
    expect(bare.status).toBe(401)
    const wrong = await by.ask<Refusal>('POST', '/api/rpc/complete', { path }, { 'x-actor': 'somebody-else' })
    expect(said(wrong)).toBe('403 actor_mismatch')
  })
})
