import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushChoice } from '../../../../contract/endpoints/people/push.ts'
import { ana, forgetDevice, freshDevice } from '../../../../tests/harness/device.tsx'
import { type DrawnPage, drawPage } from '../../../../tests/harness/page.tsx'
import { getStore } from '../../../store/db/store.ts'
import { endNotices } from '../../../store/session/endNotices.ts'
import { renameStoppedNotice, stoppedNotice } from '../../../store/session/stoppedNotice.ts'
import { Toasts } from '../../../ui/feedback/toast.tsx'
import { NoticesSection } from './NoticesSection.tsx'

const server = vi.hoisted(() => ({
  choice: { off: [], details: false } as PushChoice,
  asked: [] as { path: string; body: unknown }[],
  endpoints: [] as string[],
  isDown: false,
  /** Holds the answers to changes back, when there is one. */
  held: undefined as Promise<void> | undefined,
}))

vi.mock('../../../sync/ask.ts', async (original) => {
  const real = await original<typeof import('../../../sync/ask.ts')>()
  return {
    ...real,
    ask: async ({ path }: { path: string }, _params: unknown, body: unknown) => {
      if (server.isDown) throw new real.AskFailed('offline', '', 'offline')
      if (path === '/api/push') return { publicKey: 'key', choice: server.choice, endpoints: server.endpoints }
      server.asked.push({ path, body })
      await server.held
      server.choice = body as PushChoice
      return body
    },
  }
})

let drawn: DrawnPage
async function open() {
  drawn = await drawPage(
    <>
      <NoticesSection />
      <Toasts />
    </>,
  )
}

beforeEach(async () => {
  await freshDevice()
  Object.assign(server, { choice: { off: [], details: false }, asked: [], endpoints: [], isDown: false, held: undefined })
  i18n.activate('en')
})
afterEach(async () => {
  await drawn.remove()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'standalone')
  Reflect.deleteProperty(navigator, 'serviceWorker')
  forgetDevice()
})

describe('notices in User Preferences', () => {
  it('says that this browser cannot show any, and still lets the person choose for other devices', async () => {
    await open()
    await drawn.until(() => drawn.text().includes('This browser cannot show notices.'))
    await drawn.press(drawn.control('A roll call begins'))
    await drawn.until(() => server.asked.length === 1)
    expect(server.asked).toEqual([{ path: '/api/push:choose', body: { off: ['rollCall'], details: false } }])
  })

  it('tells the owner of an iPhone to install the app first', async () => {
    Object.defineProperty(navigator, 'standalone', { value: false, configurable: true })
    await open()
    await drawn.until(() => drawn.text().includes('add Muster to the Home Screen first'))
    expect(drawn.hasButton('Turn on on this device')).toBe(false)
  })

  it('shows the former choice again when it could not be saved', async () => {
    await open()
    await drawn.until(() => drawn.text().includes('Quiet hours'))
    server.isDown = true
    await drawn.press(drawn.control('Names on the lock screen'))
    await drawn.until(() => drawn.text().includes('Notices need a connection to be changed.'))
    expect(drawn.control<HTMLInputElement>('Names on the lock screen').checked).toBe(false)
  })

  it('two quick changes are saved one after the other, and both are seen meanwhile', async () => {
    await open()
    await drawn.until(() => drawn.text().includes('Quiet hours'))
    let release = () => undefined as void
    server.held = new Promise((resolve) => (release = resolve))
    const seen = () => ['A roll call begins', 'Names on the lock screen'].map((label) => drawn.control<HTMLInputElement>(label).checked)
    await drawn.press(drawn.control('A roll call begins'))
    await drawn.press(drawn.control('Names on the lock screen'))
    expect(seen()).toEqual([false, true])
    await drawn.until(() => server.asked.length > 0)
    release()
    await drawn.until(() => server.asked.length === 2)
    expect(server.asked.map(({ body }) => body)).toEqual([
      { off: ['rollCall'], details: false },
      { off: ['rollCall'], details: true },
    ])
    expect(seen()).toEqual([false, true])
  })

  it('a change that another device has made stays', async () => {
    await open()
    await drawn.until(() => drawn.text().includes('Quiet hours'))
    server.choice = { off: ['review'], details: false }
    await drawn.press(drawn.control('Names on the lock screen'))
    await drawn.until(() => server.asked.length === 1)
    expect(server.choice).toEqual({ off: ['review'], details: true })
    await drawn.until(() => !drawn.control<HTMLInputElement>('An answer to review').checked)
  })

  it('starts quiet hours with the time zone of the device', async () => {
    await open()
    await drawn.until(() => drawn.text().includes('Quiet hours'))
    await drawn.press(drawn.control('Quiet hours'))
    await drawn.until(() => server.asked.length === 1)
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions()
    expect(server.asked[0]?.body).toEqual({ off: [], details: false, quiet: { from: '20:00', until: '06:00', timezone } })
  })

  /** A browser that has notices turned on. */
  function subscribed() {
    const endpoint = 'https://push.example.com/1'
    server.endpoints = [endpoint]
    const subscription = { endpoint, unsubscribe: async () => true }
    const registration = { pushManager: { getSubscription: async () => subscription }, getNotifications: async () => [] }
    Object.defineProperty(navigator, 'serviceWorker', { value: { getRegistration: async () => registration }, configurable: true })
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', { permission: 'granted' })
  }
  const own = async () => (await stoppedNotice(getStore(), ana))?.title
  const title = 'Something that you saved needs you'

  it('turned off without a connection, this device says no more that a save needs its author', async () => {
    subscribed()
    await open()
    await expect.poll(own).toBe(title)
    expect(await stoppedNotice(getStore(), 'u:ben')).toBeUndefined()
    server.isDown = true
    await drawn.press(drawn.button('Turn off on this device'))
    await expect.poll(own).toBeUndefined()
  })

  it('a change of the language changes its words, and a log-out ends it until the person turns notices on again', async () => {
    subscribed()
    await open()
    await expect.poll(own).toBe(title)
    await renameStoppedNotice(getStore(), 'Algo que guardaste te necesita')
    expect(await own()).toBe('Algo que guardaste te necesita')
    await endNotices()
    expect(await own()).toBeUndefined()
    await renameStoppedNotice(getStore(), title)
    expect(await own()).toBeUndefined()
  })
})
