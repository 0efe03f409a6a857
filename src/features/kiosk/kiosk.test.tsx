import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { idleSeconds, idleWarningSeconds, languageEvery } from '../../../contract/endpoints/kiosk.ts'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { setReach } from '../../store/connectivity/getReach.ts'
import { keepDraft } from '../../store/drafts/keepDraft.ts'
import { dropPairing, findPairing, keepPairing, pairedHere } from '../../store/kiosk/findPairing.ts'
import { getOwner, setOwner } from '../../store/identity/useOwner.ts'
import { getPreference } from '../../store/preferences/preferences.ts'
import { getStore } from '../../store/db/store.ts'
import { noteSealKey } from '../../store/encryption/sharedDevice.ts'
import { queue } from '../../store/outbox/queue.ts'
import { AskFailed } from '../../sync/ask.ts'
import { Dialogs } from '../../ui/overlays/confirmDialog.tsx'
import { isWatched, mayShow } from './frameContent.ts'
import { KioskScreen } from './KioskScreen.tsx'

const server = vi.hoisted(() => ({
  asked: [] as { path: string; params: unknown; body: unknown }[],
  answers: {} as Record<string, unknown>,
}))

vi.mock('../../sync/ask.ts', async (load) => ({
  ...(await load<typeof import('../../sync/ask.ts')>()),
  ask: ({ path }: { path: string }, params: unknown, body: unknown) => {
    server.asked.push({ path, params, body })
    const answer = server.answers[path]
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  },
}))

const info = {
  title: 'Gate 1',
  project: 'Harbor Point',
  team: 'Tower',
  verificationContacts: [
    { name: 'Grace Okafor', display: '••• 0101', verifyToken: 'token-of-grace' },
    { name: 'Daniel Reyes', display: '••• 0102', verifyToken: 'token-of-daniel' },
  ],
}
const form = '/frontend/forms/check-in'
const pairing = (url: unknown = form) => ({ uid: 'kiosk.A', token: 't0', deviceCode: 'GATE2345', code: '246810', url, info }) as never
const owner = 'k:kiosk.A'

let drawn: DrawnPage
const show = async (props: Parameters<typeof KioskScreen>[0] = {}) => {
  drawn = await drawPage(
    <>
      <KioskScreen {...props} />
      <Dialogs />
    </>,
  )
}
const asked = (path: string) => server.asked.filter((one) => one.path === path)
const next = () => drawn.press(document.querySelector('button[type=submit]') as HTMLButtonElement)
const digits = () => document.querySelector('[data-look=digits]') as HTMLInputElement

/** A device that is already a kiosk. */
async function started(url?: unknown, props?: Parameters<typeof KioskScreen>[0]) {
  const known = pairing(url)
  server.answers['/api/kiosk/:code/alive'] = { paired: true, pairing: known }
  await keepPairing({ ...(known as object), language: 'en' } as never)
  await show(props)
  await drawn.until(() => asked('/api/kiosk/:code/alive').length > 0)
}

const frame = () => document.querySelector('iframe') as HTMLIFrameElement
const says = (data: unknown, origin = location.origin, source: unknown = frame().contentWindow) =>
  act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin, source: source as Window })))
const isStarted = () => drawn.until(() => document.querySelector('.m-kiosk-starts') && !frame())

beforeEach(async () => {
  localStorage.clear()
  server.asked = []
  server.answers = {
    '/api/kiosk/:code/info': info,
    '/api/kiosk/:code/verify': { success: true },
    '/api/kiosk/:code/auth': { success: true, url: form, pairing: pairing() },
    '/api/kiosk/:code/alive': { paired: true, pairing: pairing() },
    '/api/kiosk/mine': { paired: false },
  }
  await setOwner('p:')
})
afterEach(async () => {
  await drawn.remove()
  await dropPairing()
  act(() => i18n.activate('en')).catch(() => undefined)
})

