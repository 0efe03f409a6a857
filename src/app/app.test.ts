import { showBlocked, storageIsBlocked } from './showBlocked.ts'
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dropPairing, keepPairing, pairedHere } from '../store/kiosk/findPairing.ts'
import { setOwner } from '../store/identity/useOwner.ts'
import { getStore } from '../store/db/store.ts'
import { backBeforeDrawing, backToKiosk, otherStart } from './atKiosk.ts'
import { httpsAddress } from './httpsAddress.ts'
import { loginPage, signInPage } from './routes/Home.tsx'
import { rootScreen } from './rootScreen.ts'

describe('where the app lives', () => {
  it('goes over to https, but not on the own machine and not where a closed network has turned it off', () => {
    const at = (href: string) => new URL(href)
    expect(httpsAddress(at('http://site.example/frontend/x?q=1'), false)).toBe('https://site.example/frontend/x?q=1')
    expect(httpsAddress(at('http://site.example/'), true)).toBeUndefined()
    for (const href of ['https://site.example/', 'http://localhost:8080/', 'http://127.0.0.1:5173/', 'http://[::1]:8080/'])
      expect(httpsAddress(at(href), false), href).toBeUndefined()
    expect(httpsAddress(at('http://localhost.evil.example/'), false)).toBe('https://localhost.evil.example/')
  })
})

describe('a host with one purpose', () => {
  afterEach(() => document.head.querySelector('meta[name="start-page"]')?.remove())

  it('CO-081 leads to the login of My Tasks, CO-082 or starts at the kiosk', () => {
    expect(['mytasks.site.example', 'my-tasks.site.example', 'site.example'].map(loginPage)).toEqual(['/mytasks', '/mytasks', '/login'])
    expect(otherStart({ pathname: '/' }, false)).toBeUndefined()
    const meta = Object.assign(document.createElement('meta'), { name: 'start-page', content: '/kiosk' })
    document.head.append(meta)
    expect(otherStart({ pathname: '/' }, false)).toBe('/kiosk')
    expect(otherStart({ pathname: '/frontend/tasks/ana' }, false)).toBeUndefined()
    expect(otherStart({ pathname: '/' }, true)).toBeUndefined()
  })

  it('CO-182 asks a stranger at an address with "procore-monthly" to log in to the monthly sandbox', () => {
    expect(signInPage('/teams/procore-monthly/x')).toBe('/login/procore-monthly')
    expect(signInPage('/teams')).toBe('/login')
    expect(signInPage('/invite/a_B-1')).toBe('/join/a_B-1')
  })
})

describe('a kiosk with a battery that died before localStorage was on the disk', () => {
  const here = (pathname = '/sign-in') => ({ pathname, replace: vi.fn<(address: string | URL) => void>() })
  /**
   * Only the database still has the pairing; localStorage has its old value: empty, or the previous person.
   */
  const forgot = async (owner: string) => {
    await setOwner(owner)
    await keepPairing({ uid: 'kiosk.A', token: 't', deviceCode: 'GATE2345', code: '246810', url: '/x', info: {}, language: 'en' } as never)
    localStorage.removeItem('muster:kiosk')
  }
  afterEach(async () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    await dropPairing()
    await setOwner('p:')
  })

  it('CO-287 is back before the first paint, when the device seems to have no owner', async () => {
    await forgot('p:')
    const place = here()
    expect(await backBeforeDrawing(place)).toBe(true)
    expect(place.replace.mock.calls).toEqual([['/kiosk']])
    expect(pairedHere()).toBeDefined()
  })

  it('a phone that knows its person reads no storage before its page is drawn, and then still goes back', async () => {
    await forgot('u:luis')
    const look = vi.spyOn(getStore().db.meta, 'get')
    const place = here()
    expect(await backBeforeDrawing(place)).toBe(false)
    expect(look).not.toHaveBeenCalled()
    expect(await backToKiosk(place)).toBe(true)
    expect(place.replace.mock.calls).toEqual([['/kiosk']])
  })

  it('a device that is no kiosk draws what it was asked for, also when its storage never answers', async () => {
    const place = here()
    expect(await backBeforeDrawing(place)).toBe(false)
    vi.useFakeTimers()
    vi.spyOn(getStore().db.meta, 'get').mockReturnValue(new Promise(() => {}) as never)
    const looked = backBeforeDrawing(place)
    await vi.advanceTimersByTimeAsync(500)
    expect(await looked).toBe(false)
    for (const pathname of ['/kiosk', '/kiosk/246810']) expect(await backBeforeDrawing(here(pathname))).toBe(false)
    expect(await backBeforeDrawing(here(), true)).toBe(false)
    expect(place.replace).not.toHaveBeenCalled()
  })
})

describe('the screens that the server may name', () => {
  it('FE-018 FE-019 FE-020 FE-021 FE-022 FE-023 FE-024 FE-025 FE-026 are known, and no others', () => {
    for (const name of [
      'manpowerCollection',
      'manpowerExecutionActions',
      'manpowerFromStaffExecutionActions',
      'notesExecutionActions',
      'planChooser',
      'automationExecutionMinform',
      'dialogPicker',
      'picker',
      'responsiveDialog',
      'automationForm',
      'automationExecutionForm',
    ])
      expect(rootScreen(name), name).toBeDefined()
    for (const name of ['hologram', 'toString', 'constructor', '']) expect(rootScreen(name), name).toBeUndefined()
  })
})

it('CO-012 a frame with a browser that stores nothing for it says so, and leads to a window of its own', async () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB')
  const databases = (answer: () => Promise<unknown>) =>
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: { databases: answer } })
  databases(() => Promise.reject(new DOMException('denied', 'UnknownError')))
  expect(await storageIsBlocked()).toBe(true)
  databases(() => Promise.resolve([]))
  expect(await storageIsBlocked()).toBe(false)
  // Firefox 115 lists no databases.
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: {} })
  expect(await storageIsBlocked()).toBe(false)
  const storage = Object.getOwnPropertyDescriptor(globalThis, 'localStorage') as PropertyDescriptor
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: refuse })
  expect(await storageIsBlocked()).toBe(true)
  Object.defineProperty(globalThis, 'localStorage', storage)
  if (before) Object.defineProperty(globalThis, 'indexedDB', before)
  const root = document.createElement('div')
  showBlocked(root)
  expect(root.textContent).toContain('would not be safe here')
  expect(root.querySelector('a')).toMatchObject({ href: location.href, target: '_blank' })
})
