import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import type { PageHost, RootScreenProps } from '../../engine/PageHost.ts'
import type { Cached } from '../../store/queries/cached.ts'
import type { Owner } from '../../store/db/MusterDb.ts'
import { queue } from '../../store/outbox/queue.ts'
import { getStore } from '../../store/db/store.ts'
import { AppBar } from './AppBar.tsx'
import { setCurrentPage } from './currentPage.ts'
import { leave } from './leave.ts'
import { PageShell } from './PageShell.tsx'

/** The answers of the device, instead of a database. */
const device = vi.hoisted(() => ({
  answer: {} as Partial<Cached<unknown>>,
  asked: [] as string[],
  loads: 0,
  pending: undefined as (() => void) | undefined,
  hold: false,
  listeners: new Set<() => void>(),
}))

vi.mock('../../store/queries/cached.ts', () => {
  const refresh = () => {
    device.loads += 1
    return device.hold ? new Promise<void>((resolve) => (device.pending = resolve)) : Promise.resolve()
  }
  return {
    useCachedPage: (address: string) => {
      device.asked.push(address)
      const answer = useSyncExternalStore(
        (listener) => {
          device.listeners.add(listener)
          return () => device.listeners.delete(listener)
        },
        () => device.answer,
      )
      return { data: undefined, fetchedAt: undefined, state: 'loading', stale: false, error: undefined, refresh, ...answer }
    },
  }
})

let drawn: DrawnPage
let host: PageHost
let shown: PageData | undefined
let mounts = 0

function Screen({ data, host: given }: RootScreenProps) {
  useEffect(() => {
    host = given
    shown = data
  })
  useEffect(() => {
    mounts += 1
  }, [])
  return <p>The form {data.componentConfig?.title}</p>
}

const page = (config: PageData['componentConfig'] = {}, rest: Partial<PageData> = {}): PageData => ({
  component: 'automationForm',
  componentConfig: config,
  ...rest,
})

async function answer(next: Partial<Cached<unknown>>) {
  await act(() => {
    device.answer = next
    for (const listener of device.listeners) listener()
  })
}

const places: string[] = []

async function open(address = '/frontend/forms/hazard-report') {
  const root = createRootRoute()
  const history = createMemoryHistory({ initialEntries: [address] })
  const route = (path: string, component: () => ReactNode) => createRoute({ getParentRoute: () => root, path, component })
  const router = createRouter({
    history,
    routeTree: root.addChildren([
      route('/frontend/$', () => <PageShell screen={(name) => (name === 'automationForm' ? Screen : undefined)} />),
      route('/elsewhere', () => <p>Elsewhere</p>),
    ]),
  })
  router.subscribe('onResolved', ({ toLocation }) => void places.push(toLocation.href))
  await router.load()
  drawn = await drawPage(<RouterProvider router={router} />)
}

// Loaded with the first error.
beforeAll(() => import('./PageErrorScreen.tsx'))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  Object.assign(device, { answer: {}, asked: [], loads: 0, hold: false, pending: undefined })
  localStorage.clear()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  places.length = 0
  mounts = 0
  shown = undefined
})

afterEach(async () => {
  vi.useRealTimers()
  await drawn.remove()
})

const later = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

