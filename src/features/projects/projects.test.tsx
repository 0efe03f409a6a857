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
import { act } from '../../../tests/harness/page.tsx'
import { endFollows, isRecent } from '../../tables/HolidayTable.tsx'
import { addressOf } from '../../../contract/endpoint.ts'
import { getProject, pageOfMembers, siteCountries, siteTimezones } from '../../../contract/endpoints/projects.ts'
import { claim, settle } from '../../store/outbox/claim.ts'
import { getStore } from '../../store/db/store.ts'
import { getPreference, setPreference } from '../../store/preferences/preferences.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { AcceptInviteScreen } from './AcceptInviteScreen.tsx'
import { missingOf } from './CreateProjectDialog.tsx'
import { newProjectKey } from './createProject.ts'
import { CreateProjectScreen } from './CreateProjectScreen.tsx'
import { CompaniesScreen, TradesScreen } from './CompaniesScreen.tsx'
import { usableAccounts } from './withChange.ts'
import { ProjectScreen } from './ProjectScreen.tsx'
import { ProjectsScreen } from './ProjectsScreen.tsx'

vi.mock('../../sync/ask.ts', async (load) => ({ ...(await load<object>()), ask: vi.fn() }))

const tower = 't'.repeat(20)
const account = { id: 'b1', name: 'Harbor & Pine', status: 'Active' }
const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
const project = {
  id: tower,
  rev: 3,
  role: 'Owner',
  billingRole: 'Owner',
  billingAccount: account,
  model: {
    name: 'Harbor Tower',
    source: 'own',
    archived: false,
    isTemplate: false,
    billingAccount: 'b1',
    owner: uid,
    sites: { s1: { key: 's1', name: 'Gate', timezone: 'America/New_York', country: 'United States', countryCode: 'US' } },
  },
  automationIds: [],
  members: [
    { key: uid, uid, name: 'Ana Ruiz', email: 'ana@example.com', status: 'Owner' },
    { key: 'u2', uid: 'u2', name: 'Bo Lind', email: 'bo@example.com', status: 'Member' },
    { key: 'new@example.com', name: 'new@example.com', email: 'new@example.com', status: 'Invited', role: 'Administrator' },
    { key: 'u9', uid: 'u9', name: 'Gone Girl', status: 'Deleted' },
  ],
  holidayCalendar: [
    { auid: 'h1', date: '2020-12-24', dateEnd: '2020-12-26', label: 'Long ago', source: 'Team', active: true },
    { auid: 'h2', date: soon, dateEnd: soon, label: 'Company day', source: 'Billing', active: true },
    { auid: 'h3', date: soon, dateEnd: soon, label: 'Own day', source: 'Team', active: true },
  ],
  usage: {
    fixedUsage: 7,
    days: Array.from({ length: 30 }, (_, n) => ({ date: `2026-01-${String(n + 1).padStart(2, '0')}`, messages: n, people: 1 })),
    workers: {
      start: '2026-01-01',
      end: '2026-01-30',
      daily: Array.from({ length: 30 }, (_, n) => ({
        today: `2026-01-${String(n + 1).padStart(2, '0')}`,
        supervisory_workers: 2,
        people: n,
      })),
    },
  },
}
const billing = [
  { id: 'b1', model: { name: 'Harbor & Pine', status: 'Active' }, role: 'Owner' },
  { id: 'b2', model: { name: 'Cancelled Co', status: 'Cancelled' }, role: 'Owner' },
  { id: 'b3', model: { name: 'Waiting Co', status: 'Pending' }, role: 'Owner' },
]
const screens = {
  '/teams': ProjectsScreen,
  '/teams/create': CreateProjectScreen,
  '/teams/$id': ProjectScreen,
  '/teams/$id/companies': CompaniesScreen,
  '/teams/$id/trades': TradesScreen,
  '/invite/$token': AcceptInviteScreen,
}
let opened: OpenScreen | undefined
const open = async (address: string, answers: Readonly<Record<string, Said>> = {}) => {
  serverSays({
    '/api/me': { data: { uid, systems: [], teams: [] } },
    '/api/teams': { data: { teams: [project] } },
    [`/api/teams/${tower}`]: { data: project },
    [`/api/team/${tower}`]: {
      data: { ...project, companies: [{ key: 'k1', name: 'Keystone' }], trades: [{ key: 'k2', name: 'Masonry' }] },
    },
    '/api/billing': { data: { items: billing } },
    '/api/billing/b1': { data: { ...billing[0], permitTypes: [{ key: 'p1', name: 'Working at height' }] } },
    [`/api/lookups/${uid}/source-projects`]: {
      data: { items: [{ id: 'c1', label: 'Lakeview', attributes: { timezone: 'America/Chicago', country: 'US' } }] },
    },
    [`/api/lookups/${uid}/users-by-billing-account`]: {
      data: { items: [{ id: 'u5', label: 'Eve', attributes: { email: 'eve@example.com' } }] },
    },
    ...answers,
  })
  opened = await openScreen(address, screens)
  return { ...opened, ...opened.page }
}
const ops = () => getStore().db.outbox.orderBy('seq').toArray()
const sent = async () => (await ops()).map(({ method, path, body }) => [method, path, body['payload']])
const settleFirst = async (refusal?: string) => {
  const { claims } = await claim(getStore(), `u:${uid}`, { worker: 'w', limit: 1, busy: new Set() })
  const [op] = claims
  if (!op) throw new Error('nothing waits')
  await act(async () => {
    await settle(
      getStore(),
      op,
      refusal === undefined
        ? { kind: 'sent', answer: { opId: op.opId, rev: 1 } }
        : { kind: 'parked', error: { kind: 'refused', code: 'FORBIDDEN', message: refusal } as never },
    )
  })
}

