import type { FunctionComponent } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { botCatalogue } from '../../../../contract/reference/botCatalogue.ts'
import { type CloneLine, cloneSayings } from '../../../../contract/endpoints/botEditor.ts'
import { addressOf } from '../../../../contract/endpoint.ts'
import { getProject, listProjects, pageOfOwners, projectsToPick } from '../../../../contract/endpoints/projects.ts'
import { drawAt, freshDevice, keep, putDown } from '../../../../tests/harness/device.tsx'
import { exampleBot } from '../../../../tests/harness/exampleBot.ts'
import { type DrawnPage, drawPage } from '../../../../tests/harness/page.tsx'
import { AddBotScreen } from './AddBotScreen.tsx'
import { botDescriptions } from './botDescriptions.ts'
import { CloneLog } from './CloneLog.tsx'
import { CopyWizardScreen } from './CopyWizardScreen.tsx'
import { CreateWizardScreen } from './CreateWizardScreen.tsx'

const network = vi.hoisted(() => ({ asked: [] as unknown[], answers: [] as unknown[] }))
vi.mock('../../../sync/ask.ts', () => ({
  ask: async (_: unknown, __: unknown, body: unknown) => {
    network.asked.push(body)
    return network.answers.shift()
  },
}))

const members = [
  { key: 'ana', uid: 'ana', name: 'Ana', status: 'Owner' },
  { key: 'dee@example.com', name: '-', email: 'dee@example.com', status: 'Invited' },
]
const team = (id: string, name: string, more: object = {}) => ({
  id,
  rev: 1,
  model: { name, source: 'own' },
  role: 'Administrator',
  members,
  billingAccount: null,
  ...more,
})
const teams = [
  team('tower', 'Tower'),
  team('school', 'School'),
  team('bridge', 'Bridge', { model: { name: 'Bridge', source: 'construction' } }),
  team('other', 'Other', { role: 'Worker' }),
]

let drawn: DrawnPage | undefined
const page = () => drawn as DrawnPage
async function open(address: string, Screen: FunctionComponent, me: object = {}, mine: typeof teams = teams) {
  const whole = 'user.summary,user.freeUsage,user.billingAccounts,user.teams,team.billingAccount'
  const asked = { uid: 'ana', teams: [], isAdmin: false, isBeta: false, systems: [], ...me }
  await keep('/api/me', asked)
  await keep(`/api/me?include=${encodeURIComponent(whole)}`, asked)
  await keep(addressOf(listProjects, undefined, projectsToPick), { teams: mine.map(({ members: _, ...rest }) => rest) })
  for (const one of teams) await keep(addressOf(getProject, { id: one.id }, pageOfOwners), one)
  await keep(addressOf(listProjects, undefined, { ...projectsToPick, template: 'true' }), {
    teams: mine.length === 0 ? [] : [{ id: 'master', rev: 1, model: { name: 'Master', isTemplate: true } }],
  })
  await keep('/api/bot/gate', exampleBot('gate', { title: 'North Gate', class: 'attendance', demoMode: true }))
  await keep('/api/lookups/ana/teams-sites?team=school', {
    items: [{ id: 'campus', label: 'Campus', attributes: { timezone: 'America/Chicago', country: 'US' } }],
  })
  await keep('/api/lookups/ana/projects?team=bridge', {
    items: [{ id: '4711', label: 'Bridge 4711', attributes: { timezone: 'America/Denver', country: 'US' } }],
  })
  await keep('/api/lookups/ana/companies?team=bridge', { items: [{ id: 'c7', label: 'Steel Co' }] })
  await keep('/api/team/tower/automations?archived=false', {
    bots: [exampleBot('Crane'), exampleBot('Permits', { triggeredBy: { type: 'attendance', id: 'gate', title: 'North Gate' } })],
  })
  await keep('/api/team/master/automations?archived=false', { bots: [exampleBot('Standard')] })
  await keep('/api/team/school/automations?archived=false', { bots: [exampleBot('SchoolGate', { class: 'attendance', team: 'school' })] })
  const routes = [
    '/automation/add',
    '/automation/add/$botClass',
    '/automation/add/$botClass/$team',
    '/team/$id/automation/add',
    '/automation/$id/add',
  ]
  const copies = ['/automation/copy', '/team/$id/automation/copy']
  const { page: shown, router } = await drawAt(address, Object.fromEntries([...routes, ...copies].map((path) => [path, Screen])))
  drawn = shown
  await page().until(() => document.querySelector('.m-botWizard-step, .m-botWizard-card'))
  return router
}

