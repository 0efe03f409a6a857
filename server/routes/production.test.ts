import { request } from 'node:http'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { BillingAccount } from '../../contract/endpoints/billing/billing.ts'
import { demoForm, demoTeam } from '../../contract/endpoints/demoRequests.ts'
import type { PricingData } from '../../contract/endpoints/billing/pricing.ts'
import { pricingTable } from '../../contract/endpoints/billing/pricing.ts'
import { type Device, newId, useServer } from '../../tests/harness/testServer.ts'
import { publishForm } from '../domain/forms/publishForm.ts'
import { rows } from '../storage/database.ts'

type Refusal = { error?: { code: string; message: string } }

const mobile = '+12025559999'
const server = useServer({
  demo: false,
  owner: { mobile, name: 'Ruth', project: 'Pier 7' },
  internalMailDomains: ['house.example'],
})
const db = () => server.running.storage.db
let ruth: Device
beforeAll(async () => {
  ruth = await server.person(mobile)
})

describe('a server for real work, without the demo', () => {
  it('answers 404 wherever the demo would show PINs, take texts, log anybody in or take test cards', async () => {
    const visitor = { email: 'v@example.com', name: 'V', company: 'C', number: '+12025550177', time: new Date().toISOString() }
    const shut: readonly (readonly [string, string, unknown?])[] = [
      ['GET', '/api/demo'],
      ['GET', '/api/demo/texts'],
      ['GET', '/api/demo/phones'],
      ['POST', '/api/demo/phones', { id: newId(), from: mobile, text: 'yes' }],
      ['POST', '/api/demo/ask', { bot: newId() }],
      ['POST', '/api/demo', { ...visitor, project: 'p' }],
      ['POST', '/api/groundbreak', visitor],
      ['GET', '/oauth/demo/construction/authorize'],
      ['POST', '/oauth/demo/construction/token', {}],
      ['GET', '/oauth/authorize/construction'],
      ['GET', '/api/payments/checkout/cs_x'],
      ['POST', '/api/payments/checkout/cs_x', { number: '4242424242424242', expiry: '12/39', cvc: '123' }],
      ['GET', '/api/payments/portal/ps_x'],
      ['POST', '/api/payments/events', {}],
      ['GET', '/media/safety-manual.pdf'],
    ]
    for (const who of [server.nobody(), ruth])
      for (const [method, path, body] of shut) expect((await who.ask(method, path, body)).status, `${method} ${path}`).toBe(404)
    expect((await server.nobody().get('/api/login/providers')).body).toEqual({ providers: [] })
    expect(server.running.app.sourceSystems).toEqual({})
    expect(server.running.app.dailyLogs).toEqual({})
  })

  it('answers 404 at the screens of the demo, with the page that says so, and 200 at all others', async () => {
    const demo = ['/texts', '/groundbreak', '/automation/embedded/construction/4711/demo', '/frontend/texts']
    for (const path of demo) {
      const page = await server.nobody().get(path)
      expect([path, page.status, page.text.includes('<!doctype html>')]).toEqual([path, 404, true])
    }
    for (const path of ['/', '/sign-in', '/automation/embedded/construction/4711', '/frontend/forms/texts'])
      expect([path, (await server.nobody().get(path)).status]).toEqual([path, 200])
  })

  it('shows no visitor the way to the demo', async () => {
    await db().execute(sql`update people set email = 'ruth@house.example', email_verified = true where mobile = ${mobile}`)
    const { body } = await ruth.get<{ isInternal?: boolean }>('/api/me?include=user.teams')
    expect(body.isInternal).toBeUndefined()
  })

  it('closes the form of a demo that ran here before, and lets no project take its name', async () => {
    await db().execute(sql`insert into teams (id, name, model) values (${demoTeam}, 'Public demo', '{"demo": true}'::jsonb)`)
    const settings = { name: 'Demo', children: [{ type: 'save', label: 'Send' }] }
    const { app } = server.running
    expect(await publishForm(app, { key: demoForm, team: demoTeam, settings, public: true })).toMatchObject({ ok: true })
    const save = async () => (await server.nobody().save(`forms/${demoForm}/${newId()}`, { payload: { a: 1 } })).status
    expect(await save()).toBe(200)
    await server.restart()
    ruth = await server.person(mobile)
    expect(await save()).toBe(401)
    const [team] = await rows(db(), z.object({ id: z.string() }), sql`select id from teams where name = 'Pier 7'`)
    const taken = await publishForm(server.running.app, { key: demoForm, team: team?.id ?? '', settings })
    expect(taken).toMatchObject({ ok: false, problems: [{ message: 'manpower-demo is the form of the public demo' }] })
  })

  it('makes no link from the name by which a request calls it', async () => {
    const { port } = new URL(server.url)
    const [team] = await rows(db(), z.object({ id: z.string() }), sql`select id from teams where name = 'Pier 7'`)
    const asked = (host: string) =>
      new Promise<string>((resolve, reject) => {
        const headers = { host, cookie: ruth.cookie, 'x-actor': ruth.uid, 'content-type': 'application/json' }
        const path = `/api/team/${team?.id}:invite`
        const call = request({ port, host: '127.0.0.1', method: 'POST', path, headers }, (answer) => {
          let text = ''
          answer.on('data', (part: Buffer) => (text += String(part))).on('end', () => resolve(`${answer.statusCode} ${text}`))
        })
        call.on('error', reject).end(JSON.stringify({ email: `${newId()}@example.com` }))
      })
    const links = async () =>
      (await rows(db(), z.object({ text: z.string() }), sql`select text from mail_outbox order by created_at desc`)).map(
        ({ text }) => /https?:\/\/[^/\s]+/.exec(text)?.[0],
      )
    expect(await asked('evil.example')).toMatch(/^200 /)
    expect(await links()).toEqual([expect.stringMatching(/^http:\/\/localhost:/)])
    expect(await asked(`127.0.0.1:${port}`)).toMatch(/^200 /)
    expect((await links())[0]).toBe(`http://127.0.0.1:${port}`)
  })
})

