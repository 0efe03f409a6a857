import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ana, closeDevice, openDevice, openScreen, type OpenScreen, serverSays, uid } from '../../../tests/harness/console.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { getStore } from '../../store/db/store.ts'
import { setOwner } from '../../store/identity/useOwner.ts'
import { noteSessionEnd } from '../../store/session/noteDisabled.ts'
import { Home } from './Home.tsx'

let opened: OpenScreen | undefined
beforeEach(openDevice)
afterEach(async () => {
  vi.useRealTimers()
  await opened?.page.remove()
  opened = undefined
  closeDevice()
})

const screens = { '/': Home, '/automations': () => <p>Bots</p>, '/frontend/tasks/$uid': () => <p>Tasks</p> }

it('CO-279 CO-504 the start page waits for the person up to 30 times 50 ms, then goes on without the server', async () => {
  serverSays({})
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  opened = await openScreen('/', screens)
  const pass = async (times: number) => {
    for (let time = 0; time < times; time += 1) await act(() => vi.advanceTimersByTimeAsync(50).then(() => undefined))
  }
  await pass(29)
  expect(opened.at()).toBe('/')
  await pass(2)
  await vi.waitFor(() => expect(opened?.at()).toBe('/frontend/tasks/ana'))
})

it('CO-278 the start page waits until the person of a disabled account is logged out', async () => {
  serverSays({})
  await noteSessionEnd(getStore(), `u:${uid}`, true)
  opened = await openScreen('/', { ...screens, '/login': () => <p>Login</p> })
  expect(opened.at()).toBe('/')
  await act(() => setOwner('p:'))
  await opened.page.until(() => opened?.at() === '/login')
})

it('the start page goes on at once when the server has said who the person is', async () => {
  serverSays({ '/api/me': { data: ana({ teams: [{ id: 't'.repeat(20), name: 'Tower', role: 'Owner' }] }) } })
  opened = await openScreen('/', screens)
  await opened.page.until(() => opened?.at() === '/automations')
})

it.each([
  ['mytasks.site.example', '/mytasks'],
  ['site.example', '/login'],
])('CO-081 the start page of the host %s leads a stranger to %s', async (hostname, login) => {
  serverSays({})
  await setOwner('p:')
  vi.stubGlobal('location', { ...location, hostname })
  try {
    opened = await openScreen('/', { ...screens, '/login': () => <p>Login</p>, '/mytasks': () => <p>Login to My Tasks</p> })
    await opened.page.until(() => opened?.at() === login)
  } finally {
    vi.unstubAllGlobals()
  }
})
