import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authorizeAddress } from '../../../contract/endpoints/oauth.ts'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { setShared } from '../../store/encryption/sharedDevice.ts'
import { keepGrant, leftOf } from '../../store/encryption/grantOf.ts'
import { noteSessionEnd } from '../../store/session/noteDisabled.ts'
import { MusterDb, SpillDb } from '../../store/db/MusterDb.ts'
import { forgetOwner } from '../../store/identity/getOwner.ts'
import { getOwner, setOwner } from '../../store/identity/useOwner.ts'
import { getStore, openStore, setStore } from '../../store/db/store.ts'
import { useAuthWait } from './useAuthWait.ts'
import { ExpiredSession } from './ExpiredSession.tsx'
import { LoginFinishedScreen } from './LoginFinishedScreen.tsx'
import { JoinScreen } from './invited/JoinScreen.tsx'
import { LoginScreen } from './LoginScreen.tsx'
import { MyTasksLogin } from './MyTasksLogin.tsx'
import { keepSignUp, readSignUp } from './logInWith.ts'
import { SignUpScreen } from './SignUpScreen.tsx'

const server = vi.hoisted(() => ({
  asked: [] as { path: string; body: unknown }[],
  answers: {} as Record<string, unknown[]>,
  providers: ['construction', 'construction-sandbox', 'construction-monthly', 'design'].map((key) => ({ key })),
}))

vi.mock('../../sync/ask.ts', async (load) => ({
  ...(await load<typeof import('../../sync/ask.ts')>()),
  ask: ({ path }: { path: string }, _params: unknown, body: unknown) => {
    if (path === '/api/login/providers') return Promise.resolve({ providers: server.providers })
    if (path !== '/api/login/pin') server.asked.push({ path, body })
    const answer = server.answers[path]?.shift()
    return answer === undefined ? Promise.reject(new Error(`nothing to say to ${path}`)) : Promise.resolve(answer)
  },
}))

const letIn = { success: true, uid: 'maria', redirect: '/' }

let drawn: DrawnPage
const gone: string[] = []
const endings = {
  onSignedIn: ({ redirect }: { redirect: string | undefined }) => void gone.push(redirect ?? ''),
  onSignUp: () => void gone.push('/signup'),
  onLinked: () => void gone.push('linked'),
  onDisabled: () => void gone.push('disabled'),
}
const opened: { url: string; features: string; closed: boolean }[] = []

