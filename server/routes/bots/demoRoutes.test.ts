import { request } from 'node:http'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type DemoBegun, demoForm } from '../../../contract/endpoints/demoRequests.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { useServer } from '../../../tests/harness/testServer.ts'
import { rows } from '../../storage/database.ts'

const server = useServer()
const visitor = {
  email: 'Vera@Example.com',
  name: 'Vera',
  company: 'Vera & Sons',
  number: '+12025550177',
  time: '2026-05-04T06:45:00.000Z',
}
const ask = async (path: string, body: object, address = '198.51.100.7') =>
  server.nobody().ask<DemoBegun & { error?: unknown }>('POST', path, body, { 'x-forwarded-for': address })

describe('the public demo', () => {
  it('makes a demo bot and a conversation that the visitor opens by its link and answers (CO-218, CO-439)', async () => {
    const { status, body } = await ask('/api/groundbreak', visitor)
    expect(status).toBe(200)
    const { automation = '', execution = '', url = '' } = body
    expect(url).toBe(`/frontend/automation/${automation}/execution/${execution}`)
    const [kept] = await rows(server.running.storage.db, sql`select page, email, name, company, number, project, time from demo_requests`)
    expect(kept).toMatchObject({
      page: 'groundbreak',
      email: 'vera@example.com',
      name: 'Vera',
      company: 'Vera & Sons',
      number: '+12025550177',
      project: null,
    })
    expect(new Date((kept as { time: string }).time).toISOString()).toBe(visitor.time)
    const [bot] = await rows(server.running.storage.db, sql`select class, demo, form from automations where id = ${automation}`)
    expect(bot).toEqual({ class: 'manpower', demo: true, form: demoForm })

    // From another phone: the link is sufficient.
    const phone = server.nobody()
    const page = await phone.get<PageData>(`/api/automation/${automation}/execution/${execution}.json`)
    expect(page.body.componentConfig?.title).toBe('DEMO: Manpower (demo)')
    expect(page.body.record).toMatchObject({
      path: `forms/${demoForm}/${execution}`,
      model: { demo: true, label: 'DEMO', company: 'Vera & Sons' },
    })
    const saved = await phone.save(page.body.record?.path ?? '', { payload: { worker_count: 12 } }, { 'if-match': '"1"' }, 'PATCH')
    expect(saved.status).toBe(200)
    const again = await phone.get<PageData>(`/api/automation/${automation}/execution/${execution}.json`)
    expect(again.body.record?.model).toMatchObject({ demo: true, worker_count: 12 })
    expect((await phone.get(`/api/automation/${automation}/execution/${'A'.repeat(20)}.json`)).status).toBe(404)
    await expect
      .poll(
        async () =>
          (
            await rows(
              server.running.storage.db,
              z.object({ text: z.string() }),
              sql`select text from sms_outbox where mobile = '+12025550177'`,
            )
          )[0]?.text,
      )
      .toContain(url)
  })

  it('of an embedded project keeps its project and answers bot and conversation; the sixth request gets the message about the limit (CO-440)', async () => {
    const request = { ...visitor, email: 'eva@example.com', number: '+12025550178', project: '4711' }
    const five: DemoBegun[] = []
    for (let n = 0; n < 5; n++) five.push((await ask('/api/demo', request, `198.51.100.${20 + n}`)).body)
    expect(new Set(five.map(({ automation }) => automation)).size).toBe(1)
    expect(new Set(five.map(({ execution }) => execution)).size).toBe(5)
    const sixth = (await ask('/api/demo', request, '198.51.100.30')).body
    expect(sixth).toEqual({ automation: five[0]?.automation, error: 'The demo limit is reached: a demo bot has at most 5 conversations.' })
    const [count] = await rows(
      server.running.storage.db,
      z.object({ n: z.number() }),
      sql`select count(*)::int as n from demo_requests where project = '4711' and execution is not null`,
    )
    expect(count?.n).toBe(5)
  })

  it('of an embedded project has a bot of its own for each system: two of them may number their projects alike', async () => {
    const request = { ...visitor, email: 'ida@example.com', number: '+12025550187', project: '4712' }
    const bots = []
    for (const [n, system] of ['construction', 'procore', 'design', undefined].entries())
      bots.push((await ask('/api/demo', { ...request, ...(system && { system }) }, `198.51.100.${60 + n}`)).body.automation)
    expect(bots[1]).toBe(bots[0])
    expect(new Set(bots).size).toBe(3)
  })

  it('asks for all fields, in the words of each page, and for a number that a text can go to (CO-342)', async () => {
    for (const field of ['email', 'name', 'company', 'number']) {
      expect((await ask('/api/groundbreak', { ...visitor, [field]: ' ' })).body).toEqual({ error: '* all fields required *' })
      expect((await ask('/api/demo', { ...visitor, project: 'x', [field]: '' })).body).toEqual({ error: 'All fields required' })
    }
    expect((await ask('/api/demo', { ...visitor, project: ' ' })).body).toEqual({ error: 'All fields required' })
    expect((await ask('/api/groundbreak', { ...visitor, number: 'call me' })).body.error).toMatch(/^Write the whole cell number/)
    expect((await ask('/api/groundbreak', { ...visitor, email: 'vera' })).body.error).toMatch(/^Write the email like/)
    expect((await ask('/api/groundbreak', { email: 'x' })).status).toBe(400)
  })

  it('texts no words and no link of a stranger, for every name of the stranger and the server', async () => {
    const number = '+12025550180'
    const named = { ...visitor, email: 'mallory@example.com', number, name: 'locked, go to http://evil.example', company: 'evil.example' }
    const { port } = new URL(server.url)
    const answered = await new Promise<number | undefined>((resolve, reject) => {
      const body = JSON.stringify(named)
      const headers = { host: 'evil.example', 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const asked = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/groundbreak', headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode))
      })
      asked.on('error', reject).end(body)
    })
    expect(answered).toBe(200)
    const texts = async () =>
      (
        await rows(server.running.storage.db, z.object({ text: z.string() }), sql`select text from sms_outbox where mobile = ${number}`)
      ).map(({ text }) => text)
    await expect.poll(texts).toHaveLength(1)
    const [text] = await texts()
    expect(text).not.toContain('evil.example')
    expect(text).toMatch(/Please answer here: http:\/\/localhost:\d+\/frontend\/automation\//)
  })

  it('texts only mobile numbers of the countries that the product serves', async () => {
    // A satellite phone, Jamaica (which shares +1), a premium number, and a British landline.
    for (const number of ['+8821612345678', '+18765551234', '+19005551234', '+441234567890']) {
      const { body } = await ask('/api/demo', { ...visitor, project: 'p', email: `x${number}@example.com`, number })
      expect(body).toEqual({ error: 'The cell number should be a mobile number of the US, Canada, Australia or the UK.' })
      expect((await server.nobody().ask('POST', '/auth/verify', { mobile: number }, { 'x-forwarded-for': '198.51.100.88' })).status).toBe(
        200,
      )
      expect(await rows(server.running.storage.db, sql`select 1 from sms_outbox where mobile = ${number}`)).toEqual([])
    }
  })

  it('stops who asks again and again, by number and by address', async () => {
    const statuses = async (count: number, of: (n: number) => Promise<{ status: number }>) =>
      (await Promise.all(Array.from({ length: count }, (_, n) => of(n)))).filter(({ status }) => status === 429).length
    const number = (n: number) =>
      ask('/api/groundbreak', { ...visitor, email: `a${n}@example.com`, number: '+12025550179' }, `203.0.113.${n}`)
    expect(await statuses(12, number)).toBe(2)
    const address = (n: number) =>
      ask('/api/groundbreak', { ...visitor, email: `b${n}@example.com`, number: `+120255502${n + 10}` }, '192.0.2.9')
    expect(await statuses(22, address)).toBe(2)
  })
})