describe('letting a kiosk in', () => {
  it('CO-013 CO-282 CO-283 CO-284 CO-285 CO-286 CO-287 CO-288 CO-209 CO-494 CO-207 goes from the code to the contact, the PIN and the Start button, and keeps what it has become', async () => {
    await show()
    await drawn.until(digits)
    await drawn.type(digits(), '246810')
    await next()
    await drawn.until(() => drawn.text().includes('Grace Okafor'))
    expect(asked('/api/kiosk/:code/info')[0]?.params).toEqual({ code: '246810' })
    expect(drawn.text()).toContain('Gate 1')
    expect(drawn.text()).toContain('Harbor Point · Tower')
    expect(drawn.text()).toContain('••• 0102')
    await drawn.press(document.querySelectorAll('input[type=radio]')[1] as HTMLElement)
    await next()
    await drawn.until(() => drawn.text().includes('Daniel Reyes has a text message'))
    expect(asked('/api/kiosk/:code/verify')[0]?.body).toEqual({ token: 'token-of-daniel' })
    await drawn.type(digits(), '123456')
    await next()
    await drawn.until(() => drawn.hasButton('Start') && !document.querySelector('input'))
    const sent = asked('/api/kiosk/:code/auth')[0]?.body as { pin: string; deviceCode: string }
    expect(sent).toEqual({ pin: '123456', deviceCode: expect.stringMatching(/^[A-Z2-9]{8}$/) })
    expect(localStorage.getItem('muster:device-code')).toBe('GATE2345')
    expect(pairedHere()).toMatchObject({ uid: 'kiosk.A', deviceCode: 'GATE2345', url: form, info })
    expect((await getStore().db.meta.get('kiosk'))?.value).toMatchObject({ uid: 'kiosk.A' })
    expect(getOwner()).toBe(owner)
  })

  it('CO-207 shows the logo of its company above the name, and the name alone where the picture is broken', async () => {
    const logo = 'data:image/png;base64,iVBORw0KGgo='
    const known = { ...(pairing() as object), info: { ...info, logo } }
    server.answers['/api/kiosk/:code/alive'] = { paired: true, pairing: known }
    await keepPairing({ ...known, language: 'en' } as never)
    await show()
    await drawn.until(() => document.querySelector('.m-kiosk-logo')?.getAttribute('src') === logo)
    await act(() => void document.querySelector('.m-kiosk-logo')?.dispatchEvent(new Event('error')))
    expect(document.querySelector('.m-kiosk-logo')).toBeNull()
    expect(drawn.text()).toContain('Gate 1')
  })

  it('CO-302 CO-493 needs six digits, and sends nothing before', async () => {
    await show()
    for (const typed of ['', '12345', 'abcdef']) {
      await drawn.until(digits)
      await drawn.type(digits(), typed)
      await next()
      expect(document.querySelector('.m-controls-error')?.textContent).toBe('Kiosk Code needs to be a six digit number')
    }
    expect(asked('/api/kiosk/:code/info')).toEqual([])
  })

  it('CO-451 says that no bot has this code', async () => {
    server.answers['/api/kiosk/:code/info'] = new AskFailed('refused', 'NOT_FOUND', 'Unknown Kiosk Code', 404)
    await show({ code: '111111' })
    await drawn.until(() => drawn.text().includes('Unknown Kiosk Code'))
  })

  it('CO-303 CO-304 CO-452 wants a contact, then a PIN, and shows the code of the server when that is wrong', async () => {
    await show({ code: '246810' })
    await drawn.until(() => drawn.hasButton('Send PIN'))
    await next()
    expect(document.querySelector('.m-controls-error')?.textContent).toBe('Verification Contact Required')
    await drawn.press(document.querySelector('input[type=radio]') as HTMLElement)
    await next()
    await drawn.until(digits)
    await next()
    expect(document.querySelector('.m-controls-error')?.textContent).toBe('Verification PIN Required')
    expect(asked('/api/kiosk/:code/auth')).toEqual([])
    server.answers['/api/kiosk/:code/auth'] = { success: false, code: 'BAD_PIN' }
    await drawn.type(digits(), '000000')
    await next()
    await drawn.until(() => drawn.text().includes('BAD_PIN'))
    expect(pairedHere()).toBeUndefined()
  })

  it('lets a device in by the ticket of a QR code, which is not left in the address', async () => {
    server.answers['/api/kiosk/:code/ticket'] = server.answers['/api/kiosk/:code/auth']
    history.replaceState(null, '', '/kiosk/246810#pair=once-only')
    await show({ code: '246810' })
    await isStarted()
    expect(asked('/api/kiosk/:code/ticket')[0]?.body).toMatchObject({ ticket: 'once-only' })
    expect(location.hash).toBe('')
    history.replaceState(null, '', '/')
  })
})