describe('a page that the server describes', () => {
  it('FE-017 FE-222 loads, then shows the screen that its data names', async () => {
    await open('/frontend/forms/hazard-report?site=7')
    expect(device.asked.at(-1)).toBe('/api/forms/hazard-report.json?site=7')
    expect(drawn.text()).not.toContain('The form')
    await answer({ data: page({ title: 'Hazard' }), state: 'ready' })
    expect(drawn.text()).toContain('The form Hazard')
  })

  it('FE-027 the form engine has no addresses of its own: the server names any address for it', async () => {
    for (const address of ['/frontend/a', '/frontend/any/depth/of/address?x=1', '/frontend/people/new']) {
      await open(address)
      await answer({ data: page({ title: address }), state: 'ready' })
      expect(drawn.text()).toBe(`The form ${address}`)
      await drawn.remove()
      await answer({ data: undefined, state: 'loading' })
    }
    await open()
  })

  it('says that a screen of a newer version needs a newer version', async () => {
    await open()
    await answer({ data: page({}, { component: 'hologram' }), state: 'ready' })
    expect(drawn.text()).toContain('needs a newer version')
    expect(drawn.text()).toContain('hologram')
  })

  it('FE-031 asks in a language only after a person has chosen one', async () => {
    localStorage.setItem('muster:preference:language', JSON.stringify('en'))
    const { setPreference } = await import('../../store/preferences/preferences.ts')
    setPreference('language', undefined)
    await open()
    expect(device.asked.at(-1)).toBe('/api/forms/hazard-report.json')
    await act(() => setPreference('language', 'pt'))
    expect(device.asked.at(-1)).toBe('/api/forms/hazard-report.json?lang=pt')
    await act(() => setPreference('language', undefined))
  })

  it('FE-031 takes the language of the person’s own profile, once: the earlier choice on the device stays until the server has it', async () => {
    const { getPreference, setPreference } = await import('../../store/preferences/preferences.ts')
    const { chooseLanguage } = await import('./useLanguageOf.ts')
    const said = (lang: 'es' | 'pt', path: string) => answer({ data: page({}, { person: { path, model: { lang } } }), state: 'ready' })
    setPreference('language', 'en')
    await open()
    await said('es', 'people/maria')
    expect(getPreference('language')).toBe('es')
    // A newer choice on this device is kept when the server sends its old value again.
    await act(() => chooseLanguage('people/maria', 'pt'))
    await said('es', 'people/maria')
    expect(getPreference('language')).toBe('pt')
    // Chosen before the first value from the server: the value from before that choice does not undo it, a
    // later one does apply.
    await act(() => chooseLanguage('people/ben', 'pt'))
    await said('es', 'people/ben')
    expect(getPreference('language')).toBe('pt')
    await said('pt', 'people/ben')
    await said('es', 'people/ben')
    expect(getPreference('language')).toBe('es')
    await act(() => setPreference('language', undefined))
  })

  it('each person of a shared device has their own language again, and an older answer does not undo a newer one', async () => {
    const { getPreference, setPreference } = await import('../../store/preferences/preferences.ts')
    const { chooseLanguage } = await import('./useLanguageOf.ts')
    const now = Date.now()
    const said = (lang: 'en' | 'es' | 'pt', path: string, fetchedAt: number) =>
      answer({ data: page({}, { person: { path, model: { lang } } }), state: 'ready', fetchedAt })
    await open()
    await said('es', 'people/maria', now - 5000)
    await said('en', 'people/ben', now - 4000)
    expect(getPreference('language')).toBe('en')
    // The same answer as before the other person came.
    await said('es', 'people/maria', now - 3000)
    expect(getPreference('language')).toBe('es')
    // Another page of the device, from before.
    await said('pt', 'people/maria', now - 6000)
    expect(getPreference('language')).toBe('es')
    await said('pt', 'people/maria', now - 2000)
    expect(getPreference('language')).toBe('pt')
    await act(() => chooseLanguage('people/maria', 'en'))
    await said('es', 'people/maria', now - 1000)
    expect(getPreference('language')).toBe('en')
    // The clock was a year ahead, and is right again.
    await said('pt', 'people/maria', now + 365 * 86_400_000)
    await said('es', 'people/maria', Date.now())
    expect(getPreference('language')).toBe('es')
    await act(() => setPreference('language', undefined))
  })

  it('FE-230 FE-235 a return address may go back, or to another site', async () => {
    await open()
    await answer({ data: page(), state: 'ready' })
    const back = vi.spyOn(history, 'go').mockImplementation(() => undefined)
    await act(() => host.finish({ returnUrl: 'back', returnUrlDelay: 1 }, 'action'))
    await later(5)
    expect(back).toHaveBeenCalledWith(-1)
    back.mockRestore()
    const left = vi.spyOn(leave, 'to').mockImplementation(() => undefined)
    await act(() => host.finish({ returnUrl: 'https://partner.example/done', returnUrlDelay: 1 }, 'action'))
    await later(5)
    expect(left).toHaveBeenCalledWith('https://partner.example/done', false)
    left.mockRestore()
  })

  it('FE-177 goes at once where redirectNow says', async () => {
    await open()
    await answer({ data: page({ redirectNow: '/elsewhere' }), state: 'ready' })
    await later(1)
    expect(drawn.text()).toBe('Elsewhere')
  })

  it('a copy of the device is shown with its age, not as an error', async () => {
    await open()
    await answer({ data: page(), state: 'ready', stale: true, fetchedAt: Date.now() })
    expect(drawn.text()).toContain('Kept on this device, as of')
    expect(drawn.text()).toContain('The form')
  })
})

