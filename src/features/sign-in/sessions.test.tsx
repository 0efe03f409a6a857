import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '../../../contract/endpoints/sessions.ts'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { getOwner, setOwner } from '../../store/identity/useOwner.ts'
import { Toasts } from '../../ui/feedback/toast.tsx'
import { SessionsScreen } from './SessionsScreen.tsx'

const server = vi.hoisted(() => ({
  answer: (_path: string): unknown => ({}),
  asked: [] as { path: string; body: unknown }[],
}))

vi.mock('../../sync/ask.ts', async (original) => ({
  ...(await original<object>()),
  ask: async (endpoint: { path: string }, _params: unknown, body: unknown) => {
    server.asked.push({ path: endpoint.path, body })
    return await server.answer(endpoint.path)
  },
}))

const questions = vi.hoisted(() => ({ asked: [] as string[], answer: true }))
vi.mock('../../ui/overlays/confirmDialog.tsx', () => ({
  confirmDialog: ({ text }: { text: string }) => {
    questions.asked.push(text)
    return Promise.resolve(questions.answer)
  },
}))

const { AskFailed } = await import('../../sync/ask.ts')

const session = (id: string, more: Partial<Session> = {}): Session => ({
  id,
  here: false,
  browser: 'Chrome',
  system: 'Android',
  network: '203.0.113.x',
  signedInAt: '2026-05-01T06:45:00.000Z',
  lastUsedAt: '2026-05-10T06:45:00.000Z',
  endsAt: '2026-08-01T06:45:00.000Z',
  ...more,
})

let drawn: DrawnPage
const leaving = vi.fn<() => void>()

async function open(sessions: Session[], more: Record<string, unknown> = {}) {
  server.answer = (path) =>
    ({
      '/api/sessions': { sessions },
      '/api/grants': { grants: [] },
      '/api/push': { publicKey: 'key', choice: { off: [], details: false }, endpoints: [] },
      '/api/passkeys': { passkeys: [], mayAdd: false, required: false },
      '/api/sessions:end': { ended: 1 },
      ...more,
    })[path]
  drawn = await drawPage(
    <>
      <SessionsScreen onLogout={leaving} />
      <Toasts />
    </>,
  )
}

beforeEach(async () => {
  server.asked.length = 0
  Object.assign(questions, { asked: [], answer: true })
  leaving.mockClear()
  i18n.activate('en')
  await setOwner('u:maria')
})
afterEach(() => drawn.remove())

describe('where a person is signed in', () => {
  it('says device, network and last use, and asks before it signs out another device', async () => {
    await open([session('one', { here: true, system: 'Windows' }), session('two', { deviceName: 'Gate tablet' })])
    await drawn.until(() => drawn.text().includes('Chrome on Windows – this device'))
    expect(drawn.text()).toContain('Gate tablet (Chrome on Android)')
    expect(drawn.text()).toContain('Network 203.0.113.x.')
    expect(drawn.text()).toContain('No device has saves of yours to send')
    questions.answer = false
    await drawn.press(drawn.button('Sign out: Gate tablet (Chrome on Android)'))
    expect(questions.asked).toEqual([
      'Sign out on Gate tablet (Chrome on Android)? What was not sent there stays on that device until you sign in there again.',
    ])
    expect(server.asked.some(({ path }) => path === '/api/sessions:end')).toBe(false)
    questions.answer = true
    await drawn.press(drawn.button('Sign out: Gate tablet (Chrome on Android)'))
    await drawn.until(() => server.asked.some(({ path }) => path === '/api/sessions:end'))
    expect(server.asked.find(({ path }) => path === '/api/sessions:end')?.body).toEqual({ id: 'two' })
  })

  it('this device is signed out by the log-out that keeps what was not sent', async () => {
    await open([session('one', { here: true })])
    await drawn.until(() => drawn.text().includes('this device'))
    await drawn.press(drawn.button('Sign out: Chrome on Android'))
    expect(leaving).toHaveBeenCalledOnce()
    expect(server.asked.some(({ path }) => path === '/api/sessions:end')).toBe(false)
  })

  it('everywhere is everywhere: no person is signed in on this device afterwards either', async () => {
    await open([session('one', { here: true }), session('two')])
    await drawn.until(() => drawn.text().includes('this device'))
    await drawn.press(drawn.button('Sign out everywhere'))
    expect(questions.asked[0]).toContain('this one too?')
    await drawn.until(() => getOwner() === 'p:')
    expect(server.asked.find(({ path }) => path === '/api/sessions:end')?.body).toEqual({})
  })

  it('without a connection it says so, and that nothing changes here', async () => {
    await open([])
    await drawn.remove()
    server.answer = () => Promise.reject(new AskFailed('offline', 'UNREACHABLE', ''))
    drawn = await drawPage(<SessionsScreen onLogout={leaving} />)
    await drawn.until(() => drawn.text().includes('This list needs a connection.'))
    expect(drawn.text()).toContain('You stay signed in here')
  })

  it('shows managers their passkeys with when they were added and last used, and workers none', async () => {
    const passkey = { id: 'k', name: 'Site laptop', createdAt: '2026-05-01T06:45:00.000Z', usedAt: '2026-05-03T06:45:00.000Z' }
    await open([session('one', { here: true })], { '/api/passkeys': { passkeys: [passkey], mayAdd: true, required: true } })
    await drawn.until(() => drawn.text().includes('Site laptop'))
    expect(drawn.text()).toContain('Added on May 1, 2026. Last used on May 3, 2026.')
    expect(drawn.text()).toContain('Your company asks its owners and administrators to sign in with a passkey.')
    await drawn.press(drawn.button('Remove the passkey Site laptop'))
    expect(questions.asked).toEqual(['Remove the passkey Site laptop? It opens nothing here any more.'])
    expect(server.asked.find(({ path }) => path === '/api/passkeys:remove')?.body).toEqual({ id: 'k' })
    await drawn.remove()
    await open([session('one', { here: true })])
    await drawn.until(() => drawn.text().includes('this device'))
    expect(drawn.text()).not.toContain('Passkeys')
  })
})
