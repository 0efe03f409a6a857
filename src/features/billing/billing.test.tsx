import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  closeDevice,
  dialogButton,
  menuItem,
  openDevice,
  openScreen,
  type OpenScreen,
  type Said,
  serverSays,
  uid,
} from '../../../tests/harness/console.tsx'
import { passkeyRule } from '../../../contract/endpoints/passkeys.ts'
import {
  type DirectoryState,
  makeDirectoryToken,
  readDirectory,
  tieDirectoryGroup,
} from '../../../contract/endpoints/billing/readDirectory.ts'
import { act } from '../../../tests/harness/page.tsx'
import {
  type BillingAccount,
  changeSubscription,
  inviteToBilling,
  requestCancellation,
  setPartner,
  subscriptionCheckout,
} from '../../../contract/endpoints/billing/billing.ts'
import { claim, settle } from '../../store/outbox/claim.ts'
import { setReach } from '../../store/connectivity/getReach.ts'
import { getStore } from '../../store/db/store.ts'
import { AskFailed } from '../../sync/ask.ts'
import { AccountScreen } from './AccountScreen.tsx'
import { BillingScreen } from './BillingScreen.tsx'
import { CheckoutScreen } from './CheckoutScreen.tsx'
import { CreateBillingScreen } from './CreateBillingScreen.tsx'
import { goTo } from './goTo.ts'
import { PartnersScreen } from './PartnersScreen.tsx'

/** The Owners and Administrators that the page of an account shows. */
let withPasskeys: { uid: string; name: string; passkeys: number }[] = []
/** What the page of an account shows of its directory. */
const noDirectory: DirectoryState = {
  address: 'https://muster.example/scim/v2',
  mayChange: true,
  people: 0,
  active: 0,
  groups: [],
  projects: [],
}
let directory = noDirectory
/** The requests to the server, except for the list of passkeys and the directory. */
const ask = vi.hoisted(() => vi.fn<(...asked: readonly unknown[]) => Promise<unknown>>())
vi.mock('../../sync/ask.ts', async (load) => ({
  ...(await load<object>()),
  ask: async (...asked: readonly unknown[]) => {
    if (asked[0] === readDirectory) return directory
    return asked[0] === passkeyRule ? { required: false, mayChange: false, shown: false, people: withPasskeys } : await ask(...asked)
  },
}))