beforeEach(openDevice)
afterEach(async () => {
  await opened?.page.remove()
  opened = undefined
  closeDevice()
  vi.mocked(ask).mockReset()
})

describe('the list of projects', () => {
  it('CO-067 CO-139 CO-140 names who pays, and leads to the bots and to the page of each', async () => {
    const { page, until, text, press, button, at } = await open('/teams')
    await until(() => text().includes('Harbor Tower'))
    expect(text()).toContain('Harbor & Pine')
    await press(button('More: Harbor Tower'))
    await press(await menuItem(page, 'Manage'))
    await until(() => at() === `/teams/${tower}`)
    await opened?.go('/teams')
    await until(() => text().includes('Create Project'))
    await press(button('Select: Harbor Tower'))
    await until(() => at() === `/team/${tower}/automations`)
  })

  it('CO-068 RV-112 RV-343 RV-344 CO-446 CO-473 CO-474 says what is archived, that it loads, what went wrong, and how old a copy is', async () => {
    const { until, text, go } = await open('/teams?archived=true', { '/api/teams': { data: { teams: [] } } })
    await until(() => text().includes('No Archived Projects'))
    serverSays({ '/api/teams': { trouble: { code: 'UNKNOWN', message: 'The list is being mended.' } } })
    await go('/teams')
    await until(() => text().includes('The list is being mended.'))
    await opened?.page.remove()
    serverSays({})
    opened = await openScreen(`/teams/${tower}`, screens)
    await opened.page.until(() => document.querySelector('[data-skeleton]')?.textContent === 'Loading...')
  })

  it('CO-069 CO-070 CO-137 CO-138 CO-142 CO-143 CO-144 CO-145 CO-146 CO-147 CO-328 CO-329 CO-330 CO-331 CO-332 CO-333 CO-334 opens the dialog by its address; what a project needs depends on where it comes from', async () => {
    const { until, control, choose, type, press, text, at, go } = await open('/teams?create=true')
    const select = (label: string) => control<HTMLSelectElement>(label)
    await until(() => document.querySelectorAll('dialog select').length > 0)
    expect([...select('Billing Account').options].map(({ text: name }) => name)).toEqual(['Choose…', 'Harbor & Pine'])
    await press(dialogButton('Create Project'))
    expect(text()).toContain('Billing Account required')
    expect(text()).toContain('Management System required')
    await choose(select('Billing Account'), 'Harbor')
    await choose(select('Management System'), 'Muster')
    await choose(select('Timezone'), 'Mountain')
    await choose(select('Country'), 'Canada')
    await press(dialogButton('Create Project'))
    await until(() => document.querySelector('[role=alertdialog]')?.textContent?.includes('Name required'))
    await press(dialogButton('OK'))
    await type(control('Name'), 'North Annex')
    await press(dialogButton('Create Project'))
    await until(() => at() === '/teams' && text().includes('North Annex'))
    expect(document.querySelector('[data-delivery=saved]')).not.toBeNull()
    expect((await sent())[0]?.[2]).toEqual({
      billingAccount: 'b1',
      source: 'own',
      sourceTimezone: 'America/Denver',
      sourceCountryCode: 'CA',
      sourceCountry: 'Canada',
      name: 'North Annex',
      owner: uid,
      deleted: false,
    })
    await go('/teams?billing=b1&source=construction')
    await until(() => document.querySelectorAll('dialog select').length > 1 && select('Management System').value === 'construction')
    await until(() => document.querySelectorAll('dialog select').length > 2)
    await until(() => select('Project').options.length === 2)
    await choose(select('Project'), 'Lakeview')
    await press(dialogButton('Create Project'))
    await until(async () => (await sent()).length > 1)
    expect((await sent())[1]?.[2]).toMatchObject({ source: 'construction', sourceProjectReference: 'c1', name: 'Lakeview' })
    const full = { billing: 'b1', source: '', project: '', name: '', timezone: '', country: '' }
    expect([...missingOf({ ...full, source: 'own' })]).toEqual(['name', 'timezone', 'country'])
    expect([...missingOf({ ...full, source: 'design' })]).toEqual(['project', 'timezone'])
    expect([...missingOf({ ...full, source: 'construction' })]).toEqual(['project'])
    expect(usableAccounts(billing as never).map(({ id }) => id)).toEqual(['b1'])
  })

  it('CO-470 says where to go to who may use no billing account', async () => {
    const { until, text } = await open('/teams?create=true', { '/api/billing': { data: { billing: billing.slice(1) } } })
    await until(() =>
      text().includes("You don't have access to a billing account to create a project. You can create a trial account under Billing."),
    )
  })
})

