import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CompanyPerson } from '../../../contract/endpoints/people/listPeople.ts'
import { act } from '../../../tests/harness/page.tsx'
import { setReach } from '../../store/connectivity/getReach.ts'
import { getStore } from '../../store/db/store.ts'
import {
  ana,
  closeDevice,
  dialogButton,
  openDevice,
  openScreen,
  type OpenScreen,
  serverSays,
  uid,
} from '../../../tests/harness/console.tsx'
import { AdministrationScreen } from './AdministrationScreen.tsx'
import { AuditScreen } from './AuditScreen.tsx'
import { PeopleScreen } from './PeopleScreen.tsx'

const server = vi.hoisted(() => ({ asked: [] as { path: string; params: unknown; body: unknown }[], says: {} as object }))
vi.mock('../../sync/ask.ts', async (original) => ({
  ...(await original<object>()),
  ask: ({ path }: { path: string }, params: unknown, body: unknown) => {
    server.asked.push({ path, params, body })
    return Promise.resolve(server.says)
  },
}))

const person = (name: string, more: Partial<CompanyPerson> = {}): CompanyPerson => ({
  uid: name.toLowerCase(),
  name,
  places: ['Tower'],
  disabled: false,
  isAdmin: false,
  isBeta: false,
  ...more,
})

let opened: OpenScreen | undefined
beforeEach(async () => {
  server.asked.length = 0
  server.says = {}
  await openDevice()
})
afterEach(async () => {
  await opened?.page.remove()
  opened = undefined
  setReach('unknown')
  closeDevice()
})

describe('the people of the company', () => {
  it('are invited by number after a preview that names the problem of each line', async () => {
    const teams = [{ id: 't1', name: 'Tower', role: 'Owner' }]
    const lines = [
      { line: 'Ana 2025550188', name: 'Ana', mobile: '+12025550188' },
      { line: 'nobody', problem: 'noNumber' },
    ]
    server.says = { title: 'Tower', text: 'Boss invites you to Tower …', lines, sent: 1 }
    serverSays({ '/api/people': { data: { people: [], more: false } }, '/api/me': { data: ana({ teams }) } })
    opened = await openScreen('/people', { '/people': PeopleScreen })
    const { page } = opened
    await page.until(() => page.hasButton('Invite by mobile number'))
    await page.press(page.button('Invite by mobile number'))
    await page.until(() => document.querySelector('dialog textarea'))
    expect(document.activeElement).toBe(page.control('Numbers'))
    await page.type(document.querySelector('dialog textarea') as HTMLTextAreaElement, 'Ana 2025550188\nnobody')
    await page.press(dialogButton('Preview'))
    await page.until(() => page.text().includes('No mobile number in this line'))
    expect(page.text()).toContain('Boss invites you to Tower')
    await page.press(dialogButton('Send 1 text'))
    await page.until(() => server.asked.length === 2)
    expect(server.asked.map(({ body }) => (body as { send: boolean }).send)).toEqual([false, true])
  })

  it('are disabled after a question, and enabled again', async () => {
    const people = [
      person('Joao'),
      person('Kim', { disabled: true }),
      person('Ana', { because: 'self' }),
      person('Sub', { because: 'elsewhere' }),
    ]
    serverSays({ '/api/people': { data: { people, more: false } } })
    opened = await openScreen('/people', { '/people': PeopleScreen })
    const { page } = opened
    await page.until(() => page.text().includes('Joao'))
    for (const name of ['Ana', 'Sub']) expect(page.hasButton(`Disable ${name}`)).toBe(false)
    expect(page.text()).toContain('Remove this person from your projects instead.')
    await page.press(page.button('Disable Joao'))
    await page.until(() => page.text().includes('What they saved before is still sent.'))
    await page.press(dialogButton('Disable'))
    await page.until(() => server.asked.length === 1)
    await page.press(page.button('Enable Kim'))
    await page.until(() => page.text().includes('Enable Kim again?'))
    await page.press(dialogButton('Enable'))
    await page.until(() => server.asked.length === 2)
    expect(server.asked).toEqual([
      { path: '/api/people/:uid:disable', params: { uid: 'joao' }, body: { disabled: true } },
      { path: '/api/people/:uid:disable', params: { uid: 'kim' }, body: { disabled: false } },
    ])
  })

  it('are found while the person types', async () => {
    serverSays({ '/api/people': { data: { people: [], more: false } } })
    opened = await openScreen('/people', { '/people': PeopleScreen })
    const { page } = opened
    await page.until(() => page.text().includes('No one found'))
    await page.type(page.control('Search by name, number or e-mail'), 'jo')
    await page.until(async () => (await getStore().db.screens.get([`u:${uid}`, '/api/people?search=jo'])) !== undefined)
  })

  it('are found by the name in the address; without a connection among those that the device keeps', async () => {
    const kept = [person('Joao', { email: 'joao@example.com' }), person('Kim', { mobile: '••• 0188' })]
    serverSays({
      '/api/people': { data: { people: kept, more: true } },
      '/api/people?search=Kim': { data: { people: [kept[1]], more: false } },
    })
    opened = await openScreen('/people?search=Kim', { '/people': PeopleScreen })
    const { page, go } = opened
    await page.until(() => page.text().includes('0188'))
    expect(page.text()).not.toContain('Joao')
    serverSays({ '/api/people': { trouble: 'offline' } })
    await act(() => setReach('offline'))
    await act(() => go('/people?search=joao%40'))
    await page.until(() => page.text().includes('joao@example.com'))
    expect(page.text()).not.toContain('0188')
    expect(page.text()).toContain('Without a connection, only what this device keeps is found.')
    await page.type(page.control('Search by name, number or e-mail'), 'zed')
    await page.until(() => page.text().includes('No one found'))
  })
})

