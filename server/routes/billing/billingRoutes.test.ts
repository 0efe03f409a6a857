import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { BillingAccount, BillingMember, CheckoutAnswer } from '../../../contract/endpoints/billing/billing.ts'
import { keptMail } from '../../../contract/endpoints/invites.ts'
import type { Project } from '../../../contract/endpoints/projects.ts'
import type { Me } from '../../../contract/endpoints/sign-in.ts'
import { broadcastAmount, freePlan, freePlanMessages, referralMessages } from '../../../contract/rules/plans.ts'
import {
  type Device,
  foreman,
  account as harborPine,
  manager,
  newId,
  outsider,
  owner,
  tower,
  useServer,
  worker,
} from '../../../tests/harness/testServer.ts'
import { builtInPayments } from '../../domain/billing/builtInPayments.ts'
import { botsPause } from '../../domain/billing/takeMessage.ts'
import { turnPeriods } from '../../domain/billing/turnPeriods.ts'
import { openSecret } from '../../domain/sealSecret.ts'
import { sendBroadcast } from '../../domain/bots/broadcast.ts'
import { startConversations, botColumns, TalkingBot } from '../../domain/conversations/startConversations.ts'
import { conversationJobs } from '../../domain/conversations/conversationJobs.ts'
import { rows } from '../../storage/database.ts'

let clock = Date.now()
const server = useServer({ paymentsClock: () => clock })
const dayMs = 86_400_000
const later = async (days: number) => {
  clock += days * dayMs
  await payments().tick()
  await turnPeriods(server.running.app)
}
const payments = () => builtInPayments(server.running.app)
const db = () => server.running.storage.db
const write = (who: Device, path: string, payload: unknown) => who.save<{ error?: { message: string } }>(path, { payload })
const whole = '?include=billing.stripe&include=members&include=teams&include=usage&include=holidayCalendar'
const read = async (who: Device, id: string) => (await who.get<BillingAccount>(`/api/billing/${id}${whole}`)).body
const card = (number: string) => ({ number, expiry: '04/39', cvc: '123' })
const good = '4242 4242 4242 4242'
let grace: Device
let daniel: Device
let maria: Device
let ben: Device

beforeEach(async () => {
  const [a, b, c, d] = await Promise.all([owner, manager, foreman, outsider].map((mobile) => server.person(mobile)))
  if (!a || !b || !c || !d) throw new Error('people')
  ;[grace, daniel, maria, ben] = [a, b, c, d]
})

/** Creates an account for this person; a paid one still waits for its payment. */
async function made(who: Device, payload: object) {
  const id = newId()
  const { status, body } = await write(who, `billing/${id}`, { owner: who.uid, deleted: false, ...payload })
  if (status !== 200) throw new Error(body.error?.message)
  return id
}
const begin = async (who: Device, id: string, query: string) =>
  (await who.get<CheckoutAnswer & { error?: { message: string } }>(`/api/billing/${id}:update-subscription-checkout${query}`)).body
const pay = (session: string, body: object) =>
  server.nobody().ask<{ state: string; url?: string; error?: { message: string } }>('POST', `/api/payments/checkout/${session}`, body)
async function paid(who: Device, plan: string, number = good) {
  const id = await made(who, { name: 'Paid Builders', plan, deleted: true })
  const { id: session } = await begin(who, id, `?plan=${plan}`)
  expect((await pay(session, card(number))).body.state).toBe('complete')
  return id
}
const change = (who: Device, id: string, plan: string, body: object = {}) =>
  who.ask<{ invoice: { starting_balance: number; total: number }; checkout?: boolean; error?: { message: string } }>(
    'POST',
    `/api/billing/${id}:change-subscription?plan=${plan}`,
    { plan, ...body },
  )
/** Signs like the card provider; `at` in seconds. */
const signed = (body: string, secret: string, at: number) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
const invoices = async (id: string) => (await payments().state(`cus_${id}`)).invoices
/** A text message that a bot sends for a save of a form. */
const text = (team = tower, form = 'manpower') =>
  db().execute(
    sql`insert into feed_entries (path, n, tenant, op_id, type, sms, text, actor) values (${`forms/${form}/${newId()}`}, 1, ${team}, ${newId()}, 'message', true, 'Hi', 'u')`,
  )
const project = async (who: Device, billing: string) => {
  const id = newId()
  expect((await write(who, `teams/${id}`, { name: 'Site', owner: who.uid, billingAccount: billing, deleted: false })).status).toBe(200)
  return id
}