describe('trouble with a page', () => {
  it('FE-054 FE-222 FE-399 FE-400 says Uh Oh!, the text and the code', async () => {
    await open()
    await answer({ state: 'failed', error: { code: '', message: 'x'.repeat(1200) } })
    expect(drawn.text()).toContain('Uh Oh!')
    expect(drawn.text()).toContain(`${'x'.repeat(1000)}Code: UNKNOWN`)
  })

  it('has a heading, what happened and the way to try again, the first time that a page is opened', async () => {
    const cases = [
      ['offline', 'UNREACHABLE', '', 'Not on this device yet', 'This page needs a connection the first time.'],
      ['captive', 'CAPTIVE', '', 'Not on this device yet', 'This Wi-Fi asks you to sign in first. Then try again.'],
      ['busy', 'UNAVAILABLE', '', 'Uh Oh!', 'The server has a problem; your connection works.'],
      ['busy', 'E42', 'Concrete pump', 'Uh Oh!', 'Concrete pump'],
    ] as const
    await open()
    for (const [passing, code, message, heading, words] of cases) {
      await answer({ state: 'failed', error: { code, message, passing } })
      expect(drawn.root.querySelector('h1')?.textContent).toBe(heading)
      expect(drawn.text()).toContain(words)
      expect(drawn.text().includes(`Code: ${code}`)).toBe(passing === 'busy')
      const before = device.loads
      await drawn.press(drawn.button('Try again'))
      expect(device.loads).toBe(before + 1)
    }
  })

  it('asks in one’s own language again when one tries again, also where a copy without one was looked for', async () => {
    const { setPreference } = await import('../../store/preferences/preferences.ts')
    setPreference('language', 'es')
    await open()
    expect(device.asked.find((address) => address.includes('lang=es'))).toBeDefined()
    await answer({ state: 'failed', error: { code: 'UNAVAILABLE', message: '', passing: 'busy' } })
    expect(device.asked.at(-1)).not.toContain('lang=')
    device.asked.length = 0
    device.answer = { state: 'loading' }
    await drawn.press(drawn.button('Try again'))
    expect(device.asked.at(-1)).toContain('lang=es')
    setPreference('language', undefined)
  })

  it('FE-401 tells that a link has expired', async () => {
    await open()
    await answer({ state: 'failed', error: { code: 'NOT_AUTHORIZED', message: 'Link Expired' } })
    expect(drawn.text()).toContain(
      'The link you clicked has expired, they only last a day. Please ensure you have clicked the latest link and/or checked in for the day.',
    )
    expect(document.querySelector('a')).toBeNull()
  })

  it('FE-330 FE-402 FE-403 FE-404 offers to log in, remembers the page for 15 minutes and goes to the root', async () => {
    await open()
    await answer({ state: 'failed', error: { code: 'NOT_AUTHORIZED', message: '' } })
    expect(drawn.text()).toContain('You need to be logged in to do that.')
    const link = document.querySelector<HTMLAnchorElement>('a') as HTMLAnchorElement
    expect(link.getAttribute('href')).toBe('/')
    const written = vi.spyOn(document, 'cookie', 'set')
    link.addEventListener('click', (event) => event.preventDefault())
    await drawn.press(link)
    expect(written.mock.calls[0]?.[0]).toMatch(/^redirect=%2F.*; Max-Age=900;/)
    written.mockRestore()
  })

  it('FE-224 an error clears the content; FE-405 FE-406 with recovery, Reload clears the error and loads again', async () => {
    await open()
    await answer({ data: page(), state: 'ready' })
    await act(() => host.fail({ message: 'boom' }, true))
    expect(drawn.text()).not.toContain('The form')
    expect(drawn.text()).toContain(
      'Sorry something unexpected has happened you can reload and try again, if the problem persists please contact support.',
    )
    const before = device.loads
    await drawn.press(drawn.button('Reload'))
    expect(device.loads).toBe(before + 1)
    expect(drawn.text()).toContain('The form')
  })
})

