import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BotRow } from '../../../contract/endpoints/bots.ts'
import { getProject, listProjects, pageOfOwners, projectsToPick } from '../../../contract/endpoints/projects.ts'
import { addressOf } from '../../../contract/endpoint.ts'
import { ana, drawAt, freshDevice, keep, putDown } from '../../../tests/harness/device.tsx'
import { exampleBot } from '../../../tests/harness/exampleBot.ts'
import { act, type DrawnPage } from '../../../tests/harness/page.tsx'
import { claim, settle } from '../../store/outbox/claim.ts'
import { setFetcher } from '../../store/db/emitStoreEvent.ts'
import { getStore } from '../../store/db/store.ts'
import { BotDashboardScreen } from './BotDashboardScreen.tsx'
import { ownerChoices } from './withBotChange.ts'

const network = vi.hoisted(() => ({ asked: [] as string[], answers: [] as unknown[] }))
const said = vi.hoisted(() => [] as string[])
vi.mock('../../ui/feedback/toast.tsx', () => ({ toast: (text: string) => void said.push(text) }))
vi.mock('../../sync/ask.ts', () => ({
  ask: async (_: unknown, params: unknown, body: unknown) => {
    network.asked.push(JSON.stringify([params, body]))
    return network.answers.shift()
  },
}))

const bot = (title: string, more: Partial<BotRow> = {}): BotRow => {
  const id = title.replace(/\W/g, '').padEnd(20, 'x').slice(0, 20)
  return exampleBot(id, { name: title, title, site: 'North', ...more })
}
const member = (name: string, uid: string | undefined, status = 'Member', email = `${name}@example.com`) => ({
  key: uid ?? email,
  uid,
  name,
  email,
  status,
})
const team = (id: string, name: string, members: unknown[]) => ({ id, rev: 1, model: { name }, role: 'Administrator', members })
const teams = [
  team('tower', 'Tower', [member('Ana', 'ana', 'Owner'), member('Bo', 'bo'), member('-', 'cy'), member('Dee', undefined, 'Invited')]),
  team('school', 'School', [member('Ana', 'ana'), member('Bo', 'bo')]),
  team('depot', 'Depot', [member('Bo', 'bo')]),
]

let drawn: DrawnPage | undefined
const page = () => drawn as DrawnPage

async function open(
  address: string,
  bots: readonly BotRow[],
  me = { uid: 'ana', teams: [{ id: 'tower' }] },
  { hasPrivateBot = true } = {},
) {
  const archived = String(address.includes('archived=true'))
  await keep(`/api/automation/list?archived=${archived}`, { bots })
  await keep(`/api/team/tower/automations?archived=${archived}`, { bots })
  await keep('/api/me', me)
  await keep(addressOf(listProjects, undefined, projectsToPick), { teams })
  // The projects of the owner of every bot here: the depot is not among them.
  await keep('/api/teams?property=team.name&member=ana', { teams: teams.slice(0, 2) })
  await keep(addressOf(getProject, { id: 'tower' }, pageOfOwners), teams[0])
  await keep('/api/team/private/automations?archived=false', { bots: hasPrivateBot ? [bot('My own', { team: 'private' })] : [] })
  const { page: shown, router } = await drawAt(address, {
    '/automations': BotDashboardScreen,
    '/team/$id/automations': BotDashboardScreen,
    '/automation/embedded/$system/$systemId': BotDashboardScreen,
  })
  drawn = shown
  await page().until(() => rowsShown().length > 0 || /No Archived Bots|Please create a project|No bots yet/.test(page().text()))
  return router
}
const rowsShown = () => [...document.querySelectorAll('tbody tr[data-row]')].map((row) => page().text(row.querySelector('.m-table-first')))
const press = (name: string) => page().press(page().button(name))
const menuOf = async (title: string) => {
  await press(`More: ${title}`)
  const items = await page().until(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
    return found.length > 0 && found
  })
  return items
}
const labels = (items: readonly Element[]) => items.map((item) => item.textContent?.trim())
const act1 = async (title: string, label: string) => {
  const item = (await menuOf(title)).find((each) => each.textContent?.trim() === label)
  if (!item) throw new Error(`no ${label}`)
  await page().press(item)
}
const dialog = () => page().until(() => document.querySelector<HTMLElement>('dialog[open]'))
const inDialog = (name: string) => {
  const found = [...document.querySelectorAll<HTMLButtonElement>('dialog[open] button')].find(
    (button) => button.textContent?.trim() === name,
  )
  if (!found) throw new Error(`no button ${name} in the dialog`)
  return found
}
const payloads = () =>
  page().until(async () => {
    const waiting = await getStore().db.outbox.orderBy('seq').toArray()
    return waiting.length > 0 && waiting.map(({ method, path, body }) => [method, path, body['payload']])
  })