it('the audit log says who did what to whom, and when', async () => {
  const entry = { at: '2026-05-10T06:45:00.000Z', actorName: 'Maria', subjectName: 'Joao', subject: 'joao' }
  const entries = [
    { ...entry, id: '2', what: 'person.disabled', actor: 'maria' },
    { ...entry, id: '1', what: 'link.made', actorName: '' },
  ]
  serverSays({ '/api/audit': { data: { entries, more: false } } })
  opened = await openScreen('/audit', { '/audit': AuditScreen })
  const { page } = opened
  await page.until(() => page.text().includes('Joao was disabled'))
  expect(page.text()).toContain('by Maria')
  expect(page.text()).toContain('A sign-in link for Joao was made')
  expect(page.text()).toContain('by a command on the server')
})

it('CO-491 product administrators see what the server is set up for, appoint people, and find demo bots of others', async () => {
  serverSays({
    '/api/server': { data: { pins: 'none', texts: false, mail: false, cards: false, translator: false, assistant: false } },
    '/api/people': { data: { people: [person('Maria', { isAdmin: true, because: 'self' }), person('Joao')], more: false } },
    '/api/demo-bots': { data: { bots: [{ id: 'b'.repeat(20), title: 'Daily Notes', ownerName: 'Kim' }], more: false } },
  })
  opened = await openScreen('/administration', { '/administration': AdministrationScreen })
  const { page } = opened
  await page.until(() => page.text().includes('Daily Notes'))
  expect(page.text()).toContain('PINs cannot be sent.')
  expect(page.hasButton('Delete Daily Notes')).toBe(true)
  expect(page.hasButton('Dismiss as administrator')).toBe(false)
  await page.press(page.button('Make administrator'))
  await page.until(() => page.text().includes('Make Joao a product administrator?'))
  await page.press(dialogButton('Appoint'))
  await page.until(() => server.asked.length === 1)
  expect(server.asked[0]).toEqual({ path: '/api/people/:uid:appoint', params: { uid: 'joao' }, body: { as: 'administrator', on: true } })
})
