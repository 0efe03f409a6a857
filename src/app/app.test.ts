import { showBlocked, storageIsBlocked } from './blockedFrame.ts'
import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { httpsAddress } from './https.ts'
import { rootScreen } from './rootScreens.ts'

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

it('CO-012 a frame whose browser keeps nothing for it says so, and leads to a window of its own', async () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB')
  const databases = (answer: () => Promise<unknown>) =>
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: { databases: answer } })
  databases(() => Promise.reject(new DOMException('denied', 'UnknownError')))
  expect(await storageIsBlocked()).toBe(true)
  databases(() => Promise.resolve([]))
  expect(await storageIsBlocked()).toBe(false)
  if (before) Object.defineProperty(globalThis, 'indexedDB', before)
  const root = document.createElement('div')
  showBlocked(root)
  expect(root.textContent).toContain('would not be safe here')
  expect(root.querySelector('a')).toMatchObject({ href: location.href, target: '_blank' })
})
