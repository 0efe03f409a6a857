import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { grantOf } from '../../store/encryption/grantOf.ts'
import { getOwner, setOwner } from '../../store/identity/useOwner.ts'
import { getStore } from '../../store/db/store.ts'
import { AskFailed } from '../../sync/ask.ts'
import type { SignedIn } from './signedIn.ts'
import { SignInForm } from './SignInForm.tsx'

const server = vi.hoisted(() => ({
  asked: [] as { path: string; body: unknown }[],
  answers: {} as Record<string, unknown>,
}))

vi.mock('../../sync/ask.ts', async (load) => ({
  ...(await load<typeof import('../../sync/ask.ts')>()),
  ask: ({ path }: { path: string }, _params: unknown, body: unknown) => {
    server.asked.push({ path, body })
    const answer = server.answers[path]
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  },
}))

const draw = () => drawPage(<SignInForm onSignedIn={(person) => void signedIn.push(person)} />)
// The browser's own dialog.
vi.mock('@simplewebauthn/browser', () => ({
  startRegistration: () =>
    Promise.resolve({ id: 'key', rawId: 'key', type: 'public-key', response: { clientDataJSON: 'x', attestationObject: 'x' } }),
}))

let drawn: DrawnPage
let signedIn: SignedIn[]

beforeEach(async () => {
  server.asked = []
  server.answers = { '/auth/verify': { success: true }, '/auth/signup': { success: true, uid: 'maria', redirect: '/' } }
  signedIn = []
  await setOwner('p:')
  drawn = await draw()
})

afterEach(async () => {
  await drawn.remove()
})

const submit = () => drawn.press(document.querySelector('button[type=submit]') as HTMLButtonElement)

async function askForPin() {
  await drawn.type(drawn.control('Mobile number'), '2025550103')
  await submit()
  await drawn.until(() => document.querySelector('input[name=pin]'))
}

describe('logging in with a mobile', () => {
  it('CO-190 CO-274 CO-420 CO-422 takes the mobile, then the PIN, and then the device speaks for that person', async () => {
    await askForPin()
    expect(server.asked).toEqual([{ path: '/auth/verify', body: { mobile: '+12025550103' } }])
    await drawn.type(drawn.control('PIN'), '123456')
    await drawn.until(() => signedIn.length > 0)
    expect(server.asked[1]).toEqual({ path: '/auth/signup', body: { mobile: '+12025550103', pin: '123456' } })
    expect(signedIn).toEqual([{ uid: 'maria', redirect: '/' }])
    expect(getOwner()).toBe('u:maria')
  })

  it('keeps the grant that comes with a new passkey, where the PIN alone gives none', async () => {
    vi.stubGlobal('PublicKeyCredential', class {})
    vi.stubGlobal('isSecureContext', true)
    server.answers = {
      ...server.answers,
      '/auth/signup': { success: true, uid: 'maria', redirect: '/', passkey: 'add' },
      '/api/passkeys:begin': { options: {} },
      '/api/passkeys:add': { id: 'key', grant: 'grant-of-maria' },
    }
    await askForPin()
    await drawn.type(drawn.control('PIN'), '123456')
    await drawn.until(() => drawn.text().includes('Add a passkey'))
    expect(getOwner()).toBe('p:')
    await drawn.press([...document.querySelectorAll('button')].find((one) => one.textContent === 'Add a passkey') as HTMLButtonElement)
    await drawn.until(() => signedIn.length > 0)
    expect([getOwner(), await grantOf(getStore(), 'u:maria')]).toEqual(['u:maria', 'grant-of-maria'])
    vi.unstubAllGlobals()
  })

  it('CO-300 says that the mobile is missing, and sends no request', async () => {
    await submit()
    expect(drawn.text()).toContain('* mobile required *')
    expect(server.asked).toEqual([])
  })

  it('CO-301 says that the PIN is missing, and sends no request', async () => {
    await askForPin()
    await submit()
    expect(drawn.text()).toContain('* pin required *')
    expect(server.asked).toHaveLength(1)
  })

  it('CO-449 CO-468 names an unknown number and a disabled account', async () => {
    for (const [code, words] of [
      ['UNKNOWN_NUMBER', 'Unknown Number'],
      ['ACCOUNT_DISABLED', 'Account Disabled'],
    ]) {
      server.answers['/auth/signup'] = { success: false, code }
      if (!document.querySelector('input[name=pin]')) await askForPin()
      await drawn.type(drawn.control('PIN'), '123456')
      await drawn.until(() => drawn.text().includes(words ?? ''))
      expect(signedIn).toEqual([])
      expect(getOwner()).toBe('p:')
    }
  })

  it('CO-448 shows a code that it does not know as the server says it', async () => {
    server.answers['/auth/signup'] = { success: false, code: 'Closed for maintenance' }
    await askForPin()
    await drawn.type(drawn.control('PIN'), '123456')
    await drawn.until(() => drawn.text().includes('Closed for maintenance'))
  })

  it('lets a person ask for another PIN at once when theirs has expired', async () => {
    server.answers['/auth/signup'] = { success: false, code: 'PIN_EXPIRED' }
    await askForPin()
    expect(drawn.button('Send a new PIN').disabled).toBe(true)
    await drawn.type(drawn.control('PIN'), '123456')
    await drawn.until(() => drawn.text().includes('has expired'))
    expect(drawn.button('Send a new PIN').disabled).toBe(false)
  })

  it('without a connection it says what still works, and keeps the number', async () => {
    server.answers['/auth/verify'] = new AskFailed('offline', 'UNREACHABLE', '')
    await drawn.type(drawn.control('Mobile number'), '2025550103')
    await submit()
    await drawn.until(() => drawn.text().includes('Signing in needs a connection'))
    expect(drawn.control('Mobile number').value).toBe('(202) 555-0103')
  })

  it('helps phones and password managers to fill it in', async () => {
    expect(drawn.control('Mobile number').autocomplete).toBe('tel-national')
    await askForPin()
    expect(drawn.control('PIN').autocomplete).toBe('one-time-code')
    expect(drawn.control('PIN').inputMode).toBe('numeric')
  })

  describe('where the company asks for a passkey', () => {
    beforeEach(async () => {
      vi.stubGlobal('isSecureContext', true)
      vi.stubGlobal('PublicKeyCredential', class {})
      await drawn.remove()
      drawn = await draw()
    })
    afterEach(() => vi.unstubAllGlobals())

    async function enterPin(passkey: 'add' | 'use') {
      server.answers['/auth/signup'] = { success: true, uid: 'maria', redirect: '/', passkey }
      await askForPin()
      expect(drawn.button('Sign in with a passkey')).toBeDefined()
      await drawn.type(drawn.control('PIN'), '123456')
      return await drawn.until(() => document.querySelector('h2'))
    }

    it('the step after the PIN is read out and offers one button for the passkey, not two', async () => {
      const heading = await enterPin('use')
      expect(document.activeElement).toBe(heading)
      const offered = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Sign in with a passkey')
      expect(offered).toHaveLength(1)
      expect(signedIn).toEqual([])
    })

    it('a passkey without a name shows the error at its field, also by the Enter key', async () => {
      await enterPin('add')
      const name = drawn.control('Name of the passkey')
      await drawn.type(name, ' ')
      const form = name.closest('form') as HTMLFormElement
      form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
      await drawn.until(() => name.getAttribute('aria-invalid') === 'true')
      expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toContain('Give the passkey a name')
      expect(document.activeElement).toBe(name)
      expect(server.asked.map(({ path }) => path)).not.toContain('/api/passkeys:begin')
    })
  })
})