describe('a new project', () => {
  it('RV-024 RV-025 RV-254 RV-345 CO-071 CO-141 CO-326 CO-327 is made by name alone; without an account it asks whether a trial is meant', async () => {
    const { until, control, type, press, button, text, choose, at } = await open('/teams/create')
    await until(() => text().includes('Billing Account') && control<HTMLSelectElement>('Billing Account').options.length === 2)
    await type(control('Project Name'), '   ')
    await press(button('Create Project'))
    expect(text()).toContain('Project Name Required')
    await type(control('Project Name'), 'Trial Yard')
    await press(button('Create Project'))
    await until(() => text().includes('Are you sure want to create a trial project not linked to a billing account?'))
    await press(dialogButton('Cancel'))
    expect(await ops()).toHaveLength(0)
    await choose(control('Billing Account'), 'Harbor')
    await press(button('Create Project'))
    await until(() => at() === '/teams' && text().includes('Trial Yard'))
    expect((await sent())[0]?.[2]).toEqual({ billingAccount: 'b1', name: 'Trial Yard', owner: uid, deleted: false })
    // The screens of the next steps need the project on the server.
    expect(text()).not.toContain('Next steps')
    expect((await ops())[0]?.path).toBe(`teams/${String(getPreference(newProjectKey(`u:${uid}`)))}`)
    await settleFirst('This billing account can not take another project.')
    await until(() => text(document.querySelector('dialog[open]')).includes('This billing account can not take another project.'))
    await press(dialogButton('OK'))
  })

  it('leads on to its bots, people and lists until the person dismisses that', async () => {
    setPreference(newProjectKey(`u:${uid}`), tower)
    const { until, press, button, text } = await open('/teams')
    await until(() => text().includes('Next steps for Harbor Tower'))
    const steps = [...document.querySelectorAll('[role=note] a')].map((link) => link.getAttribute('href'))
    expect(steps).toEqual([`/team/${tower}/automations`, `/teams/${tower}`, `/teams/${tower}/lists`])
    await press(button('Dismiss'))
    expect(text()).not.toContain('Next steps')
  })
})

