import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { ScanScreen } from './ScanScreen.tsx'
import { ShortAddress } from './ShortAddress.tsx'
import { whatIs, whatIsTyped } from './scanned.ts'

const phone = vi.hoisted(() => ({ went: [] as string[], photo: undefined as string | undefined, at: '' }))
const router = vi.hoisted(() => ({ navigate: async ({ href }: { href: string }) => void phone.went.push(href) }))
vi.mock('@tanstack/react-router', () => ({ useLocation: () => ({ pathname: phone.at }), useRouter: () => router }))
vi.mock('../../ui/code-camera/makeReader.ts', () => ({ makeReader: async () => async () => undefined, readPhoto: async () => phone.photo }))

let drawn: DrawnPage
beforeEach(async () => {
  Object.assign(phone, { went: [], photo: undefined })
})
afterEach(async () => {
  await drawn?.remove()
  vi.unstubAllGlobals()
})

async function choose(holds: string | undefined) {
  phone.photo = holds
  const input = drawn.root.querySelector('input[type=file]') as HTMLInputElement
  Object.defineProperty(input, 'files', { value: [new File(['x'], 'code.jpg')], configurable: true })
  await act(async () => {
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

describe('a short address from a poster', () => {
  it('leads on once, also while the next screen takes its time and the address is already its own', async () => {
    phone.at = '/q/7kq2xa'
    drawn = await drawPage(<ShortAddress />)
    expect(phone.went).toEqual(['/frontend/q/7KQ2XA'])
    phone.at = '/frontend/q/7KQ2XA'
    await drawn.draw(<ShortAddress />)
    expect(phone.went).toEqual(['/frontend/q/7KQ2XA'])
  })
})

describe('scanning a code', () => {
  it('opens pages of this site in the app, asks before another site, and says what is no address', async () => {
    drawn = await drawPage(<ScanScreen />)
    await choose(undefined)
    await drawn.until(() => drawn.text().includes('No code was found in this photo.'))
    await choose(`${location.origin}/frontend/forms/check-in?gate=1`)
    await drawn.until(() => phone.went.length > 0)
    expect(phone.went).toEqual(['/frontend/forms/check-in?gate=1'])
    await choose('https://evil.example/frontend/forms/check-in')
    await drawn.until(() => drawn.text().includes('This code opens another site'))
    const link = drawn.root.querySelector<HTMLAnchorElement>('a[target=_blank]')
    expect([link?.href, link?.rel, drawn.text(link)]).toEqual([
      'https://evil.example/frontend/forms/check-in',
      'noopener noreferrer',
      'Open evil.example',
    ])
    await drawn.press(drawn.button('Scan again'))
    await choose('javascript:alert(1)')
    await drawn.until(() => drawn.text().includes('This code contains no address'))
    expect([drawn.text().includes('javascript:alert(1)'), drawn.root.querySelector('a'), phone.went.length]).toEqual([true, null, 1])
  })

  it('says in words what the camera is for, and what to do when it is not allowed', async () => {
    vi.stubGlobal('isSecureContext', true)
    const devices = { getUserMedia: async () => Promise.reject(new DOMException('no', 'NotAllowedError')) }
    Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true })
    drawn = await drawPage(<ScanScreen />)
    expect(drawn.text()).toContain('The picture stays on this device: nothing is recorded or sent.')
    await drawn.press(drawn.button('Use the camera'))
    await drawn.until(() => drawn.text().includes('Allow the camera for this site in the settings of your browser'))
    expect(drawn.hasButton('Choose a photo')).toBe(true)
    Reflect.deleteProperty(navigator, 'mediaDevices')
  })

  it.each([
    ['https://site.example/device/abc~def', 'own'],
    ['http://site.example/q/7KQ2M9', 'own'],
    ['https://site.example.evil.com/', 'foreign'],
    ['https://site.example@evil.com/', 'foreign'],
    ['https://user:pass@site.example/', 'foreign'],
    ['WIFI:S:gate;P:secret;;', 'text'],
    ['data:text/html,<script>', 'text'],
    ['', 'text'],
  ])('%s is %s', (text, kind) => {
    expect(whatIs(text, 'https://site.example').kind).toBe(kind)
  })
})

it('a typed code of a poster opens its page, in any case and with its address; other words stay words', () => {
  const site = 'https://muster.example'
  for (const typed of ['7KQ2XA', ' 7kq2xa ', 'muster.example/q/7KQ2XA', 'https://muster.example/q/7kq2xa'])
    expect(whatIsTyped(typed, site)).toMatchObject({ kind: 'own', href: expect.stringMatching(/^\/q\/7KQ2XA$/i) })
  expect(whatIsTyped('https://evil.example/form', site)).toMatchObject({ kind: 'foreign' })
  expect(whatIsTyped('gate seven', site)).toEqual({ kind: 'text', text: 'gate seven' })
})