describe('a server without a card provider', () => {
  const made = (payload: object) => {
    const id = newId()
    return ruth
      .save<Refusal>(`billing/${id}`, { payload: { name: 'Vega', owner: ruth.uid, ...payload } })
      .then((answer) => ({ id, ...answer }))
  }

  it('starts accounts on the free plan, and says that payment by card is not possible', async () => {
    const { id, status } = await made({ plan: 'free', deleted: false })
    expect(status).toBe(200)
    const { body } = await ruth.get<BillingAccount>(`/api/billing/${id}`)
    expect(body.model).toMatchObject({ status: 'Trial', cards: false })
    const { table, key } = pricingTable('manpower', true)
    expect((await server.nobody().get<PricingData>(`/api/pricing-tables/${table}?key=${key}`)).body.cards).toBe(false)
  })

  it('refuses every action that ends in a payment, and says what to do instead', async () => {
    const { id } = await made({ plan: 'free', deleted: false })
    const plan = 'manpower-crew-year'
    const refused = [
      await made({ plan, deleted: true }),
      await made({ plan, deleted: false, bossName: 'Bo', bossEmail: 'bo@example.com', bossBody: 'Please' }),
      await ruth.get<Refusal>(`/api/billing/${id}:update-subscription-checkout?plan=${plan}`),
      await ruth.get<Refusal>(`/api/billing/${id}:update-payment-method-checkout`),
      await ruth.ask<Refusal>('POST', `/api/billing/${id}:change-subscription?plan=${plan}`, { plan, preview: true }),
      await ruth.ask<Refusal>('POST', `/api/billing/${id}:change-subscription?plan=${plan}`, { plan }),
      await ruth.ask<Refusal>('POST', '/api/billing:refer', { name: 'Friend', email: 'f@example.com', body: 'Try it', billing: id }),
    ]
    for (const { status, body } of refused) {
      expect([status, body.error?.code]).toEqual([409, 'NO_CARDS'])
      expect(body.error?.message).toContain('Card payment is not set up on this server. Choose the free plan, or ask')
    }
    expect(await rows(db(), sql`select 1 from billing_accounts where plan <> 'free' or customer is not null or status = 'Active'`)).toEqual(
      [],
    )
  })

  it('lets an account of former days end, or go on with the free plan', async () => {
    const of = async () => {
      const { id } = await made({ plan: 'free', deleted: false })
      const card = JSON.stringify({ card: { last4: '4242', expiry: '04/39' } })
      await db().execute(
        sql`update billing_accounts set plan = 'manpower-crew-year', status = 'Active', customer = ${`cus_${id}`}, payments = ${card}::jsonb where id = ${id}`,
      )
      return id
    }
    const ends = await of()
    const ended = await ruth.ask<{ success: boolean }>('POST', `/api/billing/${ends}:request-cancellation`, { reason: 'Other' })
    expect(ended.body.success).toBe(true)
    expect((await ruth.get<Refusal>(`/api/billing/${ends}:portal`)).body.error?.code).toBe('NO_CARDS')
    const goesOn = await of()
    expect((await ruth.ask('POST', `/api/billing/${goesOn}:change-subscription?plan=free`, { plan: 'free' })).status).toBe(200)
    expect((await ruth.get<BillingAccount>(`/api/billing/${goesOn}`)).body.model.status).toBe('Trial')
  })
})