const step = () => page().text(document.querySelector('.m-botWizard-step h2'))
const steps = () => [...document.querySelectorAll('.m-botWizard-steps li')].map((each) => page().text(each))
const press = (name: string) => page().press(page().button(name))
const pick = async (label: string) =>
  page().press(
    await page().until(() =>
      [...document.querySelectorAll('label')].find((each) => page().text(each).startsWith(label))?.querySelector('input'),
    ),
  )
const card = (name: string) =>
  page().until(() => [...document.querySelectorAll<HTMLElement>('.m-botWizard-card')].find((each) => page().text(each).startsWith(name)))
const cards = () => [...document.querySelectorAll('.m-botWizard-card strong')].map((each) => page().text(each))
const queryOf = (href: string) => Object.fromEntries(new URL(href, 'http://muster').searchParams)

beforeEach(async () => {
  await freshDevice()
  network.asked.length = 0
  network.answers.length = 0
})
afterEach(async () => {
  await putDown(drawn)
})

describe('Create QR Code', () => {
  it('CO-004 makes a private bot without asking for an owner or a site', async () => {
    const router = await open('/automation/add', CreateWizardScreen)
    await page().press(await card('QR Hazards & Near Misses'))
    await press('Next')
    await pick('Private')
    expect(steps()).toEqual(['Select QR Code', 'Select Project'])
    await press('Next')
    await page().until(() => page().text().includes('Elsewhere'))
    expect(router.state.location.pathname).toBe('/automation/new')
    expect(queryOf(router.state.location.href)).toEqual({ class: 'hazards' })
  })

  it('CO-118 CO-119 CO-120 CO-121 CO-122 CO-280 asks for bot, project, owner and site in turn, and opens the editor with them', async () => {
    const router = await open('/automation/add', CreateWizardScreen)
    expect(steps()).toEqual(['Select QR Code', 'Select Project', 'Select Owner', 'Select Site'])
    expect(step()).toBe('Select QR Code')
    expect(page().button('Next').disabled).toBe(true)
    await pick('Demo')
    await page().press(await card('QR Hazards & Near Misses'))
    await press('Next')
    expect(step()).toBe('Select Project')
    // Not the project of another system, and none in which the person is a worker.
    expect([...document.querySelectorAll('.m-bots-choices label')].map((each) => page().text(each))).toEqual([
      'TowerFree Trial',
      'SchoolFree Trial',
      'PrivateIn no project. Only you see it.',
    ])
    await press('Back')
    expect(step()).toBe('Select QR Code')
    await press('Next')
    await pick('School')
    await press('Next')
    expect(step()).toBe('Select Owner')
    await page().until(() => page().text().includes('dee@example.com'))
    expect(page().control('dee@example.com').disabled).toBe(true)
    expect(page().button('Next').disabled).toBe(true)
    await pick('Ana')
    await press('Next')
    expect(step()).toBe('Select Site')
    await pick('Campus')
    await press('Next')
    await page().until(() => page().text().includes('Elsewhere'))
    expect(router.state.location.pathname).toBe('/automation/new')
    expect(queryOf(router.state.location.href)).toEqual({
      team: 'school',
      class: 'hazards',
      owner: 'ana',
      project: 'campus',
      country: 'US',
      timezone: 'America/Chicago',
      demo: 'true',
    })
  })

  it('RV-068 FE-091 FE-452 picks a bot from the list, and makes a site where the bot needs one', async () => {
    const router = await open('/automation/add', CreateWizardScreen)
    await press('All bots as a list')
    const dialog = await page().until(() =>
      [...document.querySelectorAll('dialog')].find((each) => page().text(each).includes('Pick a Bot')),
    )
    await page().until(() => page().text(dialog).includes('QR Hazards'))
    expect(dialog.style.width).toBe('670px')
    expect(dialog.querySelector<HTMLElement>('[role=listbox]')?.parentElement?.style.height).toContain('40vh')
    await page().press([...dialog.querySelectorAll('[role=option]')].find((each) => page().text(each).includes('QR Hazards')) as Element)
    await press('Next')
    await pick('School')
    await press('Next')
    await pick('Ana')
    await press('Next')
    await page().until(() => page().hasButton('Pick or add a site'))
    await press('Pick or add a site')
    await page().until(() => page().hasButton('New Site'))
    await press('New Site')
    const form = await page().until(() =>
      [...document.querySelectorAll('dialog')].filter((each) => each.querySelector('select') !== null).at(-1),
    )
    await page().type(form.querySelector('input') as HTMLElement, 'Yard')
    const [zone, country] = [...form.querySelectorAll('select')]
    await page().choose(zone as HTMLSelectElement, 'Pacific')
    await page().choose(country as HTMLSelectElement, 'United States')
    network.answers.push(
      { id: 'yard', label: 'Yard' },
      {
        items: [
          { id: 'campus', label: 'Campus' },
          { id: 'yard', label: 'Yard' },
        ],
      },
    )
    await page().press([...form.querySelectorAll('button')].find((each) => each.textContent === 'Add') as Element)
    await page().until(() => network.asked.length === 2)
    expect(network.asked[0]).toEqual({ name: 'Yard', timezone: 'America/Los_Angeles', country: 'us' })
    await page().until(() => !page().button('Next').disabled)
    await press('Next')
    await page().until(() => page().text().includes('Elsewhere'))
    expect(queryOf(router.state.location.href)).toMatchObject({ class: 'hazards', project: 'yard' })
  })

  it('CO-122 takes project and company of the other system, and asks nothing that the address says', async () => {
    const router = await open('/automation/add/time-materials/bridge', CreateWizardScreen)
    expect(step()).toBe('Select Owner')
    await pick('Ana')
    await press('Next')
    await pick('Bridge 4711')
    const company = await page().until(() => document.querySelector<HTMLSelectElement>('.m-botWizard-stepField select'))
    await page().choose(company, 'Steel Co')
    await press('Next')
    await page().until(() => page().text().includes('Elsewhere'))
    expect(queryOf(router.state.location.href)).toEqual({
      team: 'bridge',
      class: 'time-materials',
      owner: 'ana',
      project: '4711',
      company: 'Steel Co',
      country: 'US',
      timezone: 'America/Denver',
    })
  })

  it('begins with the class or the project of the address, and needs no site where the bot has none', async () => {
    await open('/automation/add/daily-log', CreateWizardScreen)
    expect(step()).toBe('Select Project')
    expect(steps()).toEqual(['Select QR Code', 'Select Project', 'Select Owner'])
    await page().remove()
    await open('/team/bridge/automation/add', CreateWizardScreen)
    expect(step()).toBe('Select QR Code')
    expect(cards()).toContain('QR Time & Materials Capture')
    await page().remove()
    await open('/automation/add', CreateWizardScreen)
    expect(cards()).not.toContain('QR Time & Materials Capture')
  })

  it('CO-372 shows trigger bots or the others, as chosen', async () => {
    await open('/automation/add', CreateWizardScreen)
    const all = cards().length
    await page().choose(page().control('Type'), 'Trigger Bots')
    expect(cards()).toEqual(['QR Enrolment + Trigger Bots', 'QR Attendance + Trigger Bots'])
    await page().choose(page().control('Type'), 'Bots')
    expect(cards()).not.toContain('QR Attendance + Trigger Bots')
    expect(cards()).toHaveLength(all - 2)
  })
})