describe('a kiosk', () => {
  it('CO-208 CO-288 has a button for each address, or one Start button', async () => {
    await started([
      { label: 'Check in', url: form },
      { label: 'Induction', url: '/frontend/forms/induction' },
    ])
    expect(drawn.hasButton('Start')).toBe(false)
    await drawn.press(drawn.button('Induction'))
    expect(frame().getAttribute('src')).toBe('/frontend/forms/induction')
  })

  it('CO-289 CO-290 CO-291 shows its content in a frame that can neither leave nor open windows, asks before a Restart, and does not when the frame restarts it', async () => {
    await started()
    await drawn.press(drawn.button('Start'))
    // The button is gone: the focus is on the name of the content.
    expect(document.activeElement?.tagName).toBe('H1')
    expect(frame().getAttribute('src')).toBe(form)
    expect(frame().getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-forms')
    await drawn.press(drawn.button('Restart'))
    await drawn.until(() => drawn.text().includes('Restart the kiosk?'))
    await drawn.press(drawn.button('Cancel'))
    expect(frame()).not.toBeNull()
    await drawn.press(drawn.button('Restart'))
    await drawn.until(() => document.querySelector('dialog'))
    await drawn.press([...document.querySelectorAll('dialog button')].at(-1) as HTMLElement)
    await isStarted()
    await drawn.press(drawn.button('Start'))
    await says('kioskrestart', 'https://elsewhere.example')
    await says('kioskrestart', location.origin, window)
    expect(frame()).not.toBeNull()
    await says('kioskrestart')
    await isStarted()
  })

  it('CO-292 CO-293 the frame names itself, and shows Logout and My Tasks Home while a person sees their tasks', async () => {
    await started()
    await drawn.press(drawn.button('Start'))
    expect(document.querySelector('.m-kiosk-bar h1')?.textContent).toBe('Gate 1')
    await says('kiosktitle:Induction')
    expect(document.querySelector('.m-kiosk-bar h1')?.textContent).toBe('Induction')
    expect(drawn.hasButton('Logout') || drawn.hasButton('My Tasks Home')).toBe(false)
    await says('kioskmytasks')
    expect(drawn.hasButton('My Tasks Home')).toBe(true)
    await act(() => setOwner('u:maria'))
    server.answers['/auth/logout'] = { success: true }
    await drawn.press(drawn.button('Logout'))
    await isStarted()
    expect(asked('/auth/logout')).toHaveLength(1)
    expect(getOwner()).toBe(owner)
  })

  it('is at its Start button at once after a Logout without a signal, with nothing of the person left, and takes the session back later', async () => {
    await started()
    await drawn.press(drawn.button('Start'))
    await says('kioskmytasks')
    await act(() => setOwner('u:maria'))
    const store = getStore()
    const task = { owner: 'u:maria', url: '/api/pages/tasks', v: 1, version: 1, data: { title: 'Tasks of Maria' }, fetchedAt: 1 }
    await store.db.screens.put(task as never)
    // A server that never answers.
    server.answers['/auth/logout'] = new Promise(() => {})
    await drawn.press(drawn.button('Logout'))
    await isStarted()
    expect(getOwner()).toBe(owner)
    expect(await store.db.screens.where('[owner+url]').between(['u:maria', ''], ['u:maria', '\uffff']).count()).toBe(0)
    expect(drawn.text()).not.toContain('Maria')
    expect(asked('/auth/logout')).toHaveLength(1)
    expect(getPreference('x:sign-out-later')).toBe(true)
  })

  it('CO-294 CO-505 looks every 25 ms whether the language is another, and tells the frame only then', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval')
    await started()
    await drawn.press(drawn.button('Start'))
    expect(languageEvery).toBe(25)
    expect(timers.mock.calls.some(([, every]) => every === 25)).toBe(true)
    timers.mockRestore()
    const posted = vi.spyOn(frame().contentWindow as Window, 'postMessage')
    const languages = () =>
      posted.mock.calls.map(([message]) => message as unknown).filter((message) => String(message).startsWith('setlang.'))
    await says('ping')
    await drawn.until(() => languages().length === 1)
    i18n.load('es', {})
    await act(() => i18n.activate('es'))
    await drawn.until(() => languages().includes('setlang.es'))
    // Many polls later it was sent only once.
    await drawn.until(() => posted.mock.calls.some(([message]) => (message as unknown) === 'ping.height') || languages().length > 2)
    expect(languages()).toEqual(['setlang.en', 'setlang.es'])
    expect(posted.mock.calls.every(([, origin]) => (origin as unknown) === location.origin)).toBe(true)
  })

  it('CO-287 CO-209 whichever place still knows it brings the kiosk back without a PIN and mends the others; the cookie does when none does', async () => {
    await keepPairing({ ...(pairing() as object), language: 'es' } as never)
    localStorage.clear()
    expect(await findPairing()).toMatchObject({ uid: 'kiosk.A', language: 'es' })
    expect(pairedHere()).toMatchObject({ uid: 'kiosk.A' })
    await getStore().db.meta.delete('kiosk')
    await findPairing()
    expect((await getStore().db.meta.get('kiosk'))?.value).toMatchObject({ uid: 'kiosk.A' })
    await dropPairing()
    server.answers['/api/kiosk/mine'] = { paired: true, pairing: pairing() }
    server.answers['/api/kiosk/:code/alive'] = new AskFailed('offline', 'UNREACHABLE', '')
    await show()
    await isStarted()
    expect(pairedHere()).toMatchObject({ uid: 'kiosk.A' })
  })

  it('CO-287 a kiosk that was revoked is at step 1 at once; one without a connection goes on', async () => {
    await started()
    server.answers['/api/kiosk/:code/alive'] = new AskFailed('offline', 'UNREACHABLE', '')
    await act(() => void window.dispatchEvent(new Event('online')))
    await drawn.press(drawn.button('Start'))
    server.answers['/api/kiosk/:code/alive'] = { paired: false }
    // The session ends together with the change stream.
    await act(async () => void (await getStore().db.principals.put({ owner, session: 'expired', at: 1 })))
    await drawn.until(() => drawn.text().includes('This device is no longer a kiosk'))
    expect(frame()).toBeNull()
    expect(drawn.control('Kiosk Code')).toBeTruthy()
    await drawn.until(() => getOwner() === 'p:')
    expect([pairedHere(), await findPairing()]).toEqual([undefined, undefined])
  })

  it('CO-287 a kiosk that lost its cookie gets another one, also if the first call for it fails', async () => {
    await started()
    await drawn.until(() => getOwner() === owner)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      server.answers['/api/kiosk/:code/alive'] = new AskFailed('offline', 'UNREACHABLE', '')
      const before = asked('/api/kiosk/:code/alive').length
      await act(async () => void (await getStore().db.principals.put({ owner, session: 'expired', at: 1 })))
      await drawn.until(() => asked('/api/kiosk/:code/alive').length === before + 1)
      server.answers['/api/kiosk/:code/alive'] = { paired: true, pairing: pairing() }
      await act(async () => void (await vi.advanceTimersByTimeAsync(5000)))
      expect(asked('/api/kiosk/:code/alive')).toHaveLength(before + 2)
      await drawn.until(async () => (await getStore().db.principals.get(owner))?.session !== 'expired')
    } finally {
      vi.useRealTimers()
    }
  })

  it('says in the bar above its content, too, that it is offline and how many saves wait since when', async () => {
    await started()
    await drawn.press(drawn.button('Start'))
    // The server's key, for which a kiosk seals what it stores.
    const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
    const key = Buffer.from(await crypto.subtle.exportKey('raw', publicKey)).toString('base64url')
    noteSealKey({ id: 'AAAAAAAAAAA', key })
    await queue(saveRecord, { '*': `forms/check-in/${'A'.repeat(20)}` }, { payload: { name: 'Ana' } }, { title: 'Ana' })
    const bar = () => drawn.text(document.querySelector('header [role=status]'))
    expect(bar()).toBe('')
    await act(() => setReach('offline'))
    await drawn.until(() => /^Offline · 1 waiting since \d{1,2}:\d\d/.test(bar()))
    await act(() => setReach('ok'))
    await drawn.until(() => bar() === '')
  })

  it('is left only with a contact’s PIN', async () => {
    await started()
    await drawn.press(drawn.button('Leave kiosk'))
    await drawn.press(await drawn.until(() => document.querySelector('input[type=radio]')))
    await next()
    await drawn.until(digits)
    server.answers['/api/kiosk/:code/leave'] = { success: false, code: 'BAD_PIN' }
    await drawn.type(digits(), '000000')
    await next()
    await drawn.until(() => drawn.text().includes('BAD_PIN'))
    expect(pairedHere()).toBeDefined()
    server.answers['/api/kiosk/:code/leave'] = { success: true }
    await drawn.type(digits(), '123456')
    await next()
    await drawn.until(() => drawn.control('Kiosk Code'))
    expect(asked('/api/kiosk/:code/leave').at(-1)?.body).toEqual({ pin: '123456', token: 't0' })
    expect(pairedHere()).toBeUndefined()
  })

  it('starts again when the visitor is gone, after a warning that any touch ends, and then keeps nothing of that person', async () => {
    expect([idleSeconds, idleWarningSeconds]).toEqual([60, 20])
    await started(undefined, { idleSeconds: 1.2, warningSeconds: 0.9 })
    await drawn.press(drawn.button('Start'))
    const store = getStore()
    await store.db.bytes.put({ id: 'face', bytes: new ArrayBuffer(4) })
    const photo = { id: 'face', v: 1, owner, opId: '', draftId: 'd', sha256: '', size: 4, type: 'image/jpeg', filename: 'face.jpg' }
    await store.db.blobs.put({ ...photo, state: 'local', offset: 0, at: 1 })
    await keepDraft(store, owner, { path: 'forms/check-in/:new', initHash: 'h', body: { person: 'Ana Silva' }, blobIds: ['face'] })
    await store.db.progress.put({ owner, uri: '/media/induction.webm', v: 1, value: [1], dirty: 0 })
    localStorage.setItem(`muster:preference:x:favourites:${owner}:tower employees`, '["Ana Silva"]')
    const heading = document.querySelector('h1')
    // A tap beside all controls takes the focus away.
    await act(() => heading?.blur())
    await drawn.until(() => drawn.text().includes('Are you still there?'))
    expect(document.activeElement).toBe(drawn.button('Continue'))
    await drawn.press(drawn.button('Continue'))
    expect(drawn.text()).not.toContain('Are you still there?')
    expect(document.activeElement).toBe(heading)
    expect(frame()).not.toBeNull()
    await drawn.until(() => drawn.text().includes('Are you still there?'))
    await isStarted()
    const left = await Promise.all([
      store.db.drafts.count(),
      store.db.shelf.count(),
      store.db.blobs.count(),
      store.db.bytes.count(),
      store.db.progress.count(),
    ])
    expect(left).toEqual([0, 0, 0, 0, 0])
    expect(JSON.stringify(localStorage)).not.toContain('Ana Silva')
  })

  it('counts a visitor who watches the induction’s video as present; the gate shows it in a frame of its own', () => {
    const gate = document.body.appendChild(document.createElement('iframe'))
    const page = gate.contentDocument as Document
    const induction = page.body.appendChild(page.createElement('iframe')).contentDocument as Document
    const video = induction.body.appendChild(induction.createElement('video'))
    expect(isWatched(gate.contentWindow as Window)).toBe(false)
    Object.defineProperty(video, 'paused', { value: false })
    expect(isWatched(gate.contentWindow as Window)).toBe(true)
    gate.remove()
  })

  it('takes a new version when no visitor is there, and not before', async () => {
    const underSomebody: boolean[] = []
    const apply = () => void underSomebody.push(frame() !== null)
    await started(undefined, { idleSeconds: 0.6, warningSeconds: 0.3, update: { apply } })
    await drawn.press(drawn.button('Start'))
    await isStarted()
    await drawn.until(() => underSomebody.length > 0)
    expect(underSomebody).not.toContain(true)
  })

  it('its frame shows its own addresses, and a person’s tasks only while they see them', () => {
    const may = (path: string, tasks = false) => mayShow(new URL(path, location.origin), [form], tasks)
    expect([may(form), may(`${form}?x=1`), may('/frontend/tasks/maria', true)]).toEqual([true, true, true])
    for (const path of [
      '/',
      '/outbox',
      '/rescue',
      '/sign-in',
      '/frontend/forms/check-in-2',
      '/frontend/tasks/maria',
      '/studio',
      'https://elsewhere.example/',
    ])
      expect([path, may(path)]).toEqual([path, false])
    expect([may('/outbox', true), may('/', true)]).toEqual([false, false])
    const tasks = (path: string) => mayShow(new URL(path, location.origin), [form, '/mytasks'], false)
    expect([tasks('/mytasks'), tasks('/frontend/tasks/maria'), tasks('/frontend/forms/other')]).toEqual([true, true, false])
  })
})