describe('the page of a project', () => {
  it('CO-072 CO-148 CO-149 CO-150 CO-151 CO-152 CO-335 has its parts, and waits with the update for a change', async () => {
    const { page, until, text, control, type, press, button } = await open(`/teams/${tower}`)
    await until(() => text().includes('Usage (last 30 days)'))
    expect([...document.querySelectorAll('h2')].map((head) => head.textContent)).toEqual([
      'Details',
      'Usage (last 30 days)',
      'Members',
      'Holiday Calendar',
      'Sites',
    ])
    expect(text()).toContain('Messages435')
    expect(document.querySelector('svg[role=img]')?.getAttribute('aria-label')).toContain('Workers per day, last 30 days')
    expect(button('Update Details').disabled).toBe(true)
    await page.choose(control('Billing Account'), 'Free Trial')
    expect(button('Update Details').disabled).toBe(false)
    await page.choose(control('Billing Account'), 'Harbor')
    expect(button('Update Details').disabled).toBe(true)
    await type(control('Name'), 'Harbor Tower 2')
    expect(button('Update Details').disabled).toBe(false)
    await press(button('Update Details'))
    await until(() => document.querySelector('h1')?.textContent === 'Harbor Tower 2')
    // A rename that waits for a connection does not bring back the billing account of today.
    expect(await sent()).toEqual([['POST', `teams/${tower}`, { name: 'Harbor Tower 2' }]])
    await settleFirst()
    await until(() => text().includes('Project Updated'))
  })

  it('CO-153 CO-265 CO-344 CO-362 CO-363 shows sites only where no other system has them, and only to read to who may not change it', async () => {
    const { until, text, hasButton } = await open(`/teams/${tower}`, {
      [`/api/teams/${tower}`]: {
        data: { ...project, role: 'Member', usage: undefined, model: { ...project.model, source: 'construction' } },
      },
    })
    await until(() => text().includes('Bo Lind'))
    expect([...document.querySelectorAll('h2')].map((head) => head.textContent)).not.toContain('Sites')
    expect([hasButton('Invite'), hasButton('Add'), hasButton('Update Details'), hasButton('More'), hasButton('Change Role')]).toEqual(
      Array(5).fill(false),
    )
    await opened?.page.remove()
    const archived = await open(`/teams/${tower}`, {
      [`/api/teams/${tower}`]: { data: { ...project, model: { ...project.model, archived: true } } },
    })
    await archived.until(() => archived.text().includes('This project is archived: it can only be read.'))
    expect([archived.hasButton('Invite'), archived.hasButton('Add'), archived.hasButton('Update Details')]).toEqual([false, false, false])
    await archived.press(archived.button('More'))
    expect([...document.querySelectorAll('[role=menuitem]')].map((item) => item.textContent)).toEqual(['Unarchive', 'Delete'])
  })

  it('RV-172 CO-348 CO-349 CO-362 CO-363 changes roles and removes members: never the owner, no role of who is only invited', async () => {
    const { page, until, text, press, button, hasButton, choose, control } = await open(`/teams/${tower}`)
    await until(() => text().includes('Bo Lind'))
    expect([hasButton('Change Role: Ana Ruiz'), hasButton('Delete: Ana Ruiz'), hasButton('More: Ana Ruiz')]).toEqual([false, false, false])
    expect([hasButton('Change Role: new@example.com'), hasButton('Delete: new@example.com')]).toEqual([false, true])
    expect(text()).not.toContain('Gone Girl')
    await press(control('Show removed'))
    await until(() => text().includes('Gone Girl'))
    await press(button('Change Role: Bo Lind'))
    expect([...control<HTMLSelectElement>('Role').options].map(({ value }) => value)).toEqual(['Member', 'Administrator'])
    await choose(control('Role'), 'Administrator')
    await press(dialogButton('Update'))
    await until(async () => (await ops()).length === 1)
    await press(button('More: Bo Lind'))
    await press(await menuItem(page, 'Delete'))
    await until(() => text().includes('Are you sure you want to delete the Bo Lind Member?'))
    await press(dialogButton('Delete'))
    await until(async () => (await ops()).length === 2)
    expect((await sent()).map(([, , payload]) => payload)).toEqual([
      { members: { u2: { status: 'Administrator' } } },
      { members: { u2: null } },
    ])
    await until(() => !hasButton('Change Role: Bo Lind'))
  })

  it('shows the members of a large project page by page, and finds one by name', async () => {
    const of = (more: object) => addressOf(getProject, { id: tower }, { ...pageOfMembers, ...more })
    const member = (name: string) => ({ key: name, uid: name, name, status: 'Worker' })
    const { until, text, press, button, hasButton, control, type } = await open(`/teams/${tower}`, {
      [`/api/teams/${tower}`]: { data: { ...project, moreMembers: 'c1' } },
      [of({ membersAfter: 'c1' })]: { data: { ...project, members: [member('Wes Last')] } },
      [of({ membersNamed: 'zo' })]: { data: { ...project, members: [member('Zoe Found')] } },
      [of({ membersNamed: 'zox' })]: { data: { ...project, members: [] } },
      [of({ removedMembers: 'only' })]: { data: { ...project, members: [{ key: 'u9', uid: 'u9', name: 'Gone Girl', status: 'Deleted' }] } },
    })
    await until(() => text().includes('Bo Lind'))
    await press(button('More members'))
    expect(document.activeElement?.textContent).toBe('Members')
    await until(() => text().includes('Wes Last'))
    expect([text().includes('Bo Lind'), hasButton('More members')]).toEqual([false, false])
    await press(button('First members'))
    await until(() => text().includes('Bo Lind'))
    await type(control('Find a member'), 'zo')
    await until(() => text().includes('Zoe Found'))
    expect(text()).not.toContain('Bo Lind')
    await type(control('Find a member'), 'zox')
    await until(() => text().includes('Nothing found'))
    await type(control('Find a member'), '')
    // The box stays where it is, with its focus.
    const box = control('Show removed')
    await press(box)
    await until(() => text().includes('Gone Girl'))
    expect([text().includes('Bo Lind'), control('Show removed') === box]).toEqual([false, true])
  })

  it('CO-315 CO-316 CO-317 CO-484 RV-386 keeps days off: a label and a date, an end that follows its start; those of the account may be ignored', async () => {
    const { until, text, press, button, control, type, hasButton } = await open(`/teams/${tower}`)
    await until(() => text().includes('Own day'))
    expect(text()).not.toContain('Long ago')
    expect([hasButton('Edit: Company day'), hasButton('More: Company day')]).toEqual([false, false])
    await press(button('Ignore: Company day'))
    await until(async () => (await ops()).length === 1)
    const add = [...document.querySelectorAll('button')].filter((each) => each.textContent === 'Add')[0] as Element
    await press(add)
    await press(dialogButton('Add'))
    expect(text()).toContain('Label Required')
    expect(text()).toContain('Date Required')
    await type(control('Label'), 'Break')
    await type(control('Date'), '2030-12-24')
    await type(control('Last day'), '2030-12-20')
    expect(control('Last day').value).toBe('2030-12-24')
    await press(dialogButton('Add'))
    await until(async () => (await ops()).length === 2)
    const [ignored, added] = (await sent()).map(([, , payload]) => payload)
    expect(ignored).toEqual({ holidayCalendar: { h2: { active: false } } })
    expect(Object.values((added as { holidayCalendar: object }).holidayCalendar)).toEqual([
      { label: 'Break', date: '2030-12-24', dateEnd: '2030-12-24', source: 'Team', active: true },
    ])
    expect(endFollows({ date: '2026-05-10', dateEnd: '2026-05-01' })).toEqual({ date: '2026-05-10', dateEnd: '2026-05-10' })
    expect([isRecent('2026-05-03', '2026-05-10'), isRecent('2026-05-02', '2026-05-10')]).toEqual([true, false])
  })

  it('CO-219 CO-220 CO-500 CO-351 CO-499 keeps sites: a name, one of nine timezones and one of three countries', async () => {
    const { until, text, press, button, control, type, choose } = await open(`/teams/${tower}`)
    await until(() => text().includes('Gate'))
    await press([...document.querySelectorAll('button')].filter((each) => each.textContent === 'Add').at(-1) as Element)
    const names = (label: string) => [...control<HTMLSelectElement>(label).options].slice(1).map(({ text: name }) => name)
    expect(names('Timezone')).toEqual(['Eastern', 'Central', 'Mountain', 'Pacific', 'Alaska', 'Atlantic', 'Perth', 'Adelaide', 'Sydney'])
    expect(names('Country')).toEqual(['Australia', 'Canada', 'United States'])
    expect([Object.keys(siteTimezones).length, Object.keys(siteCountries)]).toEqual([9, ['AU', 'CA', 'US']])
    await press(dialogButton('Add'))
    expect(text()).toContain('All Fields Required')
    await type(document.querySelector('dialog input') as HTMLElement, 'Yard')
    await choose(control('Timezone'), 'Perth')
    await choose(control('Country'), 'Australia')
    await press(dialogButton('Add'))
    await until(async () => (await sent()).length === 1)
    expect(Object.values((((await sent())[0] ?? [])[2] as { sites: object }).sites)).toEqual([
      { name: 'Yard', timezone: 'Australia/Perth', countryCode: 'AU' },
    ])
    await settleFirst()
    await until(() => text().includes('Site Added'))
    expect(button('Edit: Gate')).toBeDefined()
  })

  it('CO-154 CO-155 CO-319 CO-320 CO-461 CO-462 CO-463 invites by address and people of the account, and says what became of it', async () => {
    const { until, text, press, button, control, type } = await open(`/teams/${tower}`)
    await until(() => text().includes('Members'))
    await press(button('Invite'))
    await type(control('Email'), 'nobody')
    await press(dialogButton('Invite'))
    expect(text()).toContain('Email Address Required')
    expect(ask).not.toHaveBeenCalled()
    vi.mocked(ask).mockResolvedValueOnce({ success: false, notification: 'They belong to it already.' } as never)
    await type(control('Email'), 'eve@example.com')
    await press(dialogButton('Invite'))
    await until(() => document.querySelector('[role=alertdialog]')?.textContent?.includes('They belong to it already.'))
    await press(dialogButton('OK'))
    vi.mocked(ask).mockResolvedValue({ success: true } as never)
    await press(dialogButton('Invite'))
    await until(() => text().includes('Invite Sent to eve@example.com'))
    expect(vi.mocked(ask).mock.calls.at(-1)?.slice(1, 3)).toEqual([{ id: tower }, { email: 'eve@example.com', status: 'Member' }])
    await until(() => document.querySelector('dialog') === null)
  })

  it('invites a Worker without an address by a link to hand over', async () => {
    const { until, text, press, button } = await open(`/teams/${tower}`)
    await until(() => text().includes('Members'))
    vi.mocked(ask).mockResolvedValue({ success: true, link: 'https://site.example/invite/once' } as never)
    await press(button('Add Worker'))
    await until(() => document.querySelector<HTMLInputElement>('dialog input[readonly]')?.value === 'https://site.example/invite/once')
    expect(vi.mocked(ask).mock.calls.at(-1)?.slice(1, 3)).toEqual([{ id: tower }, { status: 'Worker' }])
    expect(
      document.querySelector(
        'dialog svg[aria-label="QR code with the invitation link"], dialog [aria-label="QR code with the invitation link"]',
      ),
    ).not.toBeNull()
    await press(dialogButton('Done'))
    await until(() => document.querySelector('dialog') === null)
    await press(button('Invite'))
    await press(dialogButton('Invite by link'))
    await until(() => document.querySelector('dialog input[readonly]'))
    expect(vi.mocked(ask).mock.calls.at(-1)?.slice(1, 3)).toEqual([{ id: tower }, { status: 'Member' }])
  })

  it.each([
    ['CO-155', 'From Harbor & Pine', 'users-by-billing-account', 'own'],
    ['CO-156', 'From Procore', 'procore-project-users', 'construction'],
    ['CO-157', 'From Autodesk', 'autodesk-project-users', 'design'],
  ])('%s CO-462 "%s" invites the people who are picked there', async (_id, words, lookup, source) => {
    const people = [
      { id: 'u5', label: 'Eve', attributes: { email: 'eve@example.com' } },
      { id: 'u6', label: 'Finn', attributes: { email: 'finn@example.com' } },
    ]
    const { until, text, press, button } = await open(`/teams/${tower}`, {
      [`/api/teams/${tower}`]: { data: { ...project, model: { ...project.model, source } } },
      [`/api/lookups/${uid}/${lookup}`]: { data: { items: people } },
    })
    await until(() => text().includes('Members'))
    await press(button('Invite'))
    vi.mocked(ask).mockResolvedValue({ success: true } as never)
    await press(dialogButton(words))
    const choice = (name: string) =>
      until(() => [...document.querySelectorAll('dialog [role=option], dialog label')].find((each) => each.textContent?.includes(name)))
    await press(await choice('Eve'))
    await press(await choice('Finn'))
    await press(
      await until(() => [...document.querySelectorAll('dialog button')].find((each) => /^(Select|Done)/.test(each.textContent ?? ''))),
    )
    await until(() => document.querySelector('dialog') === null)
    expect(vi.mocked(ask).mock.calls.map(([, , body]) => body as unknown)).toEqual([
      { email: 'eve@example.com', name: 'Eve', status: 'Member' },
      { email: 'finn@example.com', name: 'Finn', status: 'Member' },
    ])
    await until(() =>
      [...document.querySelectorAll('[role=status], [role=alert]')].some((each) => /Invite Sent(?! to)/.test(each.textContent ?? '')),
    )
  })

  it('CO-264 makes a project a template, and takes it back', async () => {
    for (const [isTemplate, words] of [
      [false, 'Mark as Template'],
      [true, 'Remove Template'],
    ] as const) {
      const { page, until, press, button } = await open(`/teams/${tower}`, {
        [`/api/teams/${tower}`]: { data: { ...project, billingRole: 'Owner', model: { ...project.model, isTemplate } } },
      })
      await until(() => page.hasButton('More'))
      await press(button('More'))
      await press(await menuItem(page, words))
      await until(async () => (await ops()).length === 1)
      expect((await sent())[0]?.[2]).toEqual({ isTemplate: !isTemplate })
      await page.remove()
      await getStore().db.outbox.clear()
    }
    opened = undefined
  })

  it('CO-195 says when the connected system was last read', async () => {
    const { until, text } = await open(`/teams/${tower}`, {
      [`/api/teams/${tower}`]: { data: { ...project, model: { ...project.model, sourceSynced: '2026-05-11T15:00:00.000Z' } } },
    })
    await until(() => /Last read from the connected system: May 1[12], 2026/.test(text()))
  })

  it('CO-263 CO-306 CO-336 CO-337 CO-338 CO-261 rests only with its terms acknowledged; is not deleted while it holds something', async () => {
    const { page, until, text, press, button, control } = await open(`/teams/${tower}`)
    await until(() => text().includes('Bo Lind'))
    await press(button('More'))
    await press(await menuItem(page, 'Delete'))
    await until(() =>
      document
        .querySelector('[role=alertdialog]')
        ?.textContent?.includes('It still contains members. Please remove all members except the owner to allow deletion.'),
    )
    await press(dialogButton('OK'))
    await press(button('More'))
    await press(await menuItem(page, 'Archive'))
    await press(dialogButton('Archive'))
    expect(text()).toContain('Archival terms must be acknowledged')
    expect(ask).not.toHaveBeenCalled()
    vi.mocked(ask).mockResolvedValue({ success: true } as never)
    await press(control('Yes, I have read this'))
    await press(dialogButton('Archive'))
    await until(() => document.querySelector('dialog') === null)
    expect(vi.mocked(ask).mock.calls[0]?.[1]).toEqual({ id: tower })
  })

  it('tells that it unarchives and deletes, and why the server would not', async () => {
    const alone = { ...project, members: project.members.slice(0, 1), model: { ...project.model, archived: true } }
    const { page, until, text, press, button, at } = await open(`/teams/${tower}`, { [`/api/teams/${tower}`]: { data: alone } })
    await until(() => text().includes('Ana Ruiz'))
    await press(button('More'))
    await press(await menuItem(page, 'Unarchive'))
    await until(() => text().includes('Unarchiving...'))
    await until(async () => (await ops()).length === 1)
    await settleFirst()
    await until(() => text().includes('Unarchived'))
    for (const refusal of ['It still contains bots.', undefined]) {
      await press(button('More'))
      await press(await menuItem(page, 'Delete'))
      await until(() => text().includes('Are you sure you want to delete the project Harbor Tower?'))
      await press(dialogButton('Delete'))
      await until(() => text().includes('Deleting...'))
      await until(async () => (await ops()).some(({ state }) => state === 'queued'))
      await settleFirst(refusal)
      if (refusal === undefined) continue
      await until(() => document.querySelector('[role=alertdialog]')?.textContent?.includes(refusal))
      await press(dialogButton('OK'))
      await act(async () => {
        await getStore().db.outbox.clear()
      })
    }
    await until(() => at() === '/teams' && text().includes('Deleted'))
  })
})

