import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { PlaygroundScreen } from './PlaygroundScreen.tsx'

let drawn: DrawnPage | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
  vi.unstubAllGlobals()
})

async function open() {
  drawn = await drawPage(<PlaygroundScreen />)
  const page = drawn
  await page.until(() => page.text().includes('This form can be published'))
  return page
}
const settings = () => document.querySelector<HTMLTextAreaElement>('textarea[aria-label=Settings]') as HTMLTextAreaElement
const form = (children: unknown[]) => JSON.stringify({ name: 'My form', children })

describe('the playground', () => {
  it('shows any form file live, and sends nothing', async () => {
    const sent = vi.fn(() => Promise.reject(new Error('nothing may be sent')))
    vi.stubGlobal('fetch', sent)
    const page = await open()
    await page.type(settings(), form([{ type: 'text', attribute: 'gate', label: 'Gate', required: true }]))
    await page.until(() => page.text().includes('My form'))
    await page.press(page.button('Check as a save would'))
    expect(page.text()).toContain('Gate Required')
    await page.type(page.control('Gate'), 'North')
    await page.until(() => page.text(document.querySelector('.m-playground-model')).includes('"gate": "North"'))
    expect(sent).not.toHaveBeenCalled()
  })
  it('says where a file is wrong and what was expected, and leaves the last good form standing', async () => {
    const page = await open()
    await page.type(settings(), form([{ type: 'text', attribute: 'gate', label: 'Gate' }]))
    await page.until(() => page.text().includes('My form'))
    await page.type(
      settings(),
      form([
        { type: 'text', attribute: 'gate', label: 'Gate' },
        { type: 'txt', attribute: 'b' },
      ]),
    )
    await page.until(() => page.text().includes('children[1].type'))
    expect(page.control('Gate')).toBeTruthy()
    await page.type(settings(), '{ "name": ')
    await page.until(() => page.text().includes('JSON'))
  })
  it('keeps what was typed while the settings change under it', async () => {
    const page = await open()
    await page.type(settings(), form([{ type: 'text', attribute: 'gate', label: 'Gate' }]))
    await page.until(() => page.text().includes('My form'))
    await page.type(page.control('Gate'), 'North')
    await page.type(settings(), form([{ type: 'text', attribute: 'gate', label: 'Which gate?' }]))
    await page.until(() => page.text().includes('Which gate?'))
    expect(page.control('Which gate?').value).toBe('North')
  })
})