describe('Add Bot', () => {
  it('CO-130 CO-131 CO-223 CO-224 CO-225 CO-227 shows what the parent may start, and opens the editor under it', async () => {
    const router = await open('/automation/gate/add', AddBotScreen)
    await page().until(() => page().text(document.querySelector('h1')) === 'Add Bot to North Gate')
    expect(cards()).toContain('Orientation Bot')
    expect(cards()).not.toContain('QR Enrolment + Trigger Bots')
    const chosen = await card('Site Permits')
    expect(page().text(chosen)).toMatch(/Workers request work permits.*Can Trigger.*Not Applicable/)
    expect(chosen.querySelector('svg[role=img]')?.getAttribute('aria-label')).toBe('Muster')
    await page().press(chosen)
    await page().until(() => page().text().includes('Elsewhere'))
    expect(queryOf(router.state.location.href)).toEqual({ class: 'site-permits', parent: 'gate', demo: 'true' })
  })

  it('CO-225 CO-226 CO-227 names what a bot can start, its system, and that it is new', async () => {
    await open('/automation/add', CreateWizardScreen, { systems: [{ provider: 'construction' }] })
    expect(page().text(await card('Worker Certifications Bot'))).toContain('BETA')
    expect(page().text(await card('Orientation Bot'))).not.toContain('BETA')
    const attendance = await card('QR Attendance + Trigger Bots')
    expect(page().text(attendance)).toMatch(/Can Trigger.*Orientation Bot · Worker Certifications Bot/)
    expect(attendance.querySelector('svg[role=img]')?.getAttribute('aria-label')).toBe('Procore')
  })
})