describe('lists', () => {
  it('RV-302 CO-073 CO-074 CO-158 CO-159 of a project: companies and trades by name, to read only for who may not change them', async () => {
    const { until, text, hasButton, go } = await open(`/teams/${tower}/companies`)
    await until(() => text().includes('Keystone'))
    expect([document.querySelector('h1')?.textContent, hasButton('Add'), hasButton('Edit: Keystone')]).toEqual(['Company List', true, true])
    // It shows the answer of its own address.
    const kept = (await getStore().db.screens.toArray()).find(({ url }) => url.startsWith(`/api/team/${tower}?`))
    expect(kept).toMatchObject({
      url: `/api/team/${tower}?include=team.companies&include=members`,
      data: { companies: [{ name: 'Keystone' }] },
    })
    await go(`/teams/${tower}/trades`)
    await until(() => text().includes('Masonry'))
    expect(document.querySelector('h1')?.textContent).toBe('Trade List')
    await opened?.page.remove()
    const reader = await open(`/teams/${tower}/companies`, {
      [`/api/team/${tower}`]: { data: { ...project, billingRole: 'Member', companies: [{ key: 'k1', name: 'Keystone' }] } },
    })
    await reader.until(() => reader.text().includes('Keystone'))
    expect([reader.hasButton('Add'), reader.hasButton('Edit: Keystone')]).toEqual([false, false])
  })
})

describe('an invitation', () => {
  it('CO-459 CO-460 is taken by its link, and leads to its project; the page says what prevents it', async () => {
    vi.mocked(ask).mockRejectedValueOnce(new AskFailed('refused', 'FORBIDDEN', 'This invitation is for eve@example.com.', 403))
    vi.mocked(ask).mockResolvedValueOnce({ success: true, title: 'Harbor Tower', team: tower } as never)
    const { until, text, press, button, at } = await open('/invite/abc')
    await until(() => text().includes('This invitation is for eve@example.com.'))
    await press(button('Try again'))
    await until(() => at() === `/teams/${tower}`)
    await until(() => text().includes('Team Invite Accepted') && text().includes('Harbor Tower Invite Accepted'))
    expect(vi.mocked(ask).mock.calls[0]?.[2]).toEqual({ token: 'abc' })
  })
})