beforeEach(async () => {
  server.asked = []
  server.answers = {}
  gone.length = 0
  opened.length = 0
  localStorage.clear()
  sessionStorage.clear()
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  setStore(openStore({ db: new MusterDb(options), spill: new SpillDb(options) }))
  forgetOwner()
  await setOwner('p:')
  vi.stubGlobal('open', (url: string, _name: string, features: string) => {
    const window = { url, features, closed: false }
    opened.push(window)
    return window
  })
})
afterEach(async () => {
  await drawn.remove()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const challengeOf = ({ url }: { url: string }) => new URLSearchParams(url.split('?')[1]).get('challenge') ?? ''
const tell = (data: object, origin = window.location.origin) =>
  act(() => void window.dispatchEvent(new MessageEvent('message', { data: { type: 'muster:login', ...data }, origin })))
const hasLink = (words: string, href: string) =>
  [...document.querySelectorAll('a')].some((link) => link.textContent?.includes(words) && link.getAttribute('href') === href)
const submit = () => drawn.press(document.querySelector('button[type=submit]') as HTMLButtonElement)

describe('the login page', () => {
  const open = async (pathname = '/login', search = '') => {
    drawn = await drawPage(<LoginScreen {...endings} pathname={pathname} search={search} />)
    await drawn.until(() => drawn.hasButton('Login with Design System'))
  }

  it('CO-177 CO-178 CO-179 CO-180 CO-181 offers both systems, the mobile and a new account; the sandbox only while Shift is held', async () => {
    await open()
    expect(drawn.hasButton('Login with Construction System')).toBe(true)
    expect(hasLink('Login with Mobile', '/muster')).toBe(true)
    expect(hasLink('Create Account', '/signup')).toBe(true)
    expect(drawn.hasButton('Login with Construction System Sandbox')).toBe(false)
    const key = (type: string, shiftKey: boolean) =>
      act(() => void window.dispatchEvent(new KeyboardEvent(type, { key: 'Shift', shiftKey })))
    await key('keydown', true)
    expect(drawn.hasButton('Login with Construction System Sandbox')).toBe(true)
    await drawn.press(drawn.button('Login with Construction System Sandbox'))
    expect(opened[0]?.url).toContain('/oauth/authorize/construction-sandbox?')
    await key('keyup', false)
    expect(drawn.hasButton('Login with Construction System Sandbox')).toBe(false)
  })

  it('CO-182 CO-183 logs into the monthly sandbox where the path says so, and warns', async () => {
    await open('/login/procore-monthly')
    expect(drawn.text()).toContain('This is the monthly sandbox')
    await drawn.press(drawn.button('Login with Construction System Monthly Sandbox'))
    expect(opened[0]?.url).toContain('/oauth/authorize/construction-monthly?state=web')
    await drawn.remove()
    await open('/login')
    expect(drawn.text()).not.toContain('monthly sandbox')
  })

  it('CO-184 CO-501 CO-441 opens the other system in a window of 560 by 600, and lets in whom that window names', async () => {
    await open()
    await drawn.press(drawn.button('Login with Construction System'))
    const [popup = { url: '', features: '', closed: false }] = opened
    expect(popup.features).toMatch(/width=560,height=600/)
    const challenge = challengeOf(popup)
    expect(popup.url).toBe(authorizeAddress('construction', 'web', challenge))
    server.answers['/oauth/finish'] = [{ ...letIn }]
    await tell({ for: challenge, ticket: 'stolen' }, 'https://evil.example')
    await tell({ for: 'another page', ticket: 'another' })
    expect(server.asked).toEqual([])
    await tell({ for: challenge, ticket: 'mine' })
    await drawn.until(() => gone.length > 0)
    expect(server.asked[0]).toMatchObject({ path: '/oauth/finish', body: { ticket: 'mine', secret: expect.stringMatching(/^[\w-]{43}$/) } })
    expect([gone, getOwner()]).toEqual([['/'], 'u:maria'])
  })

  it('lets the other system ask who it is on a device that several people use: it may still know the one before', async () => {
    await open()
    await drawn.press(drawn.button('Login with Construction System'))
    setShared(true)
    await drawn.press(drawn.button('Login with Design System'))
    const asked = opened.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('again'))
    expect(asked).toEqual([null, '1'])
  })

  it('lets a signed-in person who comes from the portal of their company go on, and offers no link', async () => {
    await setOwner('u:maria')
    await open('/login', '?with=saml')
    expect(drawn.text()).toContain('You are signed in on this device.')
    expect(opened).toEqual([])
  })

  it('forgets an account that one person did not finish, so that the next one does not get its login', async () => {
    keepSignUp({ email: 'nora@example.com', name: 'Nora', provider: 'ticket' })
    await open()
    expect(readSignUp()).toBeUndefined()
  })

  it('CO-441 in a frame of another site it says so when the browser opens no window, and the frame stays here', async () => {
    vi.stubGlobal('parent', {})
    vi.stubGlobal('open', () => null)
    const assign = vi.spyOn(Storage.prototype, 'setItem')
    await open('/login', '?with=construction')
    await drawn.press(drawn.button('Login with Construction System'))
    await drawn.until(() => drawn.text().includes('Allow pop-ups for this page'))
    expect(assign.mock.calls.filter(([key]) => key.includes('login-under-way'))).toEqual([])
    expect(drawn.button('Login with Construction System').disabled).toBe(false)
    assign.mockRestore()
  })

  it('leads a new person to Create Account, says what went wrong there, and is ready again when the window was closed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await open()
    await drawn.press(drawn.button('Login with Design System'))
    expect(drawn.button('Login with Design System').disabled).toBe(true)
    if (opened[0]) opened[0].closed = true
    await act(() => vi.advanceTimersByTimeAsync(1100).then(() => undefined))
    expect(drawn.button('Login with Design System').disabled).toBe(false)
    await drawn.press(drawn.button('Login with Design System'))
    await tell({ for: challengeOf(opened[1] ?? { url: '' }), error: 'LOGIN_CANCELLED' })
    await drawn.until(() => drawn.text().includes('You did not sign in there.'))
    await drawn.press(drawn.button('Login with Design System'))
    server.answers['/oauth/finish'] = [{ success: false, signup: { email: 'nora@example.com', name: 'Nora', provider: 'ticket' } }]
    await tell({ for: challengeOf(opened[2] ?? { url: '' }), ticket: 'new' })
    await drawn.until(() => gone.includes('/signup'))
  })

  it('lets a person in when the window is closed before its message arrives, and ignores the window of a login that was replaced', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await open()
    await drawn.press(drawn.button('Login with Design System'))
    if (opened[0]) opened[0].closed = true
    await act(() => vi.advanceTimersByTimeAsync(1100).then(() => undefined))
    await drawn.press(drawn.button('Login with Construction System'))
    if (opened[1]) opened[1].closed = true
    await act(() => vi.advanceTimersByTimeAsync(1100).then(() => undefined))
    server.answers['/oauth/finish'] = [{ ...letIn }]
    await tell({ for: challengeOf(opened[0] ?? { url: '' }), ticket: 'earlier' })
    expect(server.asked).toEqual([])
    await tell({ for: challengeOf(opened[1] ?? { url: '' }), ticket: 'mine' })
    await drawn.until(() => gone.length > 0)
    expect([server.asked[0]?.body, getOwner()]).toMatchObject([{ ticket: 'mine' }, 'u:maria'])
  })

  it('asks for the passkey of a company that wants one before the device acts for the person', async () => {
    await open()
    await drawn.press(drawn.button('Login with Design System'))
    server.answers['/oauth/finish'] = [{ ...letIn, passkey: 'use' }]
    await tell({ for: challengeOf(opened[0] ?? { url: '' }), ticket: 'mine' })
    await drawn.until(() => drawn.text().includes('Your company also asks for your passkey'))
    expect([gone, getOwner()]).toEqual([[], 'p:'])
    await drawn.press(drawn.button('Back'))
    expect(drawn.hasButton('Login with Design System')).toBe(true)
  })

  it('CO-278 a closed account leads to the start page, which says so once', async () => {
    await setOwner('u:maria')
    await keepGrant(getStore(), 'u:maria', 'token')
    await noteSessionEnd(getStore(), 'u:maria', true)
    drawn = await drawPage(<ExpiredSession onOtherPerson={() => void gone.push('/')} />)
    await drawn.until(() => gone.includes('/'))
    expect(getOwner()).toBe('p:')
    // The device sends what waits with the grant.
    expect(await leftOf(getStore(), 'u:maria')).toEqual({ opIds: [] })
    await drawn.remove()
    await open()
    await drawn.until(() => drawn.text().includes('Account Disabled'))
    await drawn.remove()
    await open()
    expect(drawn.text()).not.toContain('Account Disabled')
  })

  it('joins an account of another system by a tap alone, also where a link leads here', async () => {
    await setOwner('u:maria')
    drawn = await drawPage(<LoginScreen {...endings} pathname="/login" search="?with=construction" />)
    await drawn.until(() => drawn.hasButton('Link with Construction System'))
    expect(opened).toEqual([])
    await drawn.press(drawn.button('Link with Construction System'))
    server.answers['/oauth/finish'] = [{ success: true, uid: 'maria' }]
    await tell({ for: challengeOf(opened[0] ?? { url: '' }), ticket: 'mine' })
    await drawn.until(() => gone.includes('linked'))
    expect(server.asked.at(-1)?.body).toMatchObject({ link: true })
  })

  it('the window of a login tells the page that opened it, and leaves no ticket in its address', async () => {
    const heard: unknown[] = []
    vi.stubGlobal('opener', { postMessage: (message: unknown, to: string) => heard.push(message, to) })
    vi.stubGlobal('close', () => undefined)
    window.history.replaceState(null, '', '/login/finished#for=abc&ticket=once')
    drawn = await drawPage(<LoginFinishedScreen {...endings} />)
    await drawn.until(() => drawn.text().includes('You can close this window'))
    expect(heard).toEqual([{ type: 'muster:login', for: 'abc', ticket: 'once', error: undefined }, window.location.origin])
    expect(window.location.hash).toBe('')
    expect(server.asked).toEqual([])
    window.history.replaceState(null, '', '/')
  })
})