/** The server's answer to the oldest pending change. */
async function answer(refusal?: string) {
  const op = await page().until(async () => (await claim(getStore(), ana, { worker: 'w', limit: 1, busy: new Set() })).claims[0])
  await act(async () => {
    await settle(
      getStore(),
      op,
      refusal === undefined
        ? { kind: 'sent', answer: { opId: op.opId, rev: 2 } }
        : { kind: 'parked', error: { kind: 'refused', code: 'FORBIDDEN', message: refusal } as never },
    )
  })
}

beforeEach(async () => {
  await freshDevice()
  network.asked.length = 0
  said.length = 0
})
afterEach(async () => {
  await putDown(drawn)
})

describe('the bot dashboard', () => {
  it('CO-086 CO-089 CO-091 CO-092 CO-093 CO-094 CO-095 lists bots with project, site, owner and what there is to know of them', async () => {
    await open('/automations', [
      bot('Crane', { disabled: true, demoMode: true }),
      bot('Gate', { project: undefined, team: 'private', statistics: { badge: 3 } }),
    ])
    expect(page().text(document.querySelector('h1'))).toBe('Bot Dashboard')
    expect(page().text()).toContain('2 bots')
    expect(rowsShown()).toEqual(['Crane DISABLEDDEMO', 'Gate 3'])
    expect(page().text(document.querySelector('tbody tr[data-row]'))).toMatch(/Tower.*North.*Ana/)
    expect(document.querySelector('a[href="/automations?archived=true"]')?.textContent).toBe('Archive')
  })

  it('CO-087 CO-088 CO-106 CO-107 CO-109 heads the bots of one project and the archive, where bots are taken out again or deleted', async () => {
    await open('/team/tower/automations', [bot('Crane')])
    expect(page().text(document.querySelector('h1'))).toBe('Project: Tower > Bots')
    await page().remove()
    await open('/team/tower/automations?archived=true', [bot('Old', { archived: true, disabled: true })])
    expect(page().text(document.querySelector('h1'))).toBe('[ARCHIVE] Project: Tower > Bots')
    expect(rowsShown()).toEqual(['Old ARCHIVED'])
    expect(labels(await menuOf('Old'))).toContain('Delete')
    await page().press(document.body as HTMLElement)
    await press('Unarchive')
    await page().until(() => said.includes('Unarchiving...'))
    expect(await payloads()).toEqual([['PATCH', `automations/${bot('Old').id}`, { disabled: false, archived: false }]])
    await page().until(() => rowsShown().length === 0)
    await answer()
    await page().until(() => said.includes('Unarchived') && rowsShown().length === 0)
  })

  it('CO-096 CO-108 CO-110 shows no actions in an archived project, says that an archive is empty, and shows no archive to who has no project', async () => {
    const resting = bot('Old', { archived: true, teamArchived: true, may: { update: false, manage: false } })
    await open('/team/tower/automations?archived=true', [resting])
    expect(document.querySelector('tbody')?.querySelectorAll('button').length).toBe(0)
    await page().remove()
    await open('/automations?archived=true', [])
    expect(page().text()).toContain('No Archived Bots')
    await page().remove()
    await open('/automations', [bot('Own', { team: 'private', project: undefined })], { uid: 'ana', teams: [] })
    expect(document.querySelector('a[href$="archived=true"]')).toBeNull()
  })

  it('CO-097 CO-098 CO-100 CO-101 CO-111 leads to copying, to new bots, to settings, and to the conversations of a demo bot', async () => {
    const router = await open('/team/tower/automations', [bot('Crane', { demoMode: true }), bot('Lift')])
    const links = () => [...document.querySelectorAll('main a, a')].map((link) => [page().text(link), link.getAttribute('href')])
    expect(links()).toContainEqual(['Copy Bots', '/team/tower/automation/copy'])
    expect(links()).toContainEqual(['Create QR Code', '/team/tower/automation/add'])
    expect(labels(await menuOf('Lift'))).not.toContain('Manage Conversations')
    await act1('Crane', 'Manage Conversations')
    await page().until(() => router.state.location.pathname === `/automation/${bot('Crane').id}/executions`)
    await page().remove()
    const again = await open('/automations', [bot('Crane')])
    await press('Configure')
    await page().until(() => again.state.location.pathname === `/automation/${bot('Crane').id}`)
    await page().remove()
    await open('/automations', [])
    expect(page().text()).toContain('No bots yet')
    expect(links()).toContainEqual(['Create QR Code', '/automation/add'])
    await page().remove()
    // A project without bots is where one copies into.
    await open('/team/tower/automations', [])
    expect(links()).toContainEqual(['Copy Bots', '/team/tower/automation/copy'])
  })

  it('CO-065 CO-099 shows the bots of a partner’s project inside its page, with the live demo for people of the house', async () => {
    const here = '/automation/embedded/construction/4711'
    const list = '/api/automation/list?archived=false&procoreProjectId=4711&system=construction'
    await keep(list, { bots: [bot('Linked')] })
    const whole = 'user.summary,user.freeUsage,user.billingAccounts,user.teams,team.billingAccount'
    const me = { uid: 'ana', teams: [{ id: 'tower' }] }
    await keep(`/api/me?include=${encodeURIComponent(whole)}`, me)
    await open(here, [])
    expect(rowsShown()).toEqual(['Linked'])
    expect(document.querySelector('a[href$="/demo"]')).toBeNull()
    await page().remove()
    await keep(`/api/me?include=${encodeURIComponent(whole)}`, { ...me, isInternal: true })
    await open(here, [])
    const demo = await page().until(() => document.querySelector(`a[href="${here}/demo"]`))
    expect(page().text(demo)).toBe('Live Demo')
    await page().remove()
    // Also where the project has no bot yet, and for a person without a project.
    await keep(list, { bots: [] })
    for (const teams of [[{ id: 'tower' }], []]) {
      await open(here, [], { uid: 'ana', teams })
      await page().until(() => document.querySelector(`a[href="${here}/demo"]`))
      await page().remove()
    }
    await open('/automations', [bot('Crane')])
    expect(document.querySelector('a[href$="/demo"]')).toBeNull()
  })

  it('CO-117 CO-260 CO-444 CO-478 CO-482 asks for the list again by itself and after a change, and keeps it when that fails', async () => {
    const asked: string[] = []
    setFetcher(async (url) => {
      asked.push(url)
      return 'offline'
    })
    // Requests of pages before have waited for a connection.
    await act(async () => undefined)
    asked.length = 0
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    try {
      await open('/automations', [bot('Crane')])
      const lists = () => asked.filter((url) => url.startsWith('/api/automation/list')).length
      await page().until(() => lists() > 0)
      const before = lists()
      await act(async () => void (await vi.advanceTimersByTimeAsync(29_999)))
      expect(lists()).toBe(before)
      await act(async () => void (await vi.advanceTimersByTimeAsync(1)))
      expect(lists()).toBe(before + 1)
      expect(rowsShown()).toEqual(['Crane'])
      expect(document.querySelector('[role=alert]')).toBeNull()
      vi.useRealTimers()
      await act1('Crane', 'Change Owner')
      await dialog()
      await page().until(() => document.querySelector('dialog[open] input[type=radio]'))
      await page().press(page().control('Bo'))
      network.answers.push({ success: true })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      await page().press(inDialog('Change Owner'))
      await act(async () => void (await vi.advanceTimersByTimeAsync(0)))
      const changed = lists()
      await act(async () => void (await vi.advanceTimersByTimeAsync(2499)))
      expect(lists()).toBe(changed)
      await act(async () => void (await vi.advanceTimersByTimeAsync(1)))
      expect(lists()).toBe(changed + 1)
    } finally {
      vi.useRealTimers()
      setFetcher(undefined)
    }
  })

  it('CO-260 CO-482 asks for the list again 2.5 seconds after a bot was moved', async () => {
    const asked: string[] = []
    setFetcher(async (url) => {
      asked.push(url)
      return 'offline'
    })
    const lists = () => asked.filter((url) => url.startsWith('/api/automation/list')).length
    try {
      await open('/automations', [bot('Crane')])
      await act1('Crane', 'Change Team')
      await page().until(() => document.querySelector('dialog[open] input[type=radio]'))
      await page().press(page().control('Private'))
      const timers = vi.spyOn(globalThis, 'setTimeout')
      await page().press(inDialog('Change Team'))
      expect((await payloads())[0]?.[2]).toEqual({ team: null })
      await answer()
      await page().until(() => !document.querySelector('dialog[open]'))
      const [late, ...others] = timers.mock.calls.filter(([, delay]) => delay === 2500)
      expect(others).toEqual([])
      const before = lists()
      await act(async () => late?.[0]())
      // On a slow machine the timer itself may have asked by now, too.
      expect(lists()).toBeGreaterThan(before)
    } finally {
      vi.restoreAllMocks()
      setFetcher(undefined)
    }
  })

  it('CO-112 CO-113 asks a person without a project to create one first', async () => {
    await open('/automations', [], { uid: 'ana', teams: [] })
    expect(page().text()).toContain('Please create a project first')
    expect(document.querySelector('a[href="/teams?create=true"]')?.textContent).toBe('Create Project')
  })

  it('CO-104 CO-116 CO-305 archives a bot once its checklist is acknowledged, and says why when the server refuses', async () => {
    await open('/automations', [bot('Crane')])
    await act1('Crane', 'Archive')
    expect(page().text(await dialog())).toContain('Archive bot')
    expect(page().text(await dialog())).toContain('reclaimed after 3 months')
    expect(inDialog('Archive Bot').disabled).toBe(true)
    await page().press(page().control('Yes, I have read this'))
    expect(inDialog('Archive Bot').disabled).toBe(false)
    await page().press(inDialog('Archive Bot'))
    expect(await payloads()).toEqual([['PATCH', `automations/${bot('Crane').id}`, { disabled: true, archived: true }]])
    await answer('This project is archived: nothing in it can be changed.')
    await page().until(() => page().text().includes('This project is archived: nothing in it can be changed.'))
    await page().until(() => rowsShown()[0]?.includes('Crane'))
    await page().press(inDialog('OK'))
  })

  it('CO-102 CO-114 CO-307 CO-309 CO-310 moves a bot to a project of its owner, or makes it private where there is something private', async () => {
    await open('/automations', [bot('Crane')])
    await act1('Crane', 'Change Team')
    const asked = await dialog()
    expect(page().text(asked)).toContain('Change Bot Team')
    await page().until(() => page().text(asked).includes('School'))
    // Not its current project, and no project without its owner as a member.
    expect([...asked.querySelectorAll('label')].map((label) => page().text(label))).toEqual(['School', 'Private'])
    expect(inDialog('Change Team').disabled).toBe(true)
    await page().press(page().control('Private'))
    await page().press(inDialog('Change Team'))
    expect((await payloads())[0]?.[2]).toEqual({ team: null })
    await answer()
    await page().until(() => !document.querySelector('dialog[open]'))
  })

  it('CO-310 offers no private space that has no bot yet, and the form of a bot does not matter', async () => {
    await open('/automations', [bot('Crane', { form: 'crane-hazards' })], undefined, { hasPrivateBot: false })
    await act1('Crane', 'Change Team')
    const asked = await dialog()
    await page().until(() => page().text(asked).includes('School'))
    expect([...asked.querySelectorAll('label')].map((label) => page().text(label))).toEqual(['School'])
    await putDown(drawn)
    await freshDevice()
    await open('/automations', [bot('Crane', { form: 'crane-hazards' })])
    await act1('Crane', 'Change Team')
    await page().until(() => [...document.querySelectorAll('dialog[open] label')].some((label) => page().text(label) === 'Private'))
  })

  it('CO-103 CO-115 CO-308 CO-311 CO-312 CO-445 gives a bot to a person who has logged in, and shows what the server says', async () => {
    await open('/automations', [bot('Crane')])
    await act1('Crane', 'Change Owner')
    const asked = await dialog()
    expect(page().text(asked)).toContain('Change Bot Owner')
    await page().until(() => asked.querySelector('label'))
    const choices = [...asked.querySelectorAll('label')].map((label) => [page().text(label), label.querySelector('input')?.disabled])
    expect(choices).toEqual([
      ['Bo', false],
      ['-@example.com', false],
      ['DeeUser needs to login to assign as owner', true],
    ])
    expect(inDialog('Change Owner').disabled).toBe(true)
    network.answers.push({ success: false, error: 'Only a member of the project can own its bots.' }, { success: true })
    await page().press(page().control('Bo'))
    await page().press(inDialog('Change Owner'))
    await page().until(() => page().text().includes('Only a member of the project can own its bots.'))
    expect(network.asked[0]).toContain('"owner":"bo"')
    await page().press(inDialog('OK'))
  })

  it('an owner is searched on the server if the project has more members than a page', async () => {
    await open('/automations', [bot('Crane')])
    const members = teams[0]?.members
    await keep(addressOf(getProject, { id: 'tower' }, pageOfOwners), { ...teams[0], moreMembers: '[0,2,"dee","dee"]' })
    const found = { ...teams[0], members: [member('Zoe', 'zoe')] }
    await keep(addressOf(getProject, { id: 'tower' }, { ...pageOfOwners, membersNamed: 'zoe' }), found)
    await act1('Crane', 'Change Owner')
    const asked = await dialog()
    const choices = () => [...asked.querySelectorAll('label')].map((label) => page().text(label))
    await page().until(() => choices().length === (members?.length ?? 0) - 1)
    await page().until(() => page().text(asked).includes('There are more people. Search for a name to find them.'))
    await page().press(page().control('Bo'))
    await page().type(page().control('Search'), 'zoe')
    // The chosen one stays in sight.
    await page().until(() => choices().join() === 'Bo,Zoe')
    await page().press(page().control('Zoe'))
    network.answers.push({ success: true })
    await page().press(inDialog('Change Owner'))
    await page().until(() => network.asked.at(-1)?.includes('"owner":"zoe"'))
  })

  it('CO-447 says at once that a bot with pending actions keeps its owner', async () => {
    await open('/automations', [bot('Crane', { statistics: { badge: 2 } })])
    await act1('Crane', 'Change Owner')
    await page().until(() => said.includes('Bot with pending actions can not be reassigned'))
    expect(document.querySelector('dialog[open]')).toBeNull()
  })

  it('CO-105 CO-466 CO-467 deletes a bot that is named in the question', async () => {
    await open('/automations', [bot('Crane'), bot('Gate')])
    await act1('Crane', 'Delete')
    expect(page().text(await dialog())).toContain('Are you sure you want to delete the bot Crane?')
    await page().press(inDialog('Delete'))
    await page().until(() => said.includes('Deleting...') && rowsShown().join() === 'Gate')
    await answer()
    await page().until(() => said.includes('Deleted') && rowsShown().join() === 'Gate')
  })

  it('lets members see and workers of the console change nothing that they may not', async () => {
    await open('/automations', [bot('Crane', { form: 'hazards', may: { update: true, manage: false } })])
    expect(page().hasButton('Configure')).toBe(true)
    expect(labels(await menuOf('Crane'))).toEqual(['Records', 'QR Code'])
  })

  it('CO-313 names an owner by the address where the name says nothing', () => {
    expect(ownerChoices([member('', 'a'), member('-', 'b'), member('Zoe', 'c')] as never).map(({ label }) => label)).toEqual([
      '@example.com',
      '-@example.com',
      'Zoe',
    ])
  })

  it('CO-464 CO-465 offers an archived bot back by name', async () => {
    await open('/automations?archived=true', [bot('Old', { archived: true })])
    expect(labels([page().button('Unarchive')])).toEqual(['Unarchive'])
    await press('Unarchive')
    await page().until(() => said.includes('Unarchiving...'))
    await answer()
    await page().until(() => said.includes('Unarchived'))
  })
})