const id = 'b'.repeat(20)
const team = 't'.repeat(20)
const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
const subscription = {
  id: 'typical-site-month',
  name: 'Typical Site',
  inclusions: 100,
  inclusionsInPeriod: 100,
  isFixed: true,
  monthly: true,
  planrate: 29_900,
  overage: 400,
  broadcast: false,
  periodStart: '2026-11-01T00:00:00.000Z',
  periodEnd: '2026-12-01T00:00:00.000Z',
  pastDue: false,
  card: '4242',
  expiry: '04/31',
}
const account: BillingAccount = {
  id,
  rev: 3,
  role: 'Owner',
  model: { name: 'Harbor & Pine', status: 'Active', hasProcoreServiceAccount: 'Yes', procoreServiceAccountClientSecret: '••••••••' },
  stripe: { subscription },
  usage: {
    totalUsage: 40,
    fixedUsage: { maxSupervisoryWorkers: 4, maxPeople: 40 },
    paused: false,
    days: [{ today: '2026-11-20', supervisory_workers: 4, people: 40 }],
  },
  members: [
    { key: uid, uid, name: 'Ana Ruiz', email: 'ana@example.com', status: 'Owner' },
    { key: 'u2', uid: 'u2', name: 'Bo Lind', email: 'bo@example.com', status: 'Member' },
    { key: 'new@example.com', name: 'new@example.com', email: 'new@example.com', status: 'Invited', role: 'Administrator' },
  ],
  teams: [
    { id: team, name: 'Harbor Tower', archived: false, owner: 'Ana Ruiz', usage: 0, fixedUsageSupervisoryWorkers: 4, fixedUsagePeople: 40 },
  ],
  holidayCalendar: [
    { auid: 'h1', date: '2020-12-24', dateEnd: '2020-12-26', label: 'Long ago', source: 'Billing', active: true },
    { auid: 'h2', date: soon, dateEnd: soon, label: 'Company day', source: 'Billing', active: true },
  ],
}
const quota: BillingAccount = {
  id: 'q'.repeat(20),
  rev: 1,
  role: 'Owner',
  model: { name: 'Free Co', status: 'Trial' },
  stripe: {
    subscription: {
      ...subscription,
      id: 'free',
      name: 'Free Trial',
      isFixed: false,
      inclusions: 200,
      inclusionsInPeriod: 300,
      planrate: 0,
    },
  },
  usage: { totalUsage: 120, paused: false },
}
const price = (product: string, month: number) => ({
  product_id: product,
  name: product,
  product_description: 'Up to 25 people',
  feature_list: [],
  is_highlight: false,
  price_id: `${product}-year`,
  amount: month * 10,
  currency: 'usd',
  call_to_action_link: '',
  recurring: { interval: 'year' },
})
const table = {
  pricing_table_items: [price('manpower-crew', 4900)],
  livemode: true,
  branding_settings: { background_color: '', button_color: '' },
  feature_flags: { enable_yearly_as_monthly_price_display: false },
}
const screens = {
  '/billing': BillingScreen,
  '/partners': PartnersScreen,
  '/billing/create': CreateBillingScreen,
  '/billing/$id': AccountScreen,
  '/checkout/$session': CheckoutScreen,
}
let opened: OpenScreen | undefined
const open = async (address: string, answers: Readonly<Record<string, Said>> = {}) => {
  serverSays({
    '/api/billing': { data: { items: [account, quota] } },
    [`/api/billing/${id}`]: { data: account },
    '/api/teams': { data: { teams: [{ id: team, rev: 1, role: 'Owner', model: { name: 'Harbor Tower' } }] } },
    '/api/pricing-tables/prctbl_live_manpower': { data: table },
    ...answers,
  })
  opened = await openScreen(address, screens)
  return { ...opened, ...opened.page }
}
const sent = async () =>
  (await getStore().db.outbox.orderBy('seq').toArray()).map(({ method, path, body }) => [method, path, body['payload']])
const deliver = async (refusal?: string) => {
  const { claims } = await claim(getStore(), `u:${uid}`, { worker: 'w', limit: 1, busy: new Set() })
  const [op] = claims
  if (!op) throw new Error('nothing waits')
  await act(async () => {
    const error = { kind: 'refused', code: 'FORBIDDEN', message: refusal } as never
    await settle(getStore(), op, refusal === undefined ? { kind: 'sent', answer: { opId: op.opId, rev: 1 } } : { kind: 'parked', error })
  })
}
const away = vi.spyOn(goTo, 'away').mockImplementation(() => undefined)
const window = vi.spyOn(goTo, 'window').mockImplementation(() => undefined)
const planCard = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => one.closest('li')?.textContent?.includes(name)) as HTMLElement

beforeEach(openDevice)
afterEach(async () => {
  await opened?.page.remove()
  opened = undefined
  closeDevice()
  ask.mockReset()
  away.mockClear()
  window.mockClear()
})