describe('an invitation', () => {
  it('lets a person in by their name alone, and sends one with an account to the login', async () => {
    drawn = await drawPage(<JoinScreen token="once" onSignedIn={endings.onSignedIn} />)
    expect(hasLink('I have an account', '/login')).toBe(true)
    await submit()
    expect(drawn.text()).toContain('Enter your name.')
    expect(server.asked).toEqual([])
    server.answers['/auth/join'] = [{ success: false, code: 'EMAIL_EXISTS' }, letIn]
    await drawn.type(drawn.control('Name'), ' Rosa Blum ')
    await submit()
    await drawn.until(() => drawn.text().includes('You already have an account.'))
    await submit()
    await drawn.until(() => gone.length > 0)
    expect(server.asked[1]).toEqual({ path: '/auth/join', body: { token: 'once', name: 'Rosa Blum' } })
    expect(getOwner()).toBe('u:maria')
  })
})

describe('Create Account', () => {
  const open = async () => {
    drawn = await drawPage(<SignUpScreen onSignedIn={endings.onSignedIn} />)
  }
  const fill = async (mobile = '2025550140') => {
    await drawn.type(drawn.control('Name'), 'Nina Berg')
    await drawn.type(drawn.control('Company'), 'Berg Lifts')
    if (mobile) await drawn.type(drawn.control('Mobile number'), mobile)
  }

  it('CO-186 CO-297 CO-298 CO-299 CO-417 needs email, name, company and mobile, then the PIN; a failed sync stops no one', async () => {
    server.answers = { '/auth/verify': [{ success: true, exists: false }], '/auth/signup': [letIn] }
    await open()
    await submit()
    expect(drawn.text()).toContain('* All Fields Required *')
    await drawn.type(drawn.control('Email'), 'nina@example.com')
    await fill('')
    await submit()
    expect(drawn.text()).toContain('* Mobile Required *')
    expect(server.asked).toEqual([])
    await fill()
    await submit()
    await drawn.until(() => document.querySelector('input[name=pin]'))
    await submit()
    expect(drawn.text()).toContain('* Verification PIN Required *')
    await drawn.type(drawn.control('PIN'), '123456')
    await drawn.until(() => gone.length > 0)
    const person = { email: 'nina@example.com', name: 'Nina Berg', company: 'Berg Lifts', mobile: '+12025550140' }
    expect(server.asked.slice(0, 2)).toEqual([
      { path: '/auth/verify', body: person },
      { path: '/auth/signup', body: { ...person, pin: '123456' } },
    ])
    expect(gone).toEqual(['/'])
    expect(server.asked[2]).toEqual({ path: '/api/user/:uid:sync', body: [{ type: 'core' }] })
  })

  it('CO-189 keeps the email from the system that a person comes from', async () => {
    keepSignUp({ email: 'nora@example.com', name: 'Nora', provider: 'ticket' })
    server.answers = { '/auth/verify': [{ success: true, exists: false }], '/auth/signup': [letIn] }
    await open()
    expect(drawn.control('Email').value).toBe('nora@example.com')
    expect(drawn.control('Email').readOnly).toBe(true)
    await fill()
    await submit()
    await drawn.until(() => document.querySelector('input[name=pin]'))
    await drawn.type(drawn.control('PIN'), '123456')
    await drawn.until(() => gone.length > 0)
    expect(server.asked[1]?.body).toMatchObject({ email: 'nora@example.com', signupProvider: 'ticket' })
  })

  it('CO-419 offers to log in with a number that exists, by the PIN that is there already', async () => {
    server.answers = {
      '/auth/verify': [{ success: true, exists: false }],
      '/auth/signup': [{ success: false, code: 'NUMBER_EXISTS', exists: true }, letIn],
    }
    await open()
    await drawn.type(drawn.control('Email'), 'nina@example.com')
    await fill()
    await submit()
    await drawn.until(() => document.querySelector('input[name=pin]'))
    await drawn.type(drawn.control('PIN'), '123456')
    await drawn.until(() => drawn.hasButton('Login with Mobile'))
    await drawn.press(drawn.button('Login with Mobile'))
    await drawn.until(() => gone.length > 0)
    expect(server.asked[2]).toEqual({ path: '/auth/signup', body: { mobile: '+12025550140', pin: '123456' } })
  })
})