describe('Copy Bots', () => {
  it('CO-472 says each line of the check in words of the device, and one that it does not know in the server’s', async () => {
    const values = { project: 'School', count: '3' }
    const known = Object.keys(cloneSayings).map((saying) => ({ group: 'Permits', level: 'info' as const, message: saying, saying, values }))
    const unknown = { group: 'Permits', level: 'info' as const, message: 'The crane is in the way.', saying: 'crane', values: {} }
    drawn = await drawPage(<CloneLog log={[...known, unknown]} />)
    const said = [...document.querySelectorAll('.m-botWizard-cloneLog li')].map((line) => line.textContent)
    const words = Object.values(cloneSayings).map((each) => each.replace('{project}', 'School').replace('{count}', '3'))
    expect(said).toEqual([...words, 'The crane is in the way.'])
  })

  it('leads people without a project to making one, in both wizards', async () => {
    const first = () => document.querySelector('a[href="/teams?create=true"]')?.textContent
    await open('/automation/copy', CopyWizardScreen, {}, [])
    expect(first()).toBe('Create Project')
    await page().remove()
    await open('/automation/add/hazards', CreateWizardScreen, {}, [])
    expect(first()).toBe('Create Project')
  })

  const log = (...lines: readonly [CloneLine['level'], string][]): CloneLine[] =>
    lines.map(([level, message]) => ({ group: 'Permits', level, message }))
  const upTo = async (name: string) => {
    await pick(name)
    await press('Next')
    await pick('School')
    await press('Next')
    await pick('Ana')
    await press('Next')
    await pick('Campus')
    await press('Next')
    await page().until(() => network.asked.length > 0)
  }

  it('CO-123 CO-124 CO-125 CO-126 CO-127 CO-281 CO-321 CO-322 CO-323 CO-472 asks step by step, checks, wants warnings read, and copies', async () => {
    const router = await open('/automation/copy', CopyWizardScreen)
    expect(steps()).toEqual(['Source Project', 'Bots', 'Destination Project', 'Owner', 'Site', 'Validate'])
    const enabled = () => !page().button('Next').disabled
    const seen: [string, boolean][] = []
    const through = async (name: string) => {
      seen.push([step(), enabled()])
      await pick(name)
      expect(enabled()).toBe(true)
    }
    for (const name of ['Tower', 'Crane', 'School', 'Ana']) {
      await through(name)
      await press('Next')
    }
    await through('Campus')
    expect(seen).toEqual([
      ['Source Project', false],
      ['Bots', false],
      ['Destination Project', false],
      ['Owner', false],
      ['Site', false],
    ])
    const model = { status: 'success', log: [...log(['success', 'Ready to be copied.'], ['warning', 'Contacts are not copied'])] }
    network.answers.push({ model }, { model }, { model: { status: 'success', log: [], bots: ['new'] } })
    await press('Next')
    const order = { sourceTeam: 'tower', destinationTeam: 'school', bots: ['Crane'], owner: 'ana', project: 'campus' }
    await page().until(() => page().text().includes('Ready to be copied.'))
    expect(network.asked).toEqual([{ validateOnly: true, ...order }])
    // By bot, the most severe first.
    expect(page().text(document.querySelector('.m-botWizard-cloneLog section'))).toMatch(
      /^Permits\s*Warnings\s*Contacts are not copied\s*Success\s*Ready/,
    )
    expect(page().button('Copy').disabled).toBe(true)
    await pick('I have read the warnings')
    expect(page().button('Copy').disabled).toBe(false)
    await press('Back')
    expect(document.querySelector('.m-botWizard-cloneLog')).toBeNull()
    await press('Next')
    await page().until(() => page().text().includes('Ready to be copied.'))
    expect(page().button('Copy').disabled).toBe(true)
    await pick('I have read the warnings')
    await press('Copy')
    await page().until(() => page().text().includes('Elsewhere'))
    expect(network.asked).toEqual([
      { validateOnly: true, ...order },
      { validateOnly: true, ...order },
      { validateOnly: false, ...order },
    ])
    expect(router.state.location.href).toBe('/team/school/automations')
  })

  it('CO-322 CO-324 copies nothing while there is an error', async () => {
    await open('/team/tower/automation/copy', CopyWizardScreen)
    expect(step()).toBe('Bots')
    network.answers.push({ model: { status: 'error', log: log(['error', 'Its system does not offer it.']) } })
    await upTo('Crane')
    await page().until(() => page().text().includes('Can not copy see errors above'))
    expect(page().text()).toContain('Its system does not offer it.')
    expect(page().button('Copy').disabled).toBe(true)
  })

  it('CO-128 offers to hang a single bot that is triggered under the one attendance bot of the other project', async () => {
    const router = await open('/team/tower/automation/copy', CopyWizardScreen)
    network.answers.push({ model: { status: 'success', log: [] } }, { model: { status: 'success', log: [], bots: ['new'] } })
    await upTo('Permits')
    const offer = await page().until(() => page().hasButton('Copy & Configure') && page().button('Copy & Configure'))
    await page().until(() => !offer.disabled)
    await page().press(offer)
    await page().until(() => page().text().includes('Elsewhere'))
    expect(network.asked.at(-1)).toMatchObject({ validateOnly: false, bots: ['Permits'], parent: 'SchoolGate' })
    expect(router.state.location.href).toBe('/automation/SchoolGate')
    await page().remove()
    await open('/team/tower/automation/copy', CopyWizardScreen)
    network.answers.push({ model: { status: 'success', log: [] } })
    network.asked.length = 0
    await upTo('Crane')
    await page().until(() => !page().button('Copy').disabled)
    expect(page().hasButton('Copy & Configure')).toBe(false)
  })

  it('describes every offered bot in the language of the reader, in English in the words of the catalogue', () => {
    for (const bot of botCatalogue.filter(({ deprecated }) => !deprecated))
      expect([bot.class, botDescriptions[bot.class]?.message]).toEqual([bot.class, bot.description])
  })

  it('says before one begins that a new bot needs a connection', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await open('/automation/add', CreateWizardScreen)
    expect(page().text()).toContain('A new bot needs a connection')
    await page().remove()
    await open('/automation/gate/add', AddBotScreen)
    expect(page().text()).toContain('A new bot needs a connection')
    online.mockRestore()
  })

  it('CO-129 offers templates beside one’s own projects, and says before one begins that it needs a connection', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await open('/automation/copy', CopyWizardScreen)
    expect([...document.querySelectorAll('.m-bots-choices label')].map((each) => page().text(each))).toContain('MasterTemplate')
    expect(page().text()).toContain('Copying needs a connection')
    await pick('Master')
    await press('Next')
    await page().until(() => page().text().includes('Standard'))
    online.mockRestore()
  })
})
