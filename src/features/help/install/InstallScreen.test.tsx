import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveRecord } from '../../../../contract/endpoints/records.ts'
import { freshDevice, putDown } from '../../../../tests/harness/device.tsx'
import { act, type DrawnPage, drawPage } from '../../../../tests/harness/page.tsx'
import { queue } from '../../../store/outbox/queue.ts'
import { InstallScreen } from './InstallScreen.tsx'

let drawn: DrawnPage
beforeEach(freshDevice)
afterEach(async () => {
  await putDown(drawn)
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'standalone')
})

/** Safari on iOS says whether the app is on the home screen. */
const onIos = (standalone: boolean) => Object.defineProperty(navigator, 'standalone', { value: standalone, configurable: true })
const ways = () => [...document.querySelectorAll('[data-way]')].map((way) => way.getAttribute('data-way'))
const words = () => document.body.textContent

it('shows an iPhone its own way first, why it matters there, and that the installed app starts empty', async () => {
  onIos(false)
  await queue(saveRecord, { '*': `forms/hazard/${'A'.repeat(20)}` }, { payload: { note: 'wet' } }, { title: 'Hazard' })
  drawn = await drawPage(<InstallScreen />)
  expect(ways()).toEqual(['ios', 'android', 'computer'])
  expect(words()).toContain('Safari deletes what a website has stored after seven days without a visit.')
  expect(words()).toContain('This browser sends only while the app is open.')
  await drawn.until(() => words().includes('The installed app starts empty.'))
})

it('asks the browser to install the app where it can, and says that it sends while the app is closed', async () => {
  vi.stubGlobal('SyncManager', class {})
  const prompt = vi.fn<() => Promise<void>>(() => Promise.resolve())
  // As src/app/main.tsx keeps it.
  Object.assign(window, { installOffer: Object.assign(new Event('beforeinstallprompt'), { prompt }) })
  drawn = await drawPage(<InstallScreen />)
  expect(ways()).toEqual(['computer', 'ios', 'android'])
  expect(words()).toContain('is sent as soon as there is a connection, also after you have closed the app.')
  await act(async () => drawn.button('Install').click())
  expect(prompt).toHaveBeenCalledOnce()
  expect(drawn.hasButton('Install')).toBe(false)
})

it('says so when the app is installed', async () => {
  onIos(true)
  drawn = await drawPage(<InstallScreen />)
  expect(words()).toContain('The app is installed on this device')
  expect(ways()).toEqual([])
})
