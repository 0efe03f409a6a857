import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pricingTable } from '../../../contract/endpoints/billing/pricing.ts'
import { closeDevice, dialogButton, openDevice, openScreen, type OpenScreen, serverSays, uid } from '../../../tests/harness/console.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { claim, settle } from '../../store/outbox/claim.ts'
import { setReach } from '../../store/connectivity/getReach.ts'
import { getStore } from '../../store/db/store.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { AskMyBossScreen } from './AskMyBossScreen.tsx'
import { BillingLinkScreen } from './BillingLinkScreen.tsx'
import { leaveTo } from './leaveTo.ts'
import { ReferScreen } from './ReferScreen.tsx'

vi.mock('../../sync/ask.ts', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

const id = 'b'.repeat(20)
const price = (product: string, interval: 'month' | 'year', amount: number) => ({
  product_id: product,
  name: 'Manpower Crew',
  product_description: 'Up to 25 people on site',
  feature_list: [],
  is_highlight: false,
  price_id: `${product}-${interval}`,
  amount,
  currency: 'usd',
  call_to_action_link: '/billing/create',
  recurring: { interval },
})
const said = {
  '/api/me': { data: { uid, name: 'Ana Ruiz', teams: [] } },
  '/api/billing': { data: { items: [{ id: 'trial', rev: 1, role: 'Owner', model: { name: 'Harbor Trial', status: 'Trial' } }] } },
  [`/api/pricing-tables/${pricingTable('manpower', true).table}`]: {
    data: {
      pricing_table_items: [price('manpower-crew', 'month', 4900), price('manpower-crew', 'year', 49_000)],
      livemode: true,
      branding_settings: { background_color: '', button_color: '' },
      feature_flags: { enable_yearly_as_monthly_price_display: false },
    },
  },
}
const screens = {
  '/billing': () => <p>The accounts</p>,
  '/billing/request': AskMyBossScreen,
  '/billing/request/$id': BillingLinkScreen,
  '/billing/refer': ReferScreen,
  '/billing/refer/$id': BillingLinkScreen,
}

let opened: OpenScreen
const open = async (address: string) => {
  serverSays(said)
  opened = await openScreen(address, screens)
  return opened.page
}
const mark = () => document.querySelector('.m-wizards-root > li[aria-current] .m-wizards-title')?.textContent
const titles = () => [...document.querySelectorAll('.m-wizards-root > li')].map((step) => step.querySelector('strong, h2')?.textContent)
const message = () => opened.page.control<HTMLTextAreaElement>('Your message').value
const sent = async () => (await getStore().db.outbox.toArray()).map((row) => [row.path, row.body['payload']] as const)

beforeEach(async () => {
  await openDevice()
  sessionStorage.clear()
  setReach('ok')
  vi.mocked(ask).mockReset()
  vi.spyOn(leaveTo, 'page').mockReturnValue(undefined)
})
afterEach(async () => {
  await opened.page.remove()
  setReach('unknown')
  vi.restoreAllMocks()
  closeDevice()
})

/** Up to the message, with a plan. */
async function toMessage() {
  const page = await open('/billing/request?source=trial')
  const { until, control, type, press, button, hasButton } = page
  await until(() => control('Name of the billing account').value === 'Harbor Trial')
  await press(button('Next'))
  await until(() => hasButton('Choose Manpower Crew'))
  await press(button('Choose Manpower Crew'))
  await until(() => mark() === 'Contact Details')
  await type(control('Name of your boss'), 'Bo Lind')
  await type(control('Email'), 'bo@example.com')
  await press(button('Next'))
  await until(() => mark() === 'Message')
  return page
}

describe('asking the boss', () => {
  it('RV-015 RV-016 RV-100 RV-101 RV-102 RV-279 goes from name to plan to contact to a message that is written for one', async () => {
    const { until, control, type, press, button, hasButton, text, leave } = await open('/billing/request')
    expect(titles()).toEqual(['Name', 'Plan', 'Contact Details', 'Message'])
    expect(button('Next').disabled).toBe(true)
    await type(control('Name of the billing account'), 'Harbor & Pine')
    await press(button('Next'))
    await until(() => hasButton('Choose Manpower Crew'))
    expect([mark(), button('Next').disabled]).toEqual(['Plan', true])
    await press(control('Add broadcast messages'))
    await press(button('Choose Manpower Crew'))
    await until(() => mark() === 'Contact Details')
    expect(button('Next').disabled).toBe(true)
    await type(control('Name of your boss'), 'Bo Lind')
    expect(button('Next').disabled).toBe(true)
    await type(control('Email'), 'bo@example')
    await leave(control('Email'))
    await until(() => text().includes('Email Address Required'))
    expect(button('Next').disabled).toBe(true)
    await type(control('Email'), 'bo@example.com')
    await press(button('Next'))
    await until(() => mark() === 'Message')
    for (const words of ['Hi Bo Lind,', 'Harbor & Pine', 'Manpower Crew: $790 a year', 'It saves our crews', 'Ana Ruiz'])
      expect(message()).toContain(words)
    await press(control('Say what it does for us'))
    expect(message()).not.toContain('It saves our crews')
    await type(control('Your message'), '  ')
    expect(button('Send Request').disabled).toBe(true)
    await type(control('Your message'), 'Please pay.')
    // Back to the name and here again: the typed message stays.
    await press(button('NameHarbor & Pine'))
    await type(control('Name of the billing account'), '')
    expect(button('Next').disabled).toBe(true)
  })

  it('RV-176 RV-340 sends all of it as a new account that waits, and says that it was sent', async () => {
    const { until, press, button, text } = await toMessage()
    const written = message()
    await press(button('Send Request'))
    const [[path, payload] = ['', {}]] = await until(async () => ((await sent()).length > 0 ? sent() : undefined))
    expect(path).toMatch(/^billing\/\w{20}$/)
    expect(payload).toEqual({
      name: 'Harbor Trial',
      owner: uid,
      plan: 'manpower-crew-year',
      broadcast: false,
      deleted: false,
      source: 'trial',
      bossName: 'Bo Lind',
      bossEmail: 'bo@example.com',
      bossBody: written,
      bossIncludeTestimonial: true,
    })
    expect(text()).not.toContain('Request Sent')
    const { claims } = await claim(getStore(), `u:${uid}`, { worker: 'w', limit: 1, busy: new Set() })
    const [op] = claims
    if (!op) throw new Error('nothing waits')
    await act(async () => void (await settle(getStore(), op, { kind: 'sent', answer: { opId: op.opId, rev: 1 } })))
    await until(() => text().includes("'Ask my Boss' Request Sent") && text().includes('The accounts'))
  })

  it('keeps the request on the device when there is no connection, and says so', async () => {
    const { until, press, button, text } = await toMessage()
    setReach('offline')
    await press(button('Send Request'))
    await until(() => text().includes('The request is kept on this device') && text().includes('The accounts'))
    expect(await sent()).toHaveLength(1)
  })
})

describe('recommending the product', () => {
  const toInvite = async () => {
    const page = await open('/billing/refer?billing=trial')
    const { until, control, type, press, button } = page
    expect(button('Next').disabled).toBe(true)
    await type(control('Name'), 'Fay Moss')
    expect(button('Next').disabled).toBe(true)
    await type(control('Email'), 'fay@example.com')
    await press(button('Next'))
    await until(() => mark() === 'Invite Message')
    return page
  }

  it('RV-022 RV-103 RV-104 RV-177 RV-280 asks for name and email, writes the message, and sends it', async () => {
    const { until, text, control, type, press, button } = await toInvite()
    expect(document.querySelector('h1')?.textContent).toBe('Give 100, Get 100')
    expect(titles()).toEqual(['Name and Email', 'Invite Message'])
    for (const words of ['Hi Fay Moss,', '100 messages more each month', 'Ana Ruiz']) expect(message()).toContain(words)
    const written = message()
    await type(control('Your message'), ' ')
    expect(button('Send Invite').disabled).toBe(true)
    await type(control('Your message'), written)
    vi.mocked(ask).mockResolvedValue({ success: true })
    await press(button('Send Invite'))
    await until(() => text().includes('Invite Sent to fay@example.com') && text().includes('The accounts'))
    expect(vi.mocked(ask).mock.calls.map(([, , body]) => body)).toEqual([
      { name: 'Fay Moss', email: 'fay@example.com', body: written, billing: 'trial' },
    ])
  })

  it('RV-339 RV-351 says why an invite was not sent, and that it needs a connection', async () => {
    const { until, text, press, button } = await toInvite()
    vi.mocked(ask).mockRejectedValueOnce(new AskFailed('refused', 'INVALID', 'That is your own address.', 400))
    await press(button('Send Invite'))
    await until(() => text().includes('Error Sending Invite: That is your own address.'))
    vi.mocked(ask).mockResolvedValueOnce({ success: false, notification: 'Create a billing account first.' })
    await press(button('Send Invite'))
    await until(() => document.querySelector('dialog')?.textContent?.includes('Create a billing account first.'))
    await press(dialogButton('OK'))
    setReach('offline')
    await until(() => button('Send Invite').disabled && text().includes('There is no connection. An invite goes out at once'))
  })
})

describe('the link of a mail', () => {
  it('RV-017 RV-023 CO-085 CO-495 leads on to the payment with its token, without an account', async () => {
    vi.mocked(ask).mockResolvedValue({ pk: 'pk', id: 'c1', url: 'https://pay.example.com/c1' })
    for (const kind of ['request', 'refer']) {
      sessionStorage.clear()
      await open(`/billing/${kind}/${id}?t=Ab3dEf7h`)
      await opened.page.until(() => vi.mocked(leaveTo.page).mock.calls.length > 0)
      expect(vi.mocked(leaveTo.page).mock.calls).toEqual([['https://pay.example.com/c1']])
      expect(vi.mocked(ask).mock.calls.map(([, params, , options]) => [params, options?.query])).toEqual([[{ id }, { t: 'Ab3dEf7h' }]])
      vi.mocked(ask).mockClear()
      vi.mocked(leaveTo.page).mockClear()
      if (kind === 'request') await opened.page.remove()
    }
  })

  it('explains the page to people who come back without having paid, thanks those who have paid, and says when a link is too old', async () => {
    vi.mocked(ask).mockResolvedValueOnce({ pk: 'pk', id: 'c1', url: 'https://pay.example.com/c1' })
    await open(`/billing/request/${id}?t=Ab3dEf7h`)
    await opened.page.until(() => vi.mocked(leaveTo.page).mock.calls.length === 1)
    await opened.page.remove()
    vi.mocked(ask).mockResolvedValueOnce({
      kind: 'request',
      name: 'Harbor & Pine',
      by: 'Ana Ruiz',
      plan: 'manpower-crew-year',
      broadcast: true,
      paid: false,
    })
    const back = await open(`/billing/request/${id}?t=Ab3dEf7h`)
    await back.until(() => back.text().includes('Ana Ruiz asks you to pay for Harbor & Pine'))
    expect(back.text()).toContain('Manpower Crew, $790 a year')
    vi.mocked(ask).mockRejectedValueOnce(new AskFailed('refused', 'NOT_AUTHORIZED', 'Link Expired', 403))
    await back.press(back.button('Proceed to Payment'))
    await back.until(() => back.text().includes('Link Expired'))
    await back.remove()

    // The email still links here after the payment, also on another device.
    const done = { kind: 'request', name: 'Harbor & Pine', by: 'Ana Ruiz', paid: true } as const
    vi.mocked(ask).mockResolvedValueOnce(done)
    const again = await open(`/billing/request/${id}?t=Ab3dEf7h`)
    await again.until(() => again.text().includes('The payment went through'))
    expect(again.text()).not.toContain('Nothing has been paid yet')
    await again.remove()
    sessionStorage.clear()
    vi.mocked(ask)
      .mockRejectedValueOnce(new AskFailed('refused', 'NOT_FOUND', 'This link has been used', 404))
      .mockResolvedValueOnce(done)
    const elsewhere = await open(`/billing/request/${id}?t=Ab3dEf7h`)
    await elsewhere.until(() => elsewhere.text().includes('The payment went through'))
    await elsewhere.remove()
    const paid = await open(`/billing/request/${id}?t=Ab3dEf7h&paid=true`)
    await paid.until(() => paid.text().includes('The payment went through'))
    expect(vi.mocked(leaveTo.page).mock.calls).toHaveLength(1)
  })
})