describe('Login to My Tasks', () => {
  const open = async (team?: string) => {
    drawn = await drawPage(<MyTasksLogin team={team} onSignedIn={endings.onSignedIn} onDisabled={endings.onDisabled} />)
    await drawn.type(drawn.control('Mobile number'), '2025550103')
    await submit()
    await drawn.until(() => document.querySelector('input[name=pin]'))
    await drawn.type(drawn.control('PIN'), '123456')
  }

  it('CO-191 CO-275 takes mobile, then PIN, then the project where there are several, and goes where the server says', async () => {
    server.answers['/auth/mytasks'] = [
      { success: true },
      {
        success: false,
        code: 'CHOOSE_TEAM',
        teams: [
          { id: 'a', name: 'Tower' },
          { id: 'b', name: 'School' },
        ],
      },
      { ...letIn, redirect: '/frontend/tasks/maria?team=b' },
    ]
    await open()
    await drawn.until(() => drawn.hasButton('School'))
    await drawn.press(drawn.button('School'))
    await drawn.until(() => gone.length > 0)
    expect(gone).toEqual(['/frontend/tasks/maria?team=b'])
    expect(server.asked.slice(0, 3).map(({ body }) => body)).toEqual([
      { mobile: '+12025550103' },
      { mobile: '+12025550103', pin: '123456' },
      { mobile: '+12025550103', pin: '123456', team: 'b' },
    ])
  })

  it('CO-450 shows "Unknown Error" for an answer without a code; the project of the link goes along', async () => {
    server.answers['/auth/mytasks'] = [{ success: true }, { success: false }]
    await open('tower')
    await drawn.until(() => drawn.text().includes('Unknown Error'))
    expect(server.asked[1]?.body).toMatchObject({ team: 'tower' })
  })

  it('the start page reports a closed account', async () => {
    server.answers['/auth/mytasks'] = [{ success: true }, { success: false, code: 'ACCOUNT_DISABLED' }]
    await open()
    await drawn.until(() => gone.includes('disabled'))
  })
})

describe('waiting for who is there', () => {
  function Waits({ known }: { readonly known: boolean }) {
    return <p>{useAuthWait(known) ? 'drawn' : 'waiting'}</p>
  }

  it('looks up to thirty times, every 50 ms, then draws anyway; at once when it is known', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const pass = async (times: number) => {
      for (let time = 0; time < times; time += 1) await act(() => vi.advanceTimersByTimeAsync(50).then(() => undefined))
    }
    drawn = await drawPage(<Waits known={false} />)
    await pass(29)
    expect(drawn.text()).toBe('waiting')
    await pass(1)
    expect(drawn.text()).toBe('drawn')
    await drawn.draw(<Waits key="again" known={false} />)
    await pass(3)
    expect(drawn.text()).toBe('waiting')
    await drawn.draw(<Waits key="again" known />)
    expect(drawn.text()).toBe('drawn')
  })
})
