import 'fake-indexeddb/auto'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import { translateSettings } from '../../../contract/forms/translateSettings.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { MusterDb, SpillDb } from '../../store/db/MusterDb.ts'
import { openStore, setStore } from '../../store/db/store.ts'
import example from './pdf.form.json'

/** jsdom cannot render pages, so the test turns them. The reader itself is tested in a browser. */
const reader = vi.hoisted(() => ({ view: undefined as ((highest: number, pages: number) => void) | undefined, source: '' }))
vi.mock('../../ui/pdf-pages/PdfReader.tsx', () => ({
  PdfReader: ({ source, onViewed }: { source: string; onViewed: (highest: number, pages: number) => void }) => {
    reader.view = onViewed
    reader.source = source
    return null
  },
}))

let count = 0
beforeAll(async () => void (await import('./PdfField.tsx')))
beforeEach(() => {
  count++
  reader.view = undefined
  setStore(openStore({ db: new MusterDb({ name: `pdf-${count}` }), spill: new SpillDb({ name: `pdf-spill-${count}` }) }))
})
const open: Awaited<ReturnType<typeof drawForm>>[] = []
afterEach(async () => {
  for (const page of open.splice(0)) await page.remove()
})

async function draw(setting: Partial<FieldSetting<'pdf'>> = {}, options: Parameters<typeof drawForm>[1] = {}) {
  const page = await drawForm([{ type: 'pdf', attribute: 'rules', label: 'Site rules', source: '/media/rules.pdf', ...setting }], options)
  open.push(page)
  await page.until(() => page.text() !== '' && page.root.querySelector('.m-watched, [role=note]'))
  return page
}
const view = (page: number, of: number) => act(() => reader.view?.(page, of))

describe('a document to read', () => {
  it('the example form is a form that the product shows, with another document per language', () => {
    const checked = checkSettings(example)
    if (!checked.ok) throw new Error('the form has problems')
    expect(JSON.stringify(translateSettings(checked.form, 'es').children)).toContain('/media/site-rules.es.pdf')
  })

  it('FE-214 FE-012 progress is the highest page seen of all pages, and is complete at nine tenths', async () => {
    const page = await draw({ required: true })
    await page.press(page.button('Read the document'))
    await page.until(() => reader.view)
    expect(reader.source).toContain('/media/rules.pdf')
    await view(1, 10)
    await view(4, 10)
    await page.until(
      () =>
        JSON.stringify(page.form.value('rules')) ===
        '{"learningIndex":0,"link":"/media/rules.pdf","watchedPercent":0.4,"hasWatchedVideo":false}',
    )
    expect(page.text()).toContain('Page 4 of 10 reached, 90% needed')
    await act(() => void page.form.validate())
    expect(page.form.problems().map(({ message }) => message)).toEqual(['Site rules Required'])
    await view(2, 10)
    await view(9, 10)
    await page.until(() => (page.form.value('rules') as { hasWatchedVideo?: boolean }).hasWatchedVideo)
    expect(page.form.problems()).toEqual([])
  })

  it('FE-214 a document of one page counts as read when it is seen', async () => {
    const page = await draw({ target: 1 })
    await page.press(page.button('Read the document'))
    await page.until(() => reader.view)
    await view(1, 1)
    await page.until(() => (page.form.value('rules') as { hasWatchedVideo?: boolean } | undefined)?.hasWatchedVideo)
  })

  it('goes on only when it is read', async () => {
    const page = await draw({ next: 'open:/frontend/tasks/a', target: 0.5 })
    expect(page.button('Next').disabled).toBe(true)
    expect(page.text()).toContain('Please read the document to continue')
    await page.press(page.button('Read the document'))
    await page.until(() => reader.view)
    await view(1, 2)
    await page.until(() => !page.button('Next').disabled)
    await page.press(page.button('Next'))
    expect(page.told.actions).toEqual(['open:/frontend/tasks/a'])
  })

  it('looking at it in a read-only form changes nothing', async () => {
    const page = await draw({}, { readOnly: true, model: { rules: { watchedPercent: 0.5, hasWatchedVideo: false } } })
    expect(page.text()).toContain('50% read')
    await page.press(page.button('Continue reading'))
    await page.until(() => reader.view)
    await view(2, 2)
    expect(page.form.value('rules')).toEqual({ watchedPercent: 0.5, hasWatchedVideo: false })
  })

  it('a document of another website says why it is not shown', async () => {
    const page = await draw({ source: 'https://example.com/rules.pdf' })
    expect(page.text()).toContain('This document is on another website')
  })
})