it('FE-046 a page with hideMyTasks hides the My Tasks bar, and the next page without it shows it again', async () => {
  await open()
  await drawn.remove()
  const bar = await drawPage(<AppBar pathname="/frontend/forms/hazard-report" onLogout={() => undefined} />)
  const link = () => document.querySelector('a[href="/frontend/tasks/u1"]')
  const auth = { tasks: '/frontend/tasks/u1' }
  await act(() => setCurrentPage(page({}, { auth })))
  expect(link()).not.toBeNull()
  await act(() => setCurrentPage(page({ hideMyTasks: true }, { auth })))
  expect(link()).toBeNull()
  await act(() => setCurrentPage(page({}, { auth })))
  expect(link()).not.toBeNull()
  await act(() => setCurrentPage(undefined))
  drawn = bar
})

describe('what follows a save', () => {
  beforeEach(async () => {
    await open()
    await answer({ data: page({ title: 'A' }), state: 'ready' })
  })

  it('FE-051 FE-223 shows Processing... while it is under way, and the form again when it ends without a result', async () => {
    let done = () => undefined as void
    await act(() => {
      done = host.busy()
    })
    expect(drawn.text()).toContain('Processing...')
    await act(() => done())
    expect(drawn.text()).not.toContain('Processing...')
    expect(mounts).toBe(1)
  })

  it('FE-052 FE-053 FE-223 confirms with the default message and that the tab can be closed', async () => {
    await act(() => host.finish({}, 'record'))
    expect(drawn.text()).toContain('Got it, thanks')
    expect(drawn.text()).toContain('You can now safely close this tab')
    await later(60_000)
    expect(places.every((place) => place === '/frontend/forms/hazard-report')).toBe(true)
  })

  it('FE-407 a save that is not taken says Uh Oh! and why, and leads to the outbox', async () => {
    vi.useRealTimers()
    const { opId } = await queue(saveRecord, { '*': 'forms/hazard/a' }, { payload: { a: 1 } })
    await act(() => host.finish({ queued: true, opId } as Parameters<PageHost['finish']>[0], 'record'))
    await drawn.until(() => drawn.text().includes('Got it, thanks'))
    await getStore()
      .db.outbox.where('opId')
      .equals(opId)
      .modify({ state: 'parked', lastError: { kind: 'refused', code: 'forbidden', message: 'This site is closed.', at: 0 } })
    await drawn.until(() => drawn.text().includes('Uh Oh!'))
    expect(drawn.text()).toContain('This site is closed.')
    expect(drawn.text()).not.toContain('Got it, thanks')
    expect(drawn.text()).toContain('Open the outbox')
  })

  it('FE-407 a save with an error in its answer says Uh Oh! with that text', async () => {
    vi.useRealTimers()
    const { opId } = await queue(saveRecord, { '*': 'forms/hazard/b' }, { payload: { a: 1 } })
    await act(() => host.finish({ queued: true, opId } as Parameters<PageHost['finish']>[0], 'record'))
    await drawn.until(() => drawn.text().includes('Got it, thanks'))
    const { db } = getStore()
    const row = await db.outbox.where('opId').equals(opId).first()
    await db.outbox.clear()
    await db.receipts.put({
      v: 1,
      opId,
      owner: row?.owner as Owner,
      path: 'forms/hazard/b',
      outcome: 'sent',
      at: Date.now(),
      clientAt: new Date().toISOString(),
      answer: { opId, rev: 1, error: { code: 'GATE', message: 'The gate did not answer.' } },
    })
    await drawn.until(() => drawn.text().includes('Uh Oh!'))
    expect(drawn.text()).toContain('The gate did not answer.')
    expect(drawn.text()).toContain('GATE')
    expect(drawn.text()).not.toContain('Open the outbox')
  })

  /** A save that the server has stored, with its answer. */
  async function answered(name: string, answer: object, more: object = {}) {
    vi.useRealTimers()
    const { opId } = await queue(saveRecord, { '*': `forms/hazard/${name}` }, { payload: { a: 1 } })
    await act(() => host.finish({ queued: true, opId, ...more } as Parameters<PageHost['finish']>[0], 'record'))
    await drawn.until(() => drawn.text().includes('Got it, thanks'))
    const { db } = getStore()
    const row = await db.outbox.where('opId').equals(opId).first()
    await db.outbox.clear()
    const [path, at] = [`forms/hazard/${name}`, Date.now()]
    const receipt = { v: 1, opId, owner: row?.owner as Owner, path, outcome: 'sent', at, clientAt: new Date().toISOString() } as const
    await db.receipts.put({ ...receipt, answer: { opId, rev: 1, ...answer } })
    return opId
  }

  it('FE-341 follows the answer of the server: its message, then its address', async () => {
    await answered('c', { returnMessage: 'Crane 4 is checked', returnUrl: '/elsewhere', returnUrlDelay: 300 })
    await drawn.until(() => drawn.text().includes('Crane 4 is checked'))
    expect(drawn.text()).not.toContain('Got it, thanks')
    await drawn.until(() => drawn.text() === 'Elsewhere')
  })

  it('FE-357 the error in the answer of a save with recovery offers to reload', async () => {
    await answered('d', { error: { code: 'GATE', message: 'The gate did not answer.' } }, { recovery: true })
    await drawn.until(() => drawn.text().includes('Sorry something unexpected has happened'))
    expect(drawn.hasButton('Reload')).toBe(true)
  })

  it('FE-053 with a message of its own it says only that', async () => {
    await act(() => host.finish({ returnMessage: 'See you tomorrow' }, 'record'))
    expect(drawn.text()).toContain('See you tomorrow')
    expect(drawn.text()).not.toContain('safely close')
  })

  it('FE-227 FE-229 FE-445 goes on to the returned address one second after a save', async () => {
    await act(() => host.finish({ returnUrl: '/elsewhere' }, 'record'))
    await later(999)
    expect(drawn.text()).toContain('Got it, thanks')
    await later(1)
    await later(1)
    expect(drawn.text()).toBe('Elsewhere')
  })

  it('FE-228 FE-444 goes on 100 ms after an action', async () => {
    await act(() => host.finish({ returnUrl: '/elsewhere' }, 'action'))
    await later(99)
    expect(drawn.text()).toContain('Got it, thanks')
    await later(2)
    expect(drawn.text()).toBe('Elsewhere')
  })

  it('FE-225 FE-232 a reload return fetches the data again and shows the form again', async () => {
    const before = device.loads
    await act(() => host.finish({ returnUrl: 'reload' }, 'action'))
    await later(100)
    expect(device.loads).toBe(before + 1)
    expect(drawn.text()).toBe('The form A')
    expect(mounts).toBe(2)
  })

  it('FE-226 FE-233 a nop return shows nothing new', async () => {
    await act(() => host.finish({ returnUrl: 'nop' }, 'action'))
    expect(drawn.text()).toBe('The form A')
    expect(mounts).toBe(1)
  })

  it('FE-231 close closes the window', async () => {
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined)
    await act(() => host.finish({ returnUrl: 'close' }, 'action'))
    await later(100)
    expect(close).toHaveBeenCalledTimes(1)
    close.mockRestore()
  })

  it('never follows an address with another scheme', async () => {
    await act(() => host.finish({ returnUrl: 'javascript:alert(1)' }, 'action'))
    await later(5000)
    expect(drawn.text()).toContain('Got it, thanks')
    expect(places.every((place) => place === '/frontend/forms/hazard-report')).toBe(true)
  })
})

