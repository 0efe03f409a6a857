import 'fake-indexeddb/auto'
import { msg } from '@lingui/core/macro'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ana, closeDevice, openDevice, openScreen, type OpenScreen, type Said, serverSays, uid } from '../../../tests/harness/console.tsx'
import { act, type DrawnPage } from '../../../tests/harness/page.tsx'
import { setReach } from '../../store/connectivity/getReach.ts'
import { getStore } from '../../store/db/store.ts'
import { getOwner } from '../../store/identity/getOwner.ts'
import { setPreference } from '../../store/preferences/preferences.ts'
import { findsWords } from '../../../contract/rules/search/findsWords.ts'
import { syncUser } from '../../../contract/endpoints/sign-in.ts'
import { ask } from '../../sync/ask.ts'
import { missingLogin } from './Banners.tsx'
import { ConsoleFrame } from './ConsoleFrame.tsx'
import { entryAt, isServed, menuOf } from './menuOf.ts'
import { UnknownTab } from './UnknownTab.tsx'
import { managesSomething } from './useConsole.ts'
import { useLocation, useRouter } from '@tanstack/react-router'

vi.mock('../../sync/ask.ts', async (load) => ({ ...(await load<object>()), ask: vi.fn(async () => ({ success: true })) }))

const [tower, yard, court] = ['t'.repeat(20), 'y'.repeat(20), 'c'.repeat(20)] as const
const account = { id: 'b1', name: 'Harbor & Pine', status: 'Active' }
const projects = [
  { id: tower, rev: 1, model: { name: 'Harbor Tower', source: 'own' }, role: 'Owner', billingAccount: account },
  { id: yard, rev: 1, model: { name: 'Pier Yard', source: 'construction' }, role: 'Member', billingAccount: null },
  { id: court, rev: 1, model: { name: 'Court House', source: 'design' }, role: 'Member', billingAccount: account },
]
const me = ana({
  teams: projects.map(({ id, model, role, billingAccount }) => ({ id, name: model.name, role, billingAccount })),
  billingAccounts: [{ ...account, role: 'Owner' }],
})

let opened: OpenScreen | undefined
const leave = vi.fn()
function Framed() {
  const { pathname } = useLocation()
  const router = useRouter()
  return (
    <ConsoleFrame
      screens={[{ key: 'devices', icon: 'device', href: '/devices', label: msg`Devices` }]}
      pathname={pathname}
      logo={null}
      tools={null}
      isKnown={() => true}
      onGo={(href) => void router.navigate({ href })}
      onLogout={leave}
    >
      <UnknownTab />
    </ConsoleFrame>
  )
}
const open = async (address: string, change: object = {}, { losses = { data: { losses: [] } } }: Record<string, Said> = {}) => {
  serverSays({ '/api/me': { data: { ...me, ...change } }, '/api/teams': { data: { teams: projects } }, '/api/losses': losses })
  opened = await openScreen(address, { '/$': Framed })
  await opened.page.until(() => document.querySelector('.m-shell-switcher'))
  return opened
}
const links = () => [...document.querySelectorAll<HTMLAnchorElement>('.m-shell-consoleSide a')].map((link) => link.textContent)

beforeEach(openDevice)
afterEach(async () => {
  await opened?.page.remove()
  opened = undefined
  setReach('unknown')
  closeDevice()
  vi.clearAllMocks()
})

async function openFind(page: DrawnPage) {
  await act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true })))
  await page.until(() => document.querySelector('dialog [role=combobox]') !== null)
}