describe('billing accounts', () => {
  it('RV-166 RV-167 RV-168 RV-236 RV-237 RV-239 RV-292 RV-308 RV-367 RV-368 RV-106 CO-506 a free one is a Trial at once, with its creator as Owner and sole member', async () => {
    const id = await made(maria, { name: '  Vega   Framing ', plan: 'free' })
    const account = await read(maria, id)
    expect(account).toMatchObject({
      id,
      role: 'Owner',
      model: {
        name: 'Vega Framing',
        status: 'Trial',
        planType: 'quota',
        owner: maria.uid,
        deleted: false,
        path: `billing/${id}`,
        teams: 0,
      },
      stripe: { subscription: { id: freePlan, inclusions: 200, inclusionsInPeriod: freePlanMessages, isFixed: false, overage: null } },
      usage: { totalUsage: 0, paused: false },
    })
    expect(account.members?.map(({ status, uid }) => [status, uid])).toEqual([['Owner', maria.uid]])
    const refusal = async (path: string, payload: object) => (await write(maria, path, payload)).body.error?.message
    expect(await refusal(`billing/${newId()}`, { name: '   ', plan: 'free' })).toBe('Falta el nombre')
    expect(await refusal(`billing/${newId()}`, { name: 'X', plan: 'gold' })).toContain('Ese plan no existe')
    expect(await refusal('billing/short', { name: 'X' })).toContain('20 letras y cifras')
    expect(await refusal('billing/private', { name: 'X' })).toContain('no tienen cuenta de facturación')
    expect((await write(maria, `billing/${newId()}`, { name: 'X', owner: grace.uid })).status).toBe(403)
  })

  it('RV-009 RV-238 RV-240 RV-310 a paid one waits out of sight until its checkout is paid: declined, then with a second step', async () => {
    const id = await made(maria, { name: 'Vega Steel', plan: 'manpower-crew-year', deleted: true })
    const names = async () => (await maria.get<{ items: BillingAccount[] }>('/api/billing')).body.items.map(({ model }) => model.name)
    expect(await names()).not.toContain('Vega Steel')
    expect((await begin(ben, id, '?plan=manpower-crew-year')).error?.message).toContain('does not exist')
    const checkout = await begin(maria, id, '?plan=manpower-crew-year&broadcast=true')
    expect(checkout).toMatchObject({ pk: 'pk_embedded', url: `/checkout/${checkout.id}` })
    const page = (await server.nobody().get<{ total: number; account: string }>(`/api/payments/checkout/${checkout.id}`)).body
    expect(page).toMatchObject({ account: 'Vega Steel', total: 49_000 + 25 * 1200, state: 'open', interval: 'year' })
    expect((await pay(checkout.id, card('4000000000000002'))).body.state).toBe('declined')
    expect(await names()).not.toContain('Vega Steel')
    expect((await pay(checkout.id, { ...card(good), expiry: '01/20' })).body.error?.message).toContain('has expired')
    expect((await pay(checkout.id, { ...card(good), cvc: '1' })).body.error?.message).toContain('security code')
    expect((await pay(checkout.id, card('1234'))).body.error?.message).toContain('test cards')
    expect((await pay(checkout.id, card('4000002500003155'))).body.state).toBe('secondStep')
    const done = (await pay(checkout.id, { confirm: true })).body
    expect(done.url).toContain(`/billing/${id}`)
    expect(await names()).toContain('Vega Steel')
    expect(await read(maria, id)).toMatchObject({
      model: { status: 'Active', deleted: false, planType: 'fixed' },
      stripe: {
        subscription: {
          name: 'Manpower Crew',
          planrate: 79_000,
          broadcast: true,
          monthly: false,
          isFixed: true,
          card: '3155',
          expiry: '04/39',
        },
      },
    })
    // A second payment has no effect.
    await pay(checkout.id, card(good))
    expect((await invoices(id)).map(({ total, status }) => [total, status])).toEqual([[79_000, 'paid']])
    expect(broadcastAmount({ broadcast: true, description: 'Up to 25 people', interval: 'year' })).toBe(30_000)
    expect((await server.nobody().get(`/api/payments/checkout/cs_${id}_guess`)).status).toBe(400)
  })

  it('RV-242 RV-243 RV-244 RV-312 a change of plan is previewed, then made at once; without a subscription the card comes first', async () => {
    const id = await paid(maria, 'manpower-crew-month')
    await later(10)
    const before = await invoices(id)
    const preview = (await change(maria, id, 'manpower-site-month', { preview: true })).body
    expect(preview.invoice.starting_balance).toBe(0)
    expect(preview.invoice.total).toBeGreaterThan(5000)
    expect(await invoices(id)).toEqual(before)
    expect((await change(maria, id, 'manpower-site-month')).body.invoice).toEqual(preview.invoice)
    expect((await invoices(id))[0]).toMatchObject({ total: preview.invoice.total, status: 'paid' })
    expect((await read(maria, id)).stripe?.subscription).toMatchObject({ id: 'manpower-site-month', planrate: 14_900 })
    expect((await change(maria, id, 'manpower-site-month')).body.error?.message).toBe('Este es el plan que ya tiene la cuenta.')
    expect((await change(maria, id, 'nothing')).body.error?.message).toContain('Ese plan no existe')
    const free = (await change(maria, id, 'free', { preview: true })).body.invoice.total
    expect(free).toBeLessThan(0)
    expect((await change(maria, id, 'free')).status).toBe(200)
    expect(await read(maria, id)).toMatchObject({ model: { status: 'Trial' }, stripe: { subscription: { id: 'free' } } })
    expect((await payments().state(`cus_${id}`)).balance).toBe(free)
    expect((await change(maria, id, 'typical-crew-month')).body).toMatchObject({ checkout: true, invoice: { total: 9900 } })
    // The remaining credit pays the next plan first.
    await pay((await begin(maria, id, '?plan=typical-crew-month')).id, card(good))
    expect((await invoices(id))[0]).toMatchObject({ total: 9900, startingBalance: free, due: Math.max(0, 9900 + free) })
    expect((await read(maria, id)).model.status).toBe('Active')
    expect((await begin(maria, id, '?plan=typical-crew-month')).error?.message).toContain('Cambie el plan')
  })

  it('RV-243 a checkout that was left and then the free plan start the account, with its project', async () => {
    const team = newId()
    await write(maria, `teams/${team}`, { name: 'Left', owner: maria.uid, deleted: false })
    const id = await made(maria, { name: 'Left Checkout', plan: 'manpower-crew-month', deleted: true, team })
    await begin(maria, id, '?plan=manpower-crew-month')
    expect((await change(maria, id, 'free')).status).toBe(200)
    const { items } = (await maria.get<{ items: BillingAccount[] }>('/api/billing')).body
    expect(items.find((one) => one.id === id)?.model).toMatchObject({ status: 'Trial', deleted: false, teams: 1 })
    expect((await maria.get<Project>(`/api/teams/${team}`)).body.model.billingAccount).toBe(id)
  })

  it('RV-240 RV-016 an account of Ask my Boss is Pending until the free plan or the boss starts it; asked from an account, the boss pays for that one', async () => {
    const ask = {
      name: 'Vega Pending',
      plan: 'manpower-crew-month',
      bossName: 'Pat',
      bossEmail: 'pat.one@example.com',
      bossBody: 'Please.',
    }
    const id = await made(maria, ask)
    expect((await read(maria, id)).model.status).toBe('Pending')
    expect((await change(maria, id, 'free')).status).toBe(200)
    expect((await read(maria, id)).model.status).toBe('Trial')
    // From the account: no second account is made.
    const accounts = async () => (await maria.get<{ items: BillingAccount[] }>('/api/billing')).body.items.length
    const before = await accounts()
    const asked = { ...ask, name: 'Vega Grows', bossEmail: 'pat.two@example.com', source: id, owner: maria.uid, deleted: false }
    expect((await write(ben, `billing/${newId()}`, { ...asked, owner: ben.uid })).status).toBe(404)
    expect((await write(maria, `billing/${newId()}`, asked)).status).toBe(200)
    expect(await accounts()).toBe(before)
    expect((await read(maria, id)).model).toMatchObject({ name: 'Vega Grows', status: 'Trial' })
    const { text: mail } = await mailTo('pat.two@example.com')
    const token = new RegExp(`/billing/request/${id}\\?t=(\\w{8})$`, 'm').exec(mail)?.[1]
    await pay((await begin(server.nobody(), id, `?t=${token}`)).id, card(good))
    expect(await read(maria, id)).toMatchObject({ model: { status: 'Active' }, stripe: { subscription: { id: 'manpower-crew-month' } } })
    expect((await write(maria, `billing/${newId()}`, asked)).status).toBe(409)
  })

  it('RV-167 product administrators set Partner on any account: its bots never pause, its plan stays', async () => {
    const id = await made(ben, { name: 'Kowalski Partners', plan: 'free' })
    const partner = (who: Device, isPartner: boolean, of = id) =>
      who.ask<{ status?: string }>('POST', `/api/billing/${of}:partner`, { partner: isPartner })
    expect((await ben.get('/api/partners')).status).toBe(403)
    expect((await partner(ben, true)).status).toBe(403)
    const found = (await grace.get<{ items: { id: string; status: string; owner: string }[] }>('/api/partners?search=kowalski%20p')).body
      .items
    expect(found).toEqual([{ id, name: 'Kowalski Partners', status: 'Trial', owner: 'Ben Kowalski' }])
    expect((await partner(grace, true)).body).toEqual({ status: 'Partner' })
    const team = await project(ben, id)
    await db().execute(
      sql`insert into usage_messages (op_id, billing, team) select ${id} || n, ${id}, ${team} from generate_series(1, 300) n`,
    )
    expect(await read(ben, id)).toMatchObject({ model: { status: 'Partner' }, usage: { paused: false } })
    expect(await botsPause(db(), team)).toBe(false)
    // A referral and the next month change nothing about it.
    clock = Date.now()
    await later(40)
    expect((await read(ben, id)).model.status).toBe('Partner')
    expect((await grace.get<{ items: { id: string }[] }>('/api/partners')).body.items[0]?.id).toBe(id)
    expect((await partner(grace, false)).body).toEqual({ status: 'Trial' })
    expect((await read(ben, id)).stripe?.subscription).toMatchObject({ id: 'free', inclusionsInPeriod: 200 })
    clock = Date.now()
    const paying = await paid(maria, 'manpower-crew-month')
    expect((await partner(grace, true, paying)).body).toEqual({ status: 'Partner' })
    expect((await partner(grace, false, paying)).body).toEqual({ status: 'Active' })
    expect((await partner(grace, true, newId())).status).toBe(404)
    // A subscription that ends meanwhile changes no Partner, and is not back afterwards.
    await maria.ask('POST', `/api/billing/${paying}:request-cancellation`, { reason: 'No longer need' })
    expect((await partner(grace, true, paying)).body).toEqual({ status: 'Partner' })
    await later(40)
    expect((await read(maria, paying)).model.status).toBe('Partner')
    expect((await partner(grace, false, paying)).body).toEqual({ status: 'Trial' })
  })

  it('RV-241 RV-281 RV-282 RV-314 RV-175 a cancellation needs a reason, runs to the anniversary, can be taken back, and then the account is Cancelled', async () => {
    const id = await paid(maria, 'manpower-crew-month')
    const ask = (body: object) => maria.ask<{ error?: { message: string } }>('POST', `/api/billing/${id}:request-cancellation`, body)
    expect((await ask({})).body.error?.message).toBe('Elija un motivo.')
    expect((await ask({ reason: 'Because' })).status).toBe(400)
    expect((await ask({ reason: 'Price too high' })).status).toBe(200)
    expect((await read(maria, id)).model).toMatchObject({ status: 'Active', cancelRequested: true })
    expect((await maria.ask('POST', `/api/billing/${id}:keep-subscription`, {})).status).toBe(200)
    expect((await read(maria, id)).model.cancelRequested).toBe(false)
    expect((await ask({ reason: 'Other', reasonFeedback: 'The job is done.' })).status).toBe(200)
    const [stored] = await rows(
      db(),
      z.object({ cancellation: z.record(z.string(), z.unknown()) }),
      sql`select model -> 'cancellation' as cancellation from billing_accounts where id = ${id}`,
    )
    expect(stored?.cancellation).toMatchObject({ reason: 'Other', reasonFeedback: 'The job is done.', by: maria.uid })
    await later(20)
    expect((await read(maria, id)).model.status).toBe('Active')
    await later(12)
    expect((await read(maria, id)).model).toMatchObject({ status: 'Cancelled', cancelRequested: false })
    expect(await invoices(id)).toHaveLength(1)
    const trial = await made(maria, { name: 'Trial ends', plan: 'free' })
    await maria.ask('POST', `/api/billing/${trial}:request-cancellation`, { reason: 'No longer need' })
    await later(25)
    expect((await read(maria, trial)).model.status).toBe('Trial')
    await later(10)
    expect((await read(maria, trial)).model.status).toBe('Cancelled')
  })

  it('RV-311 RV-316 a card that fails later leaves the account past due until another card pays; the portal shows every invoice', async () => {
    const id = await paid(maria, 'manpower-crew-month', '4000000000000341')
    await later(32)
    expect((await read(maria, id)).stripe?.subscription?.pastDue).toBe(true)
    expect((await invoices(id))[0]?.status).toBe('open')
    const { body: checkout } = await maria.get<CheckoutAnswer>(`/api/billing/${id}:update-payment-method-checkout`)
    expect((await pay(checkout.id, card(good))).body.state).toBe('complete')
    expect((await read(maria, id)).stripe?.subscription).toMatchObject({ pastDue: false, card: '4242' })
    const portal = await fetch(`${server.url}/api/billing/${id}:portal`, { headers: { cookie: maria.cookie }, redirect: 'manual' })
    expect(portal.status).toBe(303)
    const session = portal.headers.get('location')?.split('/').at(-1)
    const shown = (await server.nobody().get<{ invoices: { status: string; total: number }[] }>(`/api/payments/portal/${session}`)).body
    expect(shown.invoices.map(({ status, total }) => [status, total])).toEqual([
      ['paid', 4900],
      ['paid', 4900],
    ])
    expect((await ben.get(`/api/billing/${id}:portal`)).status).toBe(404)
  })

  it('RV-384 RV-286 RV-287 RV-288 RV-289 RV-290 RV-309 RV-313 RV-284 CO-364 RV-307 Owners and Administrators manage members, days off and settings; the Owner stays, secrets never come back', async () => {
    const id = await made(grace, { name: 'Roles', plan: 'free' })
    const invite = (who: Device, body: object) =>
      who.ask<{ success: boolean; notification?: string; error?: { message: string } }>('POST', `/api/billing/${id}:invite`, body)
    expect((await invite(grace, { email: 'daniel.reyes@example.com', role: 'Administrator' })).body).toEqual({ success: true })
    expect((await invite(grace, { email: 'no address' })).body.error?.message).toBe('Email Address Required')
    expect((await invite(grace, { email: 'x@example.com', role: 'Owner' })).status).toBe(400)
    expect(Object.keys((await read(grace, id)).invites ?? {})).toEqual(['daniel.reyes@example.com'])
    const mails = (await grace.get<{ mails: { to: string; text: string }[] }>(keptMail.path)).body.mails
    const token = /\/invite\/(\S+)/.exec(mails.find(({ to }) => to.startsWith('daniel'))?.text ?? '')?.[1]
    expect((await daniel.ask('POST', '/api/invites/accept', { token })).status).toBe(200)
    expect((await invite(daniel, { uid: maria.uid })).body).toEqual({ success: true })
    expect((await invite(grace, { uid: daniel.uid })).body.notification).toContain('is already a member of Roles')
    await db().execute(sql`insert into billing_members (billing, uid, role) values (${id}, ${maria.uid}, 'Member')`)
    const statuses = async () => (await read(grace, id)).members?.map(({ name, status }: BillingMember) => `${name}: ${status}`)
    expect(await statuses()).toEqual(
      expect.arrayContaining([
        'Grace Okafor: Owner',
        'Daniel Reyes: Administrator',
        'Marisol Vega: Member',
        'marisol.vega@example.com: Invited',
      ]),
    )
    await write(daniel, `billing/${id}`, { members: { 'marisol.vega@example.com': null, [maria.uid]: { status: 'Administrator' } } })
    expect(await statuses()).toEqual(['Grace Okafor: Owner', 'Daniel Reyes: Administrator', 'Marisol Vega: Administrator'])
    await write(daniel, `billing/${id}`, { members: { [maria.uid]: { status: 'Member' } } })
    expect((await write(daniel, `billing/${id}`, { members: { [grace.uid]: { status: 'Member' } } })).status).toBe(403)
    expect((await write(daniel, `billing/${id}`, { members: { [maria.uid]: { status: 'Owner' } } })).status).toBe(400)
    const day = newId()
    await write(daniel, `billing/${id}`, { holidayCalendar: { [day]: { date: '2030-12-25', label: 'Christmas' } } })
    expect((await read(maria, id)).holidayCalendar).toMatchObject([{ auid: day, label: 'Christmas', source: 'Billing' }])
    const patched = await daniel.save(
      `billing/${id}`,
      {
        payload: {
          name: 'Roles & Co',
          hasProcoreServiceAccount: 'Yes',
          procoreServiceAccountClientId: 'client-7',
          procoreServiceAccountClientSecret: 'hunter2-hunter2',
          hasProcoreServiceAccountConfirmation: 'Yes',
        },
      },
      {},
      'PATCH',
    )
    expect(patched.status).toBe(200)
    const shown = await daniel.get(`/api/billing/${id}${whole}`)
    expect(shown.text).not.toContain('hunter2')
    expect((await read(daniel, id)).model).toMatchObject({
      name: 'Roles & Co',
      hasProcoreServiceAccount: 'Yes',
      procoreServiceAccountClientId: 'client-7',
      procoreServiceAccountClientSecret: '•••••••••••ter2',
      hasProcoreServiceAccountConfirmation: 'Yes',
    })
    await write(daniel, `billing/${id}`, { procoreServiceAccountClientSecret: '•••••••••••ter2' })
    const [kept] = await rows(
      db(),
      z.object({ secret: z.string() }),
      sql`select model ->> 'procoreServiceAccountClientSecret' as secret from billing_accounts where id = ${id}`,
    )
    expect(kept?.secret).not.toContain('hunter2')
    expect(openSecret(server.running.app, 'billing', kept?.secret ?? '')).toBe('hunter2-hunter2')
    // A long one shows nothing of itself.
    const long = 'long-secret-of-another-system'
    await write(daniel, `billing/${id}`, { procoreServiceAccountClientSecret: long })
    expect((await read(daniel, id)).model.procoreServiceAccountClientSecret).toBe('•'.repeat(20))
    for (const payload of [{ name: 'Mine' }, { members: { [daniel.uid]: null } }, { holidayCalendar: { [day]: null } }])
      expect((await write(maria, `billing/${id}`, payload)).status).toBe(403)
    expect((await invite(maria, { email: 'y@example.com' })).status).toBe(403)
    await write(daniel, `billing/${id}`, { members: { [maria.uid]: null }, holidayCalendar: { [day]: null } })
    expect(await statuses()).toEqual(['Grace Okafor: Owner', 'Daniel Reyes: Administrator'])
    const team = await project(grace, id)
    const refused = await write(grace, `billing/${id}`, { deleted: true })
    expect([refused.status, refused.body.error?.message]).toEqual([
      403,
      'Can not delete the Roles & Co billing account as it is still associated with team(s).',
    ])
    await write(grace, `teams/${team}`, { billingAccount: null })
    expect((await write(grace, `billing/${id}`, { deleted: true })).status).toBe(200)
    expect((await grace.get(`/api/billing/${id}`)).status).toBe(404)
  })

  it('RV-285 RV-303 RV-095 RV-305 CO-210 RV-011 RV-165 plan, payment and usage are for Owners and Administrators; a Member sees the plan by name', async () => {
    await db().execute(
      sql`insert into billing_members (billing, uid, role) values (${harborPine}, ${maria.uid}, 'Member') on conflict do nothing`,
    )
    const of = async (who: Device) =>
      (await who.get<{ items: BillingAccount[] }>('/api/billing?include=billing.stripe&include=billing.usage')).body.items.find(
        ({ id }) => id === harborPine,
      )
    expect(await of(grace)).toMatchObject({
      model: { name: 'Harbor & Pine Builders', status: 'Active', planType: 'fixed', teams: 2, livemode: false, cancelRequested: false },
      stripe: { subscription: { name: 'Typical Site', inclusions: 100, planrate: 29_900 } },
      usage: { fixedUsage: { maxPeople: expect.any(Number), maxSupervisoryWorkers: expect.any(Number) } },
    })
    const member = await of(maria)
    expect(member?.usage).toBeUndefined()
    expect(member?.model.cancelRequested).toBeUndefined()
    expect(member?.stripe?.subscription).toMatchObject({ name: 'Typical Site', planrate: 0 })
    const one = await read(grace, harborPine)
    expect(one.usage?.days).toHaveLength(30)
    const free = await made(grace, { name: 'Counts messages', plan: 'free' })
    expect((await read(grace, free)).usage?.days).toBeUndefined()
    expect(one.teams?.map(({ name, owner: who }) => [name, who])).toEqual([
      ['Cedar Ridge School', 'Grace Okafor'],
      ['Harbor Point Tower', 'Grace Okafor'],
    ])
    for (const act of [
      () => maria.get(`/api/billing/${harborPine}/export/usage.csv`),
      () => maria.get(`/api/billing/${harborPine}:update-payment-method-checkout`),
      () => maria.ask('POST', `/api/billing/${harborPine}:request-cancellation`, { reason: 'Other' }),
      () => change(maria, harborPine, 'free'),
    ])
      expect((await act()).status).toBe(403)
    expect((await ben.get(`/api/billing/${harborPine}`)).status).toBe(404)
  })

  it('RV-306 RV-105 RV-369 RV-315 CO-507 RV-177 texts are counted once, never those of demo bots; at the quota bots pause, and a referral that is paid resumes them with 100 messages for both', async () => {
    // Texts are counted by the clock of the database.
    clock = Date.now()
    const id = await made(ben, { name: 'Quota', plan: 'free' })
    const team = await project(ben, id)
    await db().execute(
      sql`insert into automations (id, team, owner, class, title, form, demo) values (${newId()}, ${team}, ${ben.uid}, 'manpower', 'Demo', 'demo-form', true),
            (${newId()}, ${team}, ${ben.uid}, 'manpower', 'Daily', 'manpower', false)`,
    )
    await db().execute(
      sql`insert into feed_entries (path, n, tenant, op_id, type, sms, text, actor)
          select 'forms/manpower/q' || n, 1, ${team}, ${id} || n, 'message', true, 'Hi', 'u' from generate_series(1, 199) n`,
    )
    await text(team, 'demo-form')
    await db().execute(
      sql`insert into feed_entries (path, n, tenant, op_id, type, sms, text, actor) values (${`forms/manpower/${newId()}`}, 1, ${team}, ${newId()}, 'message', false, 'No text', 'u')`,
    )
    expect((await read(ben, id)).usage).toMatchObject({ totalUsage: 199, paused: false })
    await text(team)
    await text(team)
    expect((await read(ben, id)).usage).toMatchObject({ totalUsage: 200, paused: true })
    expect(await rows(db(), sql`select 1 from usage_messages where billing = ${id} and held`)).toHaveLength(1)
    const csv = await ben.get(`/api/billing/${id}/export/usage.csv?period=current`)
    const today = new Date().toISOString().slice(0, 10)
    expect(csv.text).toBe(`date,project,bot,messages\r\n"${today}","Site","Daily","200"\r\n`)
    expect((await ben.get(`/api/billing/${id}/export/usage.csv?period=last`)).text).toBe('date,project,bot,messages\r\n')
    expect((await ben.get(`/api/billing/${id}/export/usage.csv?period=all`)).text).toContain('"200"')
    expect((await ben.get(`/api/billing/${id}/export/usage.csv?period=ever`)).status).toBe(400)

    const refer = (body: object) => ben.ask<{ success: boolean; error?: { message: string } }>('POST', '/api/billing:refer', body)
    expect((await refer({ name: 'Fay', email: 'fay@example.com' })).body.error?.message).toBe('Message required')
    expect((await refer({ name: 'Fay', body: 'Hi' })).body.error?.message).toBe('Email Address Required')
    expect((await refer({ email: 'fay@example.com', body: 'Hi' })).body.error?.message).toBe('Name required')
    expect((await refer({ name: 'Fay', email: 'fay@example.com', body: 'Try it.', billing: id })).body).toEqual({ success: true })
    const mailed = await mailTo('fay@example.com')
    const [, friend = '', token = ''] = /\/billing\/refer\/(\w{20})\?t=(\w{8})$/m.exec(mailed.text) ?? []
    expect(mailed.text).toContain('Try it.')
    const nobody = server.nobody()
    expect((await nobody.get<object>(`/api/billing-link/${friend}?t=${token}`)).body).toMatchObject({ kind: 'refer', name: 'Fay' })
    expect((await nobody.get(`/api/billing-link/${id}?t=${token}`)).status).toBe(404)
    expect((await begin(nobody, friend, '?t=wrong123')).error).toBeDefined()
    const checkout = await begin(nobody, friend, `?t=${token}`)
    await pay(checkout.id, card(good))
    expect((await read(ben, id)).stripe?.subscription?.inclusionsInPeriod).toBe(freePlanMessages + referralMessages)
    expect((await read(ben, id)).usage?.paused).toBe(false)
    await text(team)
    expect((await read(ben, id)).usage?.totalUsage).toBe(201)
    // The friend pays for a plan that counts messages, so that theirs count too.
    const [bonus] = await rows(db(), z.object({ quota: z.number() }), sql`select quota from billing_accounts where id = ${friend}`)
    expect(bonus?.quota).toBe(500 + referralMessages)
    expect((await mailTo('fay@example.com', /\/invite\//)).text).toContain('/invite/')
    // Without a card: the free plan, with the bonus from the first message on. A recommendation to oneself earns nothing.
    await refer({ name: 'Gus', email: 'gus@example.com', body: 'Try it.', billing: id })
    const free = /\/billing\/create\?plan=free&referral=(\w{8})$/m.exec((await mailTo('gus@example.com')).text)?.[1]
    const inclusions = async (who: Device, account: string) => (await read(who, account)).stripe?.subscription?.inclusionsInPeriod
    expect(await inclusions(maria, await made(maria, { name: 'Friend', plan: 'free', referral: free }))).toBe(300)
    expect(await inclusions(ben, id)).toBe(400)
    await refer({ name: 'Me', email: 'me@example.com', body: 'Try it.', billing: id })
    const own = /referral=(\w{8})$/m.exec((await mailTo('me@example.com')).text)?.[1]
    expect(await inclusions(ben, await made(ben, { name: 'Mine too', plan: 'free', referral: own }))).toBe(200)
    expect(await inclusions(ben, id)).toBe(400)
  })

  it('RV-176 CO-495 RV-017 a person who is asked to pay needs only the link of the mail, valid for that account alone', async () => {
    const ask = { name: 'Vega Asks', plan: 'manpower-crew-month', bossName: 'Pat', bossEmail: 'pat@example.com', bossBody: 'Please pay.' }
    for (const missing of ['bossName', 'bossEmail', 'bossBody'] as const) {
      const { status } = await write(maria, `billing/${newId()}`, { ...ask, [missing]: ' ' })
      expect(status).toBe(400)
    }
    const id = await made(maria, { ...ask, bossIncludeTestimonial: true })
    expect((await read(maria, id)).model.status).toBe('Pending')
    const { text: mail } = await mailTo('pat@example.com')
    expect(mail).toContain('Please pay.')
    // The boss has no account here: the mail is in the language of the person who asks, with the plan name
    // that the app shows.
    expect(mail).toContain('Plan: Personal: cuadrilla, $49.00 al mes')
    // A person with an account gets the mail in their own language.
    await made(maria, { ...ask, bossEmail: 'Daniel.Reyes@example.com', plan: 'typical-site-year' })
    expect((await mailTo('daniel.reyes@example.com', /Plan:/)).text).toContain('Plan: Typical Site, $2,990.00 a year')
    const token = new RegExp(`/billing/request/${id}\\?t=(\\w{8})$`, 'm').exec(mail)?.[1]
    const nobody = server.nobody()
    expect((await nobody.get<object>(`/api/billing-link/${id}?t=${token}`)).body).toMatchObject({
      kind: 'request',
      plan: ask.plan,
      by: 'Marisol Vega',
      paid: false,
    })
    // The link pays for the requested plan, regardless of the query.
    const checkout = await begin(nobody, id, `?t=${token}&plan=typical-company-year`)
    await pay(checkout.id, card(good))
    expect(await read(maria, id)).toMatchObject({ model: { status: 'Active' }, stripe: { subscription: { id: ask.plan } } })
    expect((await begin(nobody, id, `?t=${token}`)).error?.message).toContain('was used')
    expect((await nobody.get<object>(`/api/billing-link/${id}?t=${token}`)).body).toMatchObject({ paid: true })
  })

  it('RV-091 a new account pays for the project that it was made for, and a plan beyond its inclusions is billed at the renewal', async () => {
    const team = newId()
    await write(maria, `teams/${team}`, { name: 'Trial site', owner: maria.uid, deleted: false })
    const id = await made(maria, { name: 'Trial site', plan: 'orientations-site-month', deleted: true, team })
    await pay((await begin(maria, id, '')).id, card(good))
    expect((await read(maria, id)).teams?.map(({ name }) => name)).toEqual(['Trial site'])
    await db().execute(
      sql`insert into usage_messages (op_id, billing, team, at) select ${id} || n, ${id}, ${team}, ${new Date(clock + dayMs).toISOString()}::timestamptz from generate_series(1, 2010) n`,
    )
    await later(31)
    await later(1)
    expect((await invoices(id))[0]).toMatchObject({ status: 'paid', total: 7900 + 10 * 8 })
  })

  it('people are counted once a day and project, also those that a gate signs in, and foremen apart', async () => {
    const id = await made(grace, { name: 'People', plan: 'free' })
    const team = await project(grace, id)
    await db().execute(sql`insert into members (team, uid, role) values (${team}, ${maria.uid}, 'Member')`)
    const add = (by: string, model = {}, path = `forms/check-in/${newId()}`) =>
      db().execute(
        sql`insert into records (path, tenant, rev, model, deleted, created_by, created_device, updated_by) values (${path}, ${team}, 1, ${JSON.stringify(model)}::jsonb, false, ${by}, 'd', ${by})`,
      )
    await add(maria.uid)
    await add(maria.uid)
    await add('anonymous')
    await add('anonymous', { direction: 'in', attendance: { person: 'p1', name: 'Pat' } })
    await add('anonymous', { direction: 'out', attendance: { person: 'p2', name: 'Lou' } })
    await add(maria.uid, {}, `people/${newId()}`)
    const found = await rows(db(), sql`select person, supervisor from usage_people where team = ${team} order by person = 'p1', person`)
    expect(found).toEqual([
      { person: maria.uid, supervisor: true },
      { person: 'p1', supervisor: false },
    ])
  })

  it('CO-033 CO-034 the banner tells exactly what the sender of texts does: with the free plan, in a project without an account, and when an account is cancelled', async () => {
    clock = Date.now()
    const watch = async (who: Device) => (await who.get<Me>('/api/me?include=user.freeUsage')).body.freeUsage
    // Without an account: the free plan of the Owner, shared by all their projects.
    const own = await server.person(worker)
    const [one, two] = [newId(), newId()]
    for (const id of [one, two])
      expect((await write(own, `teams/${id}`, { name: `Yard ${id}`, owner: own.uid, deleted: false })).status).toBe(200)
    const bot = newId()
    const settings = { contacts: [{ name: 'Al', mobile: '+12125550150' }], days: [], timezone: 'UTC' }
    await own.save(`automations/${bot}`, { payload: { class: 'manpower', team: two, title: 'Daily', ...settings } })
    await db().execute(sql`update automations set model = model || ${JSON.stringify(settings)}::jsonb where id = ${bot}`)
    const starts = async () => {
      const [row] = await rows(db(), TalkingBot, sql`select ${botColumns} where a.id = ${bot}`)
      if (!row) throw new Error('no bot')
      return startConversations(server.running.app, row, new Date())
    }
    const texts = (team: string, count: number) =>
      db().execute(
        sql`insert into feed_entries (path, n, tenant, op_id, type, sms, text, actor)
            select ${`forms/manpower/${newId()}`} || n, 1, ${team}, ${newId()} || n, 'message', true, 'Hi', 'u' from generate_series(1, ${count}::int) n`,
      )
    await texts(one, 150)
    await texts(two, 49)
    expect(await watch(own)).toMatchObject({ used: 199, quota: freePlanMessages, paused: false, team: expect.any(String) })
    await texts(one, 3)
    expect(await watch(own)).toMatchObject({ used: 200, quota: 200, paused: true })
    expect(await starts()).toBe(0)
    expect((await own.ask<{ error?: { message: string } }>('POST', `/api/automation/${bot}:ask`, {})).status).not.toBe(200)
    const usage = async (team: string) =>
      (await own.get<{ usage: { days: { messages: number }[] } }>(`/api/teams/${team}?include=team.usage`)).body.usage.days.at(-1)?.messages
    expect([await usage(one), await usage(two)]).toEqual([151, 49])

    // An account of the free plan: the banner counts its messages, as the account and the project do.
    const id = await made(own, { name: 'Yards', plan: 'free' })
    for (const team of [one, two]) await write(own, `teams/${team}`, { billingAccount: id })
    expect(await watch(own)).toMatchObject({ used: 0, quota: 200, paused: false, name: 'Yards' })
    expect(await starts()).toBe(1)
    await server.running.idle()
    expect([await watch(own), (await read(own, id)).usage]).toMatchObject([{ used: 1 }, { totalUsage: 1 }])
    expect(await usage(two)).toBe(50)
    await texts(one, 200)
    expect([await watch(own), (await read(own, id)).usage]).toMatchObject([
      { used: 200, paused: true, name: 'Yards' },
      { totalUsage: 200, paused: true },
    ])
    expect(await botsPause(db(), two)).toBe(true)
    // A larger plan ends both at once.
    await pay((await begin(own, id, '?plan=manpower-crew-month')).id, card(good))
    expect([await watch(own), await botsPause(db(), two)]).toEqual([undefined, false])
    await own.ask('POST', `/api/billing/${id}:request-cancellation`, { reason: 'No longer need' })
    await later(32)
    expect([await watch(own), await botsPause(db(), two)]).toMatchObject([{ paused: true, cancelled: true }, true])
  })

  it('RV-157 RV-171 CO-149 CO-198 contacts who answer a bot count as Foreman / Supers of that day, once, in account and project alike', async () => {
    clock = Date.now()
    const id = await paid(grace, 'manpower-crew-month')
    const team = await project(grace, id)
    const [bot, demo] = [newId(), newId()]
    for (const [one, isDemo] of [
      [bot, false],
      [demo, true],
    ] as const)
      await grace.save(`automations/${one}`, { payload: { class: 'manpower', team, title: 'Daily', demo: isDemo } })
    for (const [one, mobile] of [
      [bot, '+12025550181'],
      [demo, '+12025550182'],
    ] as const) {
      const settings = {
        contacts: [
          { name: 'Al', mobile },
          { name: 'Silent', mobile: mobile.replace('018', '019') },
        ],
        timezone: 'UTC',
      }
      await db().execute(sql`update automations set model = model || ${JSON.stringify(settings)}::jsonb where id = ${one}`)
      const [row] = await rows(db(), TalkingBot, sql`select ${botColumns} where a.id = ${one}`)
      expect(row && (await startConversations(server.running.app, row, new Date()))).toBe(2)
      await server.running.idle()
      for (const words of ['4 men 8 hours', 'yes'])
        await server.nobody().ask('POST', '/api/demo/phones', { id: newId(), from: mobile, text: words })
      await server.running.idle()
    }
    const account = await read(grace, id)
    expect(account.usage).toMatchObject({ fixedUsage: { maxSupervisoryWorkers: 1, maxPeople: 1 } })
    expect(account.usage?.days?.at(-1)).toMatchObject({ supervisory_workers: 1, people: 1 })
    expect(account.teams).toEqual([
      {
        id: team,
        name: 'Site',
        archived: false,
        owner: 'Grace Okafor',
        usage: expect.any(Number),
        fixedUsageSupervisoryWorkers: 1,
        fixedUsagePeople: 1,
      },
    ])
    // Two questions and the replies to the one who answers, none of the demo.
    expect(account.teams?.[0]?.usage).toBe(
      (await grace.get<Project>(`/api/teams/${team}?include=team.usage`)).body.usage?.days.at(-1)?.messages,
    )
    expect(account.teams?.[0]?.usage).toBeGreaterThanOrEqual(3)
    const { usage } = (await grace.get<Project>(`/api/teams/${team}?include=team.usage`)).body
    expect(usage?.workers?.daily).toEqual(account.usage?.days)
  })

  it('texts of a conversation count once each when they were sent, never what was answered and never in a demo', async () => {
    clock = Date.now()
    const id = await made(grace, { name: 'Talks', plan: 'free' })
    const team = await project(grace, id)
    for (const [execution, demo] of [
      [newId(), false],
      [newId(), true],
    ] as const) {
      await db().execute(
        sql`insert into executions (id, team, automation, owner, kind, mobile, day, phase, demo, model)
            values (${execution}, ${team}, ${newId()}, ${grace.uid}, 'manpower', '+12125550199', '2026-01-05', 'asking', ${demo}, '{}')`,
      )
      await db().execute(
        sql`insert into execution_messages (execution, n, way, text, key) values (${execution}, 1, 'out', 'How many?', ${`${execution}1`}),
              (${execution}, 2, 'in', '12', ${`${execution}2`}), (${execution}, 3, 'out', 'Thanks', ${`${execution}3`})`,
      )
      for (let again = 0; again < 2; again++)
        await db().execute(sql`update execution_messages set sent_at = now() where execution = ${execution} and n in (1, 2)`)
    }
    expect((await read(grace, id)).usage?.totalUsage).toBe(1)
  })

  it('RV-306 texts of conversations and broadcasts stop at the quota, continue in the next month, and count once when a process dies in between', async () => {
    clock = Date.now()
    const { app } = server.running
    const id = await made(grace, { name: 'Small quota', plan: 'free' })
    const team = await project(grace, id)
    const bot = newId()
    await db().execute(
      sql`insert into automations (id, team, owner, class, title, form, model) values (${bot}, ${team}, ${grace.uid}, 'manpower', 'Daily', 'small-quota',
            '{"contacts": [{"name": "Al", "mobile": "+12125550150"}]}')`,
    )
    await db().execute(sql`update billing_accounts set quota = 3 where id = ${id}`)
    const execution = async (demo: boolean) => {
      const one = newId()
      await db().execute(
        sql`insert into executions (id, team, automation, owner, kind, mobile, day, phase, demo, model)
            values (${one}, ${team}, ${bot}, ${grace.uid}, 'manpower', ${demo ? '+12125550152' : '+12125550151'}, '2026-01-05', 'asking', ${demo}, '{}')`,
      )
      await db().execute(
        sql`insert into execution_messages (execution, n, way, text, key) select ${one}, n, 'out', 'How many?', ${one} || n from generate_series(1, 4) n`,
      )
      return one
    }
    const [asks, demo] = [await execution(false), await execution(true)]
    const send = async (one: string, n: number) => {
      await conversationJobs(app)['talk.send']?.({ id: n, kind: 'talk.send', key: `x${n}`, payload: { execution: one, n }, attempt: 1 })
      const [line] = await rows(
        db(),
        z.object({ sent: z.boolean() }),
        sql`select sent_at is not null as sent from execution_messages where execution = ${one} and n = ${n}`,
      )
      return line?.sent
    }
    const spread = async (n: number) => {
      const to = `+1212555016${n}`
      const key = `broadcast ${id} ${n}`
      await sendBroadcast(app, { id: n, kind: 'broadcast', key, payload: { to, text: 'Crane day', team, automation: bot }, attempt: 1 })
      return (await rows(db(), sql`select 1 from sms_outbox where mobile = ${to}`)).length
    }
    const used = async () => (await read(grace, id)).usage
    expect(await send(asks, 1)).toBe(true)
    // The server died before it noted the text, and sends it again.
    await db().execute(sql`update execution_messages set sent_at = null where execution = ${asks} and n = 1`)
    expect(await send(asks, 1)).toBe(true)
    expect(await used()).toMatchObject({ totalUsage: 1, paused: false })
    expect([await spread(1), await spread(1)]).toEqual([1, 1])
    // Of two simultaneous sends for the last message, one succeeds.
    const both = await Promise.all([send(asks, 2), send(asks, 3)])
    expect(both.filter(Boolean)).toHaveLength(1)
    const last = both[0] ? 3 : 2
    expect(await used()).toMatchObject({ totalUsage: 3, paused: true })
    expect(await spread(2)).toBe(0)
    expect([await send(demo, 1), await send(demo, 2)]).toEqual([true, true])
    await text(team, 'small-quota')
    expect(await used()).toMatchObject({ totalUsage: 3, paused: true })
    const [bots] = await rows(db(), TalkingBot, sql`select ${botColumns} where a.id = ${bot}`)
    expect(bots && (await startConversations(app, bots, new Date()))).toBe(0)
    const [waits] = await rows(
      db(),
      z.object({ later: z.boolean() }),
      sql`select run_at > now() as later from jobs where kind = 'talk.send' and payload ->> 'execution' = ${asks} and state = 'waiting'`,
    )
    expect(waits?.later).toBe(true)
    await later(31)
    expect(await send(asks, last)).toBe(true)
    expect(await spread(3)).toBe(1)
    expect(bots && (await startConversations(app, bots, new Date()))).toBe(1)
  })

  it('events of the card provider that come twice, late, in another order, for no account or with a wrong signature change nothing', async () => {
    const id = await paid(maria, 'orientations-site-month')
    const team = await project(maria, id)
    await db().execute(
      sql`insert into usage_messages (op_id, billing, team, at) select ${id} || n, ${id}, ${team}, ${new Date(clock + dayMs).toISOString()}::timestamptz from generate_series(1, 2010) n`,
    )
    await later(31)
    await later(1)
    const [renewed, first] = await invoices(id)
    expect([renewed?.total, first?.total]).toEqual([7980, 7900])
    const customer = `cus_${id}`
    const { subscription } = await payments().state(customer)
    const renewal = (invoice: string | undefined, days: number) => ({
      type: 'invoice.created',
      data: {
        customer,
        invoice,
        periodStart: first?.at,
        periodEnd: new Date(Date.parse(subscription?.periodStart ?? '') + days * dayMs).toISOString(),
      },
    })
    const events = [
      renewal(renewed?.id, 0),
      // Events of a closed and of a missing invoice: a repeated event has the same key.
      renewal(first?.id, 0),
      renewal('in_nowhere', 0),
      { type: 'customer.subscription.deleted', data: { customer, ended: true } },
      { type: 'customer.subscription.created', data: { customer } },
      { type: 'invoice.payment_failed', data: { customer } },
      { type: 'customer.subscription.updated', data: { customer: 'cus_nobody' } },
      { type: 'something.new', data: {} },
    ].map((event, n) => JSON.stringify({ id: `evt_again_${id}_${n}`, created: '', ...event }))
    const secret = createHmac('sha256', server.running.app.pepper).update('payment events').digest('hex')
    const now = Math.floor(clock / 1000)
    const send = async (body: string, signature: string) =>
      (
        await fetch(`${server.url}/api/payments/events`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'stripe-signature': signature },
          body,
        })
      ).status
    const everything = async () => {
      const [account] = await rows(
        db(),
        z.record(z.string(), z.unknown()),
        sql`select status, plan, broadcast, quota, period_start, period_end, cancel_at, payments, model, deleted, bonus from billing_accounts where id = ${id}`,
      )
      return JSON.stringify([account, await payments().state(customer)])
    }
    const before = await everything()
    for (const body of events) {
      expect(await send(body, signed(body, secret, now - 301))).toBe(400)
      expect(await send(body, signed(body, 'another secret', now))).toBe(400)
      expect(await send(body.replace(customer, 'cus_x'), signed(body, secret, now))).toBe(body.includes(customer) ? 400 : 200)
    }
    // Each event twice at the same time, then all of them again in reverse order.
    for (const body of events)
      expect(await Promise.all([send(body, signed(body, secret, now)), send(body, signed(body, secret, now))])).toEqual([200, 200])
    for (const body of events.toReversed()) expect(await send(body, signed(body, secret, now))).toBe(200)
    expect(await everything()).toBe(before)
    // Only the provider's current state counts: an old event does not reactivate a cancelled account.
    await maria.ask('POST', `/api/billing/${id}:request-cancellation`, { reason: 'Other' })
    await later(32)
    expect((await read(maria, id)).model.status).toBe('Cancelled')
    const ended = await everything()
    const stale = JSON.stringify({ id: `evt_stale_${id}`, created: '', type: 'customer.subscription.created', data: { customer } })
    expect(await send(stale, signed(stale, secret, Math.floor(clock / 1000)))).toBe(200)
    expect(await everything()).toBe(ended)
  })

  it('an event of the card provider is refused without its signature', async () => {
    const body = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', created: '', data: { customer: 'cus_none' } })
    const send = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/payments/events`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
    const guessed = signed(body, 'guess', Math.floor(clock / 1000))
    for (const headers of [{}, { 'stripe-signature': 't=1,v1=00' }, { 'stripe-signature': guessed }])
      expect((await send(headers as Record<string, string>)).status).toBe(400)
    expect(await rows(db(), sql`select 1 from payment_events where id = 'evt_1'`)).toEqual([])
  })
})

/** The newest mail to an address, after the job has sent it. */
const mailTo = (address: string, containing = /./): Promise<{ text: string }> =>
  vi.waitFor(
    async () => {
      const [found] = await rows(
        db(),
        z.object({ text: z.string() }),
        sql`select text from mail_outbox where address = ${address} and text ~ ${containing.source} order by id desc limit 1`,
      )
      if (!found)
        throw new Error(
          `no mail: ${server.log
            .filter((l) => l.includes('job'))
            .slice(-2)
            .join()}`,
        )
      return found
    },
    { timeout: 20_000, interval: 20 },
  )