describe('an action of a page', () => {
  beforeEach(async () => {
    await open()
    await answer({ data: page({ title: 'A' }), state: 'ready' })
  })

  it('FE-408 that fails clears what was said about success, and leads nowhere any more', async () => {
    await act(() => host.finish({ returnMessage: 'All done', returnUrl: '/elsewhere', returnUrlDelay: 5000 }, 'action'))
    expect(drawn.text()).toContain('All done')
    await act(() => host.fail({ message: 'The crane is locked' }))
    expect(drawn.text()).toContain('Uh Oh!')
    expect(drawn.text()).toContain('The crane is locked')
    expect(drawn.text()).not.toContain('All done')
    await later(10_000)
    expect(drawn.text()).toContain('The crane is locked')
  })

  it('FE-362 FE-392 shows a menu with readable titles, and follows what is chosen', async () => {
    vi.useRealTimers()
    const actions = [
      { title: 'Go_somewhere_else', action: '/elsewhere' },
      { title: 'Stay', action: 'nop' },
    ]
    void host.run({ message: 'actions', actions }, { model: {} })
    await drawn.until(() => drawn.hasButton('Go somewhere else'))
    await drawn.press(drawn.button('Cancel'))
    expect(drawn.text()).toBe('The form A')
    void host.run({ message: 'actions', actions }, { model: {} })
    await drawn.until(() => drawn.hasButton('Go somewhere else'))
    await drawn.press(drawn.button('Go somewhere else'))
    await drawn.until(() => drawn.text() === 'Elsewhere')
  })

  it('a page that only leads on never says that it needs a newer version', async () => {
    await answer({ data: { component: 'redirect', componentConfig: { redirectNow: '/elsewhere' } }, state: 'ready' })
    expect(drawn.text()).not.toContain('newer version')
    await later(1)
    expect(drawn.text()).toBe('Elsewhere')
  })
})

