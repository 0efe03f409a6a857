import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { Toasts } from '../../ui/feedback/toast.tsx'
import { LiveForm } from './LiveForm.tsx'

let drawn: DrawnPage | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
  vi.unstubAllGlobals()
})

const form = (label: string): FormSettings => ({
  name: 'My form',
  children: [{ type: 'text', attribute: 'gate', label, required: true }],
})
let model: Model = {}
const live = (settings: FormSettings, offline = false) => (
  <>
    <LiveForm settings={settings} readOnly={false} offline={offline} onModel={(next) => (model = next)} />
    <Toasts />
  </>
)

describe('the live form of the studio', () => {
  it('works as on site, tells what a save would hold, and sends nothing', async () => {
    const sent = vi.fn(() => Promise.reject(new Error('nothing may be sent')))
    vi.stubGlobal('fetch', sent)
    drawn = await drawPage(live(form('Gate'), true))
    const page = drawn
    await page.press(page.button('Test this form'))
    expect(page.text()).toContain('Gate Required')
    await page.type(page.control('Gate'), 'North')
    await page.until(() => model['gate'] === 'North')
    await page.press(page.button('Test this form'))
    await page.until(() => page.text().includes('kept on the device'))
    expect(sent).not.toHaveBeenCalled()
  })

  it('keeps what was typed while the settings change under it', async () => {
    drawn = await drawPage(live(form('Gate')))
    const page = drawn
    await page.type(page.control('Gate'), 'North')
    await page.draw(live(form('Which gate?')))
    await page.until(() => page.text().includes('Which gate?'))
    expect(page.control('Which gate?').value).toBe('North')
  })
})