describe('billing', () => {
  it('RV-014 RV-078 RV-079 RV-081 RV-082 RV-083 RV-084 RV-085 RV-278 the list says what each account holds and has used, and hands its usage over as files', async () => {
    const pending: BillingAccount = { id: 'p'.repeat(20), rev: 1, role: 'Owner', model: { name: 'Nothing Yet', status: 'Pending' } }
    const { page, until, text, press, button, at } = await open('/billing', {
      '/api/billing': { data: { items: [account, quota, pending] } },
    })
    await until(() => text().includes('Harbor & Pine'))
    expect(
      [...document.querySelectorAll('thead th')]
        .map((one) => one.textContent?.trim())
        .filter(Boolean)
        .slice(0, 4),
    ).toEqual(['Name', 'Plan', 'Inclusions', 'Usage'])
    for (const said of ['Typical Site', '100 people', '4 Foreman / Supers, 40 People', '300 messages', '120 messages'])
      expect(text()).toContain(said)
    expect(text()).not.toContain('Ask my Boss')
    const files = ['Usage (This Billing Cycle)', 'Usage (Last Billing Cycle)', 'Usage (All)']
    for (const label of files) {
      await press(button('More: Harbor & Pine'))
      await press(await menuItem(page, label))
    }
    expect(window.mock.calls.map(([url]) => url)).toEqual(
      ['current', 'last', 'all'].map((period) => `/api/billing/${id}/export/usage.csv?period=${period}`),
    )
    // An account without inclusions in this period has no files.
    await press(button('More: Nothing Yet'))
    await until(() => document.querySelector('[role=menu]'))
    expect([...document.querySelectorAll('[role=menuitem]')].map((one) => one.textContent)).toEqual(['Delete'])
    await press(button('More: Nothing Yet'))
    await press(button('More: Harbor & Pine'))
    await press(await menuItem(page, 'Delete'))
    await until(() => text().includes('Can not delete the Harbor & Pine billing account as it is still associated with team(s).'))
    await press(dialogButton('OK'))
    expect(await sent()).toEqual([])
    await press(button('Manage: Harbor & Pine'))
    await until(() => at() === `/billing/${id}`)
  })

  it('RV-080 RV-293 RV-018 RV-086 RV-087 RV-088 RV-089 RV-256 RV-257 RV-020 without an account one may ask the boss or begin for free: a name, then a plan', async () => {
    const none = { '/api/billing': { data: { items: [] } } }
    const { until, text, press, button, control, type, at, go } = await open('/billing', none)
    await until(() => text().includes('Ask my Boss'))
    expect(text()).toContain('Create Billing Account')
    await go('/billing/create')
    await until(() => text().includes('Provide Name'))
    expect((button('Next') as HTMLButtonElement).disabled).toBe(true)
    await type(control<HTMLInputElement>('Name'), 'Vega Framing')
    await press(button('Next'))
    await until(() => planCard('Free Trial') !== undefined)
    expect((button('Proceed to Payment') as HTMLButtonElement).disabled).toBe(true)
    await press(button('Back'))
    expect(control<HTMLInputElement>('Name').value).toBe('Vega Framing')
    await press(button('Next'))
    await until(() => planCard('Free Trial') !== undefined)
    await press(planCard('Free Trial'))
    await press(button('Start Trial'))
    await until(async () => (await sent()).length === 1)
    const [made] = await sent()
    await deliver()
    await until(() => /^\/billing\/[A-Za-z0-9]{20}$/.test(at()))
    expect(at()).toBe(`/${String(made?.[1])}`)
    expect(made).toEqual(['POST', at().slice(1), { name: 'Vega Framing', owner: uid, plan: 'free', broadcast: false, deleted: false }])
  })

  it('RV-243 without a connection the free plan is kept on the device, and the list shows it', async () => {
    setReach('offline')
    const { until, text, press, button, at } = await open(`/billing/create?team=${team}`)
    await until(() => planCard('Free Trial') !== undefined)
    await press(planCard('Free Trial'))
    await press(button('Start Trial'))
    await until(() => at() === '/billing')
    await until(() => text().includes('The account is kept on this device') && text().includes('Harbor Tower'))
    setReach('ok')
  })

  it('RV-022 RV-103 RV-016 RV-156 the list and an account lead to the referral, and a free account to Ask my Boss', async () => {
    const { until, go } = await open('/billing')
    const link = (href: string) => document.querySelector(`a[href="${href}"]`)
    await until(() => link('/billing/refer')?.textContent === 'Give 100, Get 100')
    await go(`/billing/${id}`)
    await until(() => link(`/billing/refer?billing=${id}`))
    expect(link(`/libraries?create=Toolbox&billing=${id}`)?.textContent).toBe('Create Library')
    expect(link(`/billing/request?source=${id}`)).toBeNull()
    await opened?.page.remove()
    await open(`/billing/${quota.id}`, { [`/api/billing/${quota.id}`]: { data: quota } })
    await opened?.page.until(() => link(`/billing/request?source=${quota.id}`)?.textContent === 'Ask my Boss')
    expect([...document.querySelectorAll('h2')].map((one) => one.textContent)).not.toContain('Usage (last 30 days)')
  })

  it('RV-167 the screen for product administrators makes an account a Partner after a question', async () => {
    const vega = { id: quota.id, name: 'Free Co', status: 'Trial', owner: 'Ana Ruiz' }
    const { page, until, text, press, button } = await open('/partners', { '/api/partners': { data: { items: [vega] } } })
    await until(() => text().includes('Free Co'))
    ask.mockResolvedValue({ status: 'Partner' })
    await press(button('Make Partner: Free Co'))
    await until(() => document.querySelector('dialog')?.textContent?.includes('Make Free Co a Partner?'))
    await press(dialogButton('OK'))
    await until(() => ask.mock.calls.length === 1)
    expect(ask.mock.calls[0]).toEqual([setPartner, { id: quota.id }, { partner: true }])
    expect(page).toBeDefined()
  })

  it('RV-090 RV-091 RV-236 for a project it begins with the plan, and a paid one waits out of sight while its checkout is open', async () => {
    const { until, press, button } = await open(`/billing/create?team=${team}`)
    await until(() => planCard('manpower-crew') !== undefined)
    await press(planCard('manpower-crew'))
    ask.mockResolvedValue({ pk: 'pk', id: 'cs_1', url: '/checkout/cs_1' })
    await press(button('Proceed to Payment'))
    await until(async () => (await sent()).length === 1)
    const [save] = await sent()
    expect(save?.[2]).toMatchObject({ name: 'Harbor Tower', plan: 'manpower-crew-year', deleted: true, team })
    expect(ask).not.toHaveBeenCalled()
    await deliver()
    await until(() => away.mock.calls.length === 1)
    expect(ask.mock.calls[0]?.[0]).toBe(subscriptionCheckout)
    expect(away).toHaveBeenCalledWith('/checkout/cs_1')
  })

  it('on a server without a card provider it says so, with what to do, and offers the free plan alone', async () => {
    const noCards = { '/api/pricing-tables/prctbl_live_manpower': { data: { ...table, cards: false } } }
    const words = 'Card payment is not set up on this server. Choose the free plan, or ask the people who run this server for an invoice.'
    const { until, text, press, button, go } = await open(`/billing/create?team=${team}&plan=manpower-crew-year`, {
      ...noCards,
      [`/api/billing/${id}`]: { data: { ...account, model: { ...account.model, cards: false } } },
    })
    await until(() => text().includes(words))
    expect(text()).toContain('By invoice')
    expect(planCard('manpower-crew')).toBeUndefined()
    expect((button('Proceed to Payment') as HTMLButtonElement).disabled).toBe(true)
    await press(planCard('Free Trial'))
    expect((button('Start Trial') as HTMLButtonElement).disabled).toBe(false)
    await go(`/billing/${id}`)
    await until(() => text().includes('Harbor & Pine') && text().includes(words))
    expect(text()).not.toContain('Update Payment Method')
    ask.mockRejectedValue(new AskFailed('refused', 'NO_CARDS', 'in the words of the server', 409))
    await go(`/billing/${id}?view=payment`)
    await until(() => planCard('Free Trial') !== undefined)
    await press(planCard('Free Trial'))
    await until(() => document.querySelector('[role="alert"]')?.textContent?.includes(words))
  })

  it('a card is asked for until it is one, in the reader’s own words, and its month is taken as a browser fills it in', async () => {
    const checkout = {
      mode: 'subscription',
      account: 'Harbor & Pine',
      lines: [{ label: 'Manpower Crew', amount: 4900 }],
      total: 4900,
      interval: 'month',
      state: 'open',
      successUrl: '/billing/b',
      cancelUrl: '/billing/b?view=payment',
    } as const
    ask.mockResolvedValueOnce(checkout)
    const { until, press, button, control, type } = await open('/checkout/cs_1')
    await until(() => document.querySelector('form'))
    const said = () => [...document.querySelectorAll('.m-controls-error')].map((one) => one.textContent)
    await press(button('Pay $49.00'))
    expect(said()).toEqual([
      'Card number required',
      'This date is not valid, or the card has expired. Type month and year, such as 04/31.',
      'The security code has 3 or 4 digits.',
    ])
    expect(document.activeElement).toBe(control('Card number'))
    await type(control('Card number'), '4111 1111 1111 1111')
    await type(control('Valid until (MM/YY)'), '01/20')
    await type(control('Security code'), '123')
    await press(button('Pay $49.00'))
    expect(said()).toHaveLength(2)
    expect(said()[0]).toBe('This is a test checkout: use one of the test cards below.')
    expect(ask).toHaveBeenCalledTimes(1)
    await type(control('Card number'), '4242-4242 4242 4242')
    await type(control('Valid until (MM/YY)'), '4/2039')
    ask.mockResolvedValueOnce({ state: 'secondStep' })
    await press(button('Pay $49.00'))
    await until(() => document.querySelector('.m-billing-question'))
    expect(ask.mock.calls[1]?.[2]).toMatchObject({ expiry: '04/39', cvc: '123' })
  })

  it('RV-019 RV-092 RV-093 RV-094 RV-095 RV-096 RV-097 RV-098 RV-290 RV-336 RV-342 the page of an account holds every section, keeps changes that wait, and never shows a secret', async () => {
    const { page, until, text, press, button, control, type } = await open(`/billing/${id}`)
    await until(() => text().includes('Global Holiday Calendar'))
    expect([...document.querySelectorAll('h2')].map((one) => one.textContent)).toEqual([
      'Details',
      'Plan',
      'Payment Method',
      'Usage (last 30 days)',
      'Members',
      'Passkeys',
      'Directory',
      'Global Holiday Calendar',
      'Teams',
    ])
    expect(text()).toContain('$299.00 a month')
    expect(text()).toContain('Card ending in 4242, valid until 04/31')
    const [row] = [...document.querySelectorAll('tr')].filter((one) => one.textContent?.includes('Harbor Tower'))
    for (const said of ['Ana Ruiz', '4 Foreman / Supers, 40 People']) expect(row?.textContent).toContain(said)
    expect(text()).toContain('Company day')
    expect(text()).not.toContain('Long ago')
    expect(text()).toContain('Invited (Administrator)')
    await press(button('Delete: Ana Ruiz'))
    await until(() => text().includes('Could not delete Ana Ruiz. The Owner stays the Owner of the account?'))
    await press(dialogButton('OK'))
    expect(await sent()).toEqual([])
    expect(control<HTMLInputElement>('Client Secret').value).toBe('')
    await type(control<HTMLInputElement>('Client Secret'), 'new-secret')
    await press(button('Update Details'))
    await until(async () => (await sent()).length === 1)
    expect((await sent())[0]).toEqual([
      'PATCH',
      `billing/${id}`,
      expect.objectContaining({ name: 'Harbor & Pine', hasProcoreServiceAccount: 'Yes', procoreServiceAccountClientSecret: 'new-secret' }),
    ])
    await deliver()
    await until(() => text().includes('Billing Account Updated'))
    await press(button('More: Bo Lind'))
    await press(await menuItem(page, 'Delete'))
    await press(dialogButton('Delete'))
    await until(async () => (await sent()).length === 1)
    expect((await sent())[0]).toEqual(['POST', `billing/${id}`, { members: { u2: null } }])
  })

  it('RV-337 a toast says that the server refused a change of the details', async () => {
    const { until, text, press, button, control, type } = await open(`/billing/${id}`)
    await until(() => text().includes('Global Holiday Calendar'))
    await type(control<HTMLInputElement>('Client Secret'), 'new-secret')
    await press(button('Update Details'))
    await until(async () => (await sent()).length === 1)
    expect(text()).not.toContain('Billing Account Updated')
    await deliver('You may not do that here.')
    await until(() => text().includes('Error Updating Billing Account: You may not do that here.'))
    expect(text()).not.toContain('Billing Account Updated')
  })

  it('shows in the words of the server who can reset the passkeys of a person, if this person may not', async () => {
    withPasskeys = [{ uid: 'u3', name: 'Ana Ruiz', passkeys: 1 }]
    const { until, text, press } = await open(`/billing/${id}`)
    await until(() => text().includes('Has a passkey'))
    const words = 'This person also manages another company or project. The people who run this server can reset their passkeys.'
    ask.mockRejectedValueOnce(new AskFailed('refused', 'FORBIDDEN', words, 403, []))
    await press(document.querySelector('[aria-label="Reset the passkeys of Ana Ruiz"]') as HTMLElement)
    await until(() =>
      [...document.querySelectorAll('[role=dialog] button, [role=alertdialog] button, dialog button')].some(
        (one) => one.textContent === 'Reset',
      ),
    )
    await press(dialogButton('Reset'))
    await until(() => text().includes(words))
    withPasskeys = []
  })

  it('shows the token of a directory once, and what a group gives is chosen here', async () => {
    const { until, text, press } = await open(`/billing/${id}`)
    await until(() => text().includes('Make a token'))
    directory = {
      ...noDirectory,
      token: { madeAt: soon, madeBy: 'Grace Okafor' },
      people: 12,
      active: 11,
      groups: [{ id: 'g1', name: 'Tower crew', people: 9 }],
      projects: [{ id: team, name: 'Harbor Point' }],
    }
    ask.mockResolvedValueOnce({ token: 'muster_scim_abc' })
    await press([...document.querySelectorAll<HTMLElement>('button')].find((one) => one.textContent === 'Make a token') as HTMLElement)
    await until(() => [...document.querySelectorAll('input')].some(({ value }) => value === 'muster_scim_abc'))
    await until(() => text().includes('People in the directory: 12, active: 11.'))
    expect(text()).toContain('The directory has not called yet.')
    const label = [...document.querySelectorAll('label')].find((one) => one.textContent?.includes('Project of Tower crew'))
    const select = document.getElementById(label?.htmlFor ?? '') as HTMLSelectElement
    ask.mockResolvedValueOnce({ tied: true })
    await act(async () => {
      select.value = team
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await until(() => ask.mock.calls.length === 2)
    expect(ask.mock.calls.map(([endpoint, params, body]) => [endpoint, params, body])).toEqual([
      [makeDirectoryToken, { billing: id }, undefined],
      [tieDirectoryGroup, { billing: id, group: 'g1' }, { team, role: 'Worker' }],
    ])
    directory = noDirectory
  })

  it('RV-021 RV-242 RV-243 RV-244 another plan is shown with its cost before it is changed; without a card the checkout comes first', async () => {
    const { until, text, press, at } = await open(`/billing/${id}?view=payment`)
    await until(() => planCard('manpower-crew') !== undefined)
    ask.mockResolvedValueOnce({ invoice: { starting_balance: -500, total: 1500 } })
    await press(planCard('manpower-crew'))
    await until(() => text().includes('You pay $10.00 now'))
    ask.mockResolvedValueOnce({ invoice: { starting_balance: -500, total: 1500 } })
    const confirm = () =>
      [...document.querySelectorAll<HTMLElement>('dialog button')].find((one) =>
        /Change Plan|Proceed/.test(one.textContent ?? ''),
      ) as HTMLElement
    await press(confirm())
    await until(() => at() === `/billing/${id}`)
    expect(ask.mock.calls.map(([endpoint, , body]) => [endpoint === changeSubscription, (body as { preview: boolean }).preview])).toEqual([
      [true, true],
      [true, false],
    ])
    await opened?.go(`/billing/${id}?view=payment`)
    await until(() => planCard('manpower-crew') !== undefined)
    ask.mockResolvedValueOnce({ invoice: { starting_balance: 0, total: 49_000 }, checkout: true })
    await press(planCard('manpower-crew'))
    await until(() => confirm().textContent === 'Proceed to Payment')
    ask.mockResolvedValueOnce({ pk: 'pk', id: 'cs_2', url: '/checkout/cs_2' })
    await press(confirm())
    await until(() => away.mock.calls.length === 1)
  })

  it('RV-099 RV-281 RV-282 RV-283 RV-285 a cancellation asks for one of five reasons, and the title says that it is pending', async () => {
    const { until, text, press, button, control, page } = await open(`/billing/${id}`)
    await until(() => text().includes('Request Cancellation'))
    await press(button('Request Cancellation'))
    await until(() => document.querySelector('dialog') !== null)
    const ok = () => dialogButton('Request Cancellation') as HTMLButtonElement
    expect(ok().disabled).toBe(true)
    expect([...document.querySelectorAll('dialog .m-controls-choiceText')].map((one) => one.textContent)).toEqual([
      'No longer need',
      'Price too high',
      'Selected another solution',
      'Functionality did not meet requirements',
      'Other',
    ])
    await press(control('Price too high'))
    ask.mockResolvedValue({ success: true })
    await press(ok())
    await until(() => ask.mock.calls.length === 1)
    expect(ask.mock.calls[0]).toEqual([requestCancellation, { id }, { reason: 'Price too high', reasonFeedback: '' }])
    await page.remove()
    await open(`/billing/${id}`, {
      [`/api/billing/${id}`]: {
        data: { ...account, model: { ...account.model, cancelRequested: true, cancelAt: '2026-12-01T00:00:00.000Z' } },
      },
    })
    await opened?.page.until(() => document.title.startsWith('Harbor & Pine - Cancellation Requested'))
  })

  it('RV-338 RV-339 RV-351 RV-286 confirms an invitation that goes out, and says why another does not', async () => {
    const { until, text, press, button, control, type } = await open(`/billing/${id}`)
    await until(() => text().includes('Members'))
    const invite = async () => {
      await press(button('Invite'))
      await until(() => document.querySelector('dialog') !== null)
      await type(control<HTMLInputElement>('Email'), 'eve@example.com')
      await press(dialogButton('Invite'))
    }
    ask.mockResolvedValueOnce({ success: true })
    await invite()
    await until(() => text().includes('Invite Sent to eve@example.com'))
    await until(() => document.querySelector('dialog') === null)
    expect(ask.mock.calls[0]).toEqual([inviteToBilling, { id }, { email: 'eve@example.com', role: 'Member' }])
    ask.mockRejectedValueOnce(new AskFailed('refused', 'INVALID', 'No such mailbox.'))
    await invite()
    await until(() => text().includes('Error Sending Invite: No such mailbox.'))
    ask.mockResolvedValueOnce({ success: false, notification: 'Eve is a member already.' })
    await press(dialogButton('Invite'))
    await until(() => text().includes('Eve is a member already.'))
    await press(dialogButton('OK'))
    await until(() => !text().includes('Eve is a member already.'))
  })

  it('RV-169 RV-291 CO-485 RV-285 RV-289 a Member reads without plan, payment and buttons; private is no account', async () => {
    const { usage: _, ...member } = account
    const { until, text, go } = await open(`/billing/${id}`, { [`/api/billing/${id}`]: { data: { ...member, role: 'Member' } } })
    await until(() => text().includes('Global Holiday Calendar'))
    expect([...document.querySelectorAll('h2')].map((one) => one.textContent)).toEqual([
      'Details',
      'Members',
      'Global Holiday Calendar',
      'Teams',
    ])
    for (const label of ['Invite', 'Add', 'Update Details', 'Change Plan', 'Request Cancellation'])
      expect([...document.querySelectorAll('button')].map((one) => one.textContent)).not.toContain(label)
    await go('/billing/private')
    await until(() => text().includes('Private bots have no billing account'))
    expect(document.querySelectorAll('table')).toHaveLength(0)
  })
})