describe('a page that refreshes itself', () => {
  it('FE-237 FE-238 FE-442 loads again, each time a tenth later', async () => {
    await open()
    await answer({ data: page({ refreshInterval: 1000 }), state: 'ready' })
    const start = device.loads
    await later(999)
    expect(device.loads).toBe(start)
    await later(1)
    expect(device.loads).toBe(start + 1)
    await later(1099)
    expect(device.loads).toBe(start + 1)
    await later(1)
    expect(device.loads).toBe(start + 2)
  })

  it('FE-240 a load that is under way blocks another', async () => {
    await open()
    await answer({ data: page({ refreshInterval: 1000 }), state: 'ready' })
    device.hold = true
    const start = device.loads
    await later(1000)
    await act(() => host.reload())
    await later(30_000)
    expect(device.loads).toBe(start + 1)
    device.hold = false
    await act(async () => device.pending?.())
    await later(1100)
    expect(device.loads).toBe(start + 2)
  })

  it('waits while a person types, and never replaces the page under their hands', async () => {
    await open()
    await answer({ data: page({ refreshInterval: 1000, title: 'A' }), state: 'ready' })
    const start = device.loads
    await act(() => host.dirty(true))
    await later(10_000)
    expect(device.loads).toBe(start)
    await answer({ data: page({ refreshInterval: 1000, title: 'B' }), state: 'ready' })
    expect(shown?.componentConfig?.title).toBe('A')
    await act(() => host.dirty(false))
    expect(shown?.componentConfig?.title).toBe('B')
    await later(1200)
    expect(device.loads).toBe(start + 1)
  })

  it('a form that a person has begun switches to the language that they choose, and stays in it after that', async () => {
    const { setPreference } = await import('../../store/preferences/preferences.ts')
    await open()
    await answer({ data: page({ title: 'A' }), state: 'ready' })
    await act(() => host.dirty(true))
    await answer({ state: 'loading' })
    await act(() => setPreference('language', 'es'))
    expect(shown?.componentConfig?.title).toBe('A')
    await answer({ data: page({ title: 'A en español' }), state: 'ready' })
    expect(shown?.componentConfig?.title).toBe('A en español')
    await answer({ data: page({ title: 'B en español' }), state: 'ready' })
    expect(shown?.componentConfig?.title).toBe('A en español')
    await act(() => setPreference('language', undefined))
  })
})