describe("the console's frame", () => {
  it('CO-015 CO-016 CO-017 CO-266 switches the project: names who pays, keeps the choice, and takes it back', async () => {
    const { page, at } = await open('/reporting')
    const { press, until, text } = page
    await press(document.querySelector('.m-shell-switcher') as Element)
    await until(() => document.querySelectorAll('[role=option]').length >= 3)
    expect(text()).toContain('Harbor & Pine')
    expect(text()).toContain('Free Trial')
    const option = [...document.querySelectorAll('[role=option]')].find((each) => each.textContent?.includes('Harbor Tower'))
    await press(option as Element)
    await until(() => at() === `/team/${tower}/automations` || at() === `/teams/${tower}`)
    await until(() => text(document.querySelector('.m-shell-switcher')).startsWith('Project: Harbor Tower'))
    await page.press(document.querySelector('.m-shell-switcher') as Element)
    await until(() => [...document.querySelectorAll('[role=option]')].some((each) => each.textContent?.includes('Clear Selection')))
    await press([...document.querySelectorAll('[role=option]')].find((each) => each.textContent?.includes('Clear Selection')) as Element)
    await until(() => text(document.querySelector('.m-shell-switcher')).startsWith('Project: All Projects'))
  })

  it('CO-011 is for who has a part in a project, in a billing account, or in running the product; not for who only fills in forms', () => {
    const person = (...roles: ('Owner' | 'Administrator' | 'Member' | 'Worker')[]) => ({
      isAdmin: false,
      teams: roles.map((role, n) => ({ id: `t${n}`, name: 'Tower', role })),
    })
    for (const role of ['Owner', 'Administrator', 'Member'] as const) expect(managesSomething(person(role)), role).toBe(true)
    expect(managesSomething(person('Worker', 'Worker'))).toBe(false)
    expect(managesSomething(person('Worker', 'Member'))).toBe(true)
    expect(managesSomething({ ...person('Worker'), billingAccounts: [account] as never })).toBe(true)
    expect(managesSomething({ ...person('Worker'), isAdmin: true })).toBe(true)
    // A new person creates their first project.
    expect(managesSomething(person())).toBe(true)
  })

  it('CO-018 CO-019 CO-020 CO-021 CO-022 CO-023 CO-024 CO-025 CO-026 CO-027 CO-028 CO-029 CO-030 CO-032 CO-367 has a menu that shows what fits the project and the person', async () => {
    await open(`/teams/${tower}`)
    await opened?.page.until(() => links().includes('Company List'))
    expect(links()).toEqual([
      'Today',
      'Bot Dashboard',
      'Review',
      'Projects',
      'My Tasks',
      'Bots',
      'Daily log',
      'Company List',
      'Trade List',
      'Manage',
      'Project lists',
      'On site now',
      'Gates',
      'Reporting',
      'Libraries',
      'Lists',
      'Devices',
      'People',
      'Billing',
      'Support Center',
    ])
    const labels = (source: 'own' | 'construction' | 'design', isAdmin = false) => {
      const menu = menuOf({ uid, isAdmin, manages: true }, { id: court, model: { name: 'X', source } })
      return [...menu.project, ...menu.rest].map(({ key }) => key)
    }
    expect(labels('construction').slice(0, 3)).toEqual(['bots', 'log', 'manage'])
    expect(labels('design').slice(0, 4)).toEqual(['bots', 'log', 'trades', 'manage'])
    expect(labels('own')).not.toContain('impersonate')
    expect(labels('own', true)).toEqual(expect.arrayContaining(['people', 'administration', 'impersonate']))
    expect(menuOf({ uid, isAdmin: false, manages: true, administers: true }, undefined).rest.map(({ key }) => key)).toContain('people')
    const help = menuOf({ uid, isAdmin: false, manages: false, support: 'https://help.example.com' }, undefined)
    expect(help.rest).toEqual([{ key: 'support', icon: 'support', href: 'https://help.example.com' }])
    const { top, rest } = menuOf({ uid, isAdmin: false, manages: false }, undefined)
    expect([...top, ...rest].map(({ key }) => key)).toEqual(['tasks', 'support'])
    const all = menuOf({ uid, isAdmin: false, manages: true }, { id: tower, model: { name: 'X', source: 'own' } })
    const entries = [...all.top, ...all.project, ...all.rest]
    expect(entryAt(entries, `/teams/${tower}/trades`)).toBe('trades')
    expect(entryAt(entries, '/billing/b1/permitTypes')).toBe('lists')
    expect([isServed('/teams/x', ['$', '/teams/$id']), isServed('/nowhere', ['$', '/teams/$id'])]).toEqual([true, false])
  })

  it('tells its log-out handler that a person logs out; on a phone the menu is a drawer', async () => {
    const { page } = await open('/lists')
    await page.press(page.button('Menu'))
    const drawer = document.querySelector('dialog.m-shell-drawer') as Element
    expect(drawer.getAttribute('aria-label')).toBe('Menu')
    await page.press([...drawer.querySelectorAll('button')].find((each) => each.textContent === 'Logout') as Element)
    expect(leave).toHaveBeenCalledOnce()
    expect(document.querySelector('dialog.m-shell-drawer')).toBeNull()
  })

  it('CO-182 leads from an unknown address with "procore-monthly" to the login of the monthly sandbox', async () => {
    const { page, at } = await open('/somewhere/procore-monthly/of/somebody')
    await page.until(() => at() === '/login/procore-monthly')
  })

  it('CO-416 asks the server to update the person when it opens, and the project that is selected', async () => {
    const { page } = await open(`/team/${tower}/automations`)
    const synced = () =>
      vi
        .mocked(ask)
        .mock.calls.filter(([call]) => call === (syncUser as unknown))
        .map(([, , body]) => body as unknown)
    await page.until(() => synced().length === 2)
    expect(synced()).toEqual([[{ type: 'core' }], [{ type: 'projectLists', project: tower }]])
  })

  it('CO-033 CO-034 CO-035 tells how much of the free messages is used, that bots are paused, and that a login is missing', async () => {
    const { page } = await open('/lists', {
      freeUsage: { used: 120, quota: 200, paused: false, name: 'Harbor Tower', team: 'aB3dE6gH9jK2mN5pQ8rS' },
    })
    await page.until(() => page.text().includes('Free plan: 120 of 200 messages used this month.'))
    expect(page.text()).toContain('link now')
    expect(document.querySelector('a[href="/billing/create?team=aB3dE6gH9jK2mN5pQ8rS"]')?.textContent).toBe('Upgrade')
    await page.remove()
    await open('/lists', {
      freeUsage: { used: 0, quota: 0, paused: true, cancelled: true, name: 'Vega' },
      systems: [{ provider: 'construction', linkedAt: '2026-06-01T07:00:00.000Z' }],
    })
    await opened?.page.until(() => opened?.page.text().includes('Your bots are paused: the billing account is cancelled.'))
    await opened?.page.remove()
    await open('/lists', {
      freeUsage: { used: 200, quota: 200, paused: true, name: 'Vega' },
      systems: [{ provider: 'construction', linkedAt: '2026-06-01T07:00:00.000Z' }],
    })
    await opened?.page.until(() => opened?.page.text().includes('Your bots are paused: 200 of 200 messages of this month are used.'))
    expect(opened?.page.text()).not.toContain('link now')
    const [own, linked] = [projects[0] as never, { model: { source: 'construction-sandbox' } } as never]
    expect(missingLogin([], [own])).toBeUndefined()
    expect(missingLogin([{ provider: 'construction', linkedAt: 'now' }], [linked])).toEqual({
      provider: 'construction-sandbox',
      again: false,
    })
    expect(missingLogin([{ provider: 'construction-sandbox' }], [linked])).toEqual({ provider: 'construction-sandbox', again: true })
  })

  it('shows only the person who runs a project what devices lost since the last look, also without a connection', async () => {
    const loss = (count: number, toldAt: string) => ({ uid: 'luis', name: 'Luis', device: 'd', count, from: '', to: '', toldAt, forms: [] })
    const losses = [loss(3, '2026-06-02T07:00:00.000Z'), loss(1, '2026-06-01T07:00:00.000Z')]
    const { page } = await open('/lists', {}, { losses: { data: { losses } } })
    await page.until(() => page.text().includes('4 saves were lost on devices of your projects before they were sent.'))
    expect(document.querySelector('.m-shell-banner a[href="/losses"]')).not.toBeNull()
    await page.remove()
    await open('/lists', {}, { losses: { trouble: 'offline' } })
    await opened?.page.until(() => opened?.page.text().includes('4 saves were lost'))
    // They view the losses; later one more is reported.
    await act(() => setPreference(`x:losses-seen:u:${uid}`, '2026-06-02T07:00:00.000Z'))
    expect(opened?.page.text()).not.toContain('lost on')
    await act(() => setPreference(`x:losses-seen:u:${uid}`, '2026-06-01T07:00:00.000Z'))
    expect(opened?.page.text()).toContain('3 saves were lost')
    await opened?.page.remove()
    await open('/lists', { teams: me.teams.map((team) => ({ ...team, role: 'Member' })) })
    expect(opened?.page.text()).not.toContain('lost on')
    setPreference(`x:losses-seen:u:${uid}`, undefined)
  })

  it('finds projects, screens, bots and people by the beginnings of their words, by keyboard alone', async () => {
    vi.mocked(ask).mockResolvedValue({
      found: [{ kind: 'bot', id: 'bot1', title: 'Gate Check-in', note: 'Harbor Tower', team: tower }],
    } as never)
    const { page, at } = await open('/lists')
    await openFind(page)
    const box = page.control('Search for a name, a form or a day')
    await page.type(box, 'pier')
    await page.until(() => [...document.querySelectorAll('[role=option]')].some((each) => each.textContent?.startsWith('Pier Yard')))
    await page.type(box, 'gate')
    await page.until(() => [...document.querySelectorAll('[role=option]')].some((each) => each.textContent?.startsWith('Gate Check-in')))
    await act(() => void box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    await page.until(() => at() === '/automation/bot1')
    expect(findsWords('nunez', 'Ana Núñez')).toBe(true)
    expect(findsWords('unez', 'Ana Núñez')).toBe(false)
  })

  it('finds places by other words, days, and without a connection what the device keeps', async () => {
    vi.mocked(ask).mockRejectedValue(new Error('no connection'))
    const { page, at } = await open('/lists')
    await act(() => setReach('offline'))
    const { db, now } = getStore()
    const kept = {
      '/api/forms/hazard-report.json?lang=en': { component: 'automationForm', form: { name: 'Hazard Report' } },
      [`/api/teams/${tower}?include=team.members`]: {
        model: { name: 'Harbor Tower' },
        members: [
          { uid: 'luis', name: 'Luis Rojas' },
          { uid: 'lena', name: 'Lena Ruhl' },
        ],
      },
      [`/api/teams/${tower}/lists/people`]: {
        project: 'Harbor Tower',
        entries: [
          { key: 'e', name: 'Luis Rojas' },
          { key: 'f', name: 'Luisa Lima' },
        ],
      },
      '/api/people': { people: [{ uid: 'luis', name: 'Luis Rojas', places: ['Harbor Tower', 'Pier Yard'] }], more: false },
      [`/api/teams/${tower}/lists/companies`]: {
        project: 'Harbor Tower',
        entries: [
          { key: 'k', name: 'Keystone Concrete', disabled: false },
          { key: 'o', name: 'Keystone Old', disabled: true },
        ],
      },
      '/api/arrived/hazard-report.json': {
        component: 'records',
        form: { name: 'Hazard Report' },
        componentConfig: {
          items: [
            {
              path: 'forms/hazard-report/r1',
              title: 'Loose board',
              createdAt: '2026-11-20T10:00:00Z',
              model: { description: 'Near the pump' },
              sender: { name: 'Joao Pereira' },
            },
          ],
        },
      },
      '/api/arrived/hazard-report.json?lang=pt': {
        form: { name: 'Relato de perigo' },
        componentConfig: { items: [{ path: 'forms/hazard-report/r1', title: 'Tábua solta', createdAt: '2026-11-20T10:00:00Z' }] },
      },
    }
    for (const [url, data] of Object.entries(kept))
      await db.screens.put({ owner: getOwner(), url, v: 1, version: 1, fetchedAt: now(), data } as never)
    await openFind(page)
    const box = page.control('Search for a name, a form or a day')
    const shown = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
    const finds = async (query: string, hit: string) => {
      await page.type(box, query)
      await page.until(() => shown().includes(hit))
    }
    await finds('diary', 'Daily logHarbor Tower')
    await finds('keyst', 'Keystone ConcreteHarbor Tower')
    expect(shown()).not.toContain('Keystone OldHarbor Tower')
    await finds('rojas', 'Luis RojasHarbor Tower, Pier Yard')
    await finds('luisa', 'Luisa LimaHarbor Tower')
    await finds('loose', 'Loose boardNov 20, 2026 · Hazard Report')
    await finds('pump', 'Loose boardNov 20, 2026 · Hazard Report')
    await finds('pereira', 'Loose boardNov 20, 2026 · Hazard Report')
    await finds('hazard', 'Hazard Report')
    await page.type(box, 'yesterday')
    const day = new Date(Date.now() - 86_400_000).getFullYear()
    await page.until(() => shown()[0]?.endsWith(`, ${day}Harbor Tower`))
    // Without a connection, People shows whom its list on the device has.
    const goTo = async (query: string, address: string) => {
      await openFind(page)
      const again = page.control('Search for a name, a form or a day')
      await page.type(again, query)
      await page.until(() => shown().length > 0)
      await act(() => void again.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
      await page.until(() => at().startsWith(address))
    }
    await finds('keyst', 'Keystone ConcreteHarbor Tower')
    await act(() => void box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    await page.until(() => at().startsWith(`/teams/${tower}/lists/companies?search=Keystone`))
    await goTo('luis rojas', '/people?search=Luis')
    await goTo('lena', `/teams/${tower}`)
  })

  it('a person who is found opens in People for who manages them, otherwise in the project', async () => {
    const found = [
      { kind: 'person', id: 'luis', title: 'Luis Rojas', note: 'Harbor Tower', team: tower },
      { kind: 'worker', id: 'entry', title: 'Luis Rojas', note: 'Harbor Tower', team: tower },
      { kind: 'person', id: 'lena', title: 'Lena Ruhl', note: 'Pier Yard', team: yard },
    ]
    vi.mocked(ask).mockResolvedValue({ found } as never)
    const { page, at } = await open('/lists')
    const options = () => [...document.querySelectorAll('[role=option]')]
    const goTo = async (query: string, title: string) => {
      await openFind(page)
      await page.type(page.control('Search for a name, a form or a day'), query)
      await page.until(() => options().some((each) => each.textContent?.startsWith(title)))
      const hits = options().filter((each) => each.textContent?.startsWith(title))
      expect(hits).toHaveLength(1)
      await page.press(hits[0] as Element)
    }
    await goTo('luis', 'Luis Rojas')
    await page.until(() => at().startsWith('/people?search=Luis'))
    await goTo('lena', 'Lena Ruhl')
    await page.until(() => at() === `/teams/${yard}`)
  })

  it('CO-036 says "Unknown Tab" where it knows nothing', async () => {
    const { page } = await open('/no/such/place')
    expect(page.text()).toContain('Unknown Tab')
  })
})
