import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ana, freshDevice, keep, putDown } from '../../../tests/harness/device.tsx'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { getStore } from '../../store/db/store.ts'
import { noteReadiness } from '../../store/queries/readiness.ts'
import { ReadyScreen } from './ReadyScreen.tsx'

let drawn: DrawnPage
beforeEach(freshDevice)
afterEach(() => putDown(drawn))

const item = (key: string) => document.querySelector(`[data-item="${key}"]`)

it('says how much of a long list is here, and what the PDF viewer lacks, with sizes', async () => {
  const people = '/api/teams/t/lists/people'
  await noteReadiness(getStore(), ana, {
    state: 'kept',
    known: ['screens', 'files', 'needs'],
    pdfUse: 'fill',
    needs: [
      { kind: 'people', url: people, name: 'Tower' },
      { kind: 'gates', url: '/api/gates/g', name: 'Gate 1' },
    ],
  })
  await keep(people, { entries: [{}, {}], total: 1234 })
  await keep('/api/gates/g', { people: [{}], more: true })
  drawn = await drawPage(<ReadyScreen />)
  await drawn.until(() => item('viewer'))
  expect(drawn.text(item('people'))).toContain('1 of 1 on this device')
  expect(drawn.text(item('people'))).toContain('Only in part: Tower (the first 2 of 1,234)')
  expect(drawn.text(item('gates'))).toContain('Only in part: Gate 1 (1, and there are more)')
  await drawn.until(() => drawn.text(item('viewer')).includes('0 of 4 on this device'))
  expect(drawn.text(item('viewer'))).toContain('Missing: Fonts (2.3 MB), Pictures (0.4 MB), Scripts (0.5 MB)')
  expect(item('viewer')?.getAttribute('data-ready')).toBe('false')
})

it('is not ready in a browser that forgets what is stored unless the app is installed', async () => {
  await noteReadiness(getStore(), ana, { state: 'kept', known: ['screens', 'files', 'needs'], needs: [] })
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true })
  drawn = await drawPage(<ReadyScreen />)
  await drawn.until(() => item('installed'))
  expect(item('installed')?.getAttribute('data-ready')).toBe('false')
  expect(item('installed')?.querySelector('a')?.getAttribute('href')).toBe('/install')
  Reflect.deleteProperty(navigator, 'standalone')
})
