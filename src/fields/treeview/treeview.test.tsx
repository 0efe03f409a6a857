import 'fake-indexeddb/auto'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { MusterDb, SpillDb } from '../../store/db/MusterDb.ts'
import { setFetcher } from '../../store/db/emitStoreEvent.ts'
import { setOwner } from '../../store/identity/getOwner.ts'
import { getStore, openStore, setStore } from '../../store/db/store.ts'
import example from './treeview.form.json'

/** jsdom cannot render pages; the reader itself is tested in a browser. */
vi.mock('../../ui/pdf-pages/PdfReader.tsx', () => ({
  PdfReader: ({ source, title }: { source: string; title: string }) => <div data-reader={source}>{title}</div>,
}))

let count = 0
beforeAll(async () => {
  await Promise.all([import('./TreeviewField.tsx'), import('./FileBrowser.tsx')])
})
beforeEach(async () => {
  count++
  setStore(openStore({ db: new MusterDb({ name: `tree-${count}` }), spill: new SpillDb({ name: `tree-spill-${count}` }) }))
  await setOwner('u:me')
})
const open: Awaited<ReturnType<typeof drawForm>>[] = []
afterEach(async () => {
  for (const page of open.splice(0)) await page.remove()
  setFetcher(undefined)
  vi.restoreAllMocks()
})

const drawings = [
  { path: 'Level 2/A-201.pdf', url: '/media/a-201.pdf' },
  { path: 'Level 2/Doors.xlsx', url: '/media/doors.xlsx' },
  { path: 'Roof.pdf', url: '/media/roof.pdf' },
]

async function browse() {
  const page = await drawForm([{ type: 'treeview', label: 'Drawings', attribute: 'drawings' }], { model: { drawings } })
  open.push(page)
  await page.until(() => page.hasButton('Open 3 files'))
  await page.press(page.button('Open 3 files'))
  await page.until(() => page.root.querySelector('[role=tree]'))
  const rows = () => [...page.root.querySelectorAll<HTMLElement>('[role=treeitem]')]
  const row = (name: string) => rows().find((one) => one.textContent?.startsWith(name)) as HTMLElement
  const key = (text: string) =>
    act(() => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: text, bubbles: true, cancelable: true })))
  return { page, rows, row, key, names: () => rows().map((one) => one.querySelector('.m-treeview-name')?.textContent) }
}

describe('the file browser', () => {
  it('the example form is a form that the product shows', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })

  it('FE-077 FE-162 a PDF opens in the viewer', async () => {
    const { page, row, names } = await browse()
    const outside = vi.spyOn(window, 'open').mockReturnValue(null)
    expect(names()).toEqual(['Level 2', 'Roof.pdf'])
    await page.press(row('Roof.pdf'))
    await page.until(() => page.root.querySelector('[data-reader$="/media/roof.pdf"]'))
    expect(outside).not.toHaveBeenCalled()
  })

  it('FE-078 FE-162 any other file opens in a new window that knows nothing of this one', async () => {
    const { page, row, names } = await browse()
    const outside = vi.spyOn(window, 'open').mockReturnValue(null)
    await page.press(row('Level 2'))
    expect(names()).toEqual(['Level 2', 'A-201.pdf', 'Doors.xlsx', 'Roof.pdf'])
    await page.press(row('Doors.xlsx'))
    expect(outside.mock.calls).toEqual([['/media/doors.xlsx', '_blank', 'noopener,noreferrer']])
    expect(page.root.querySelector('[data-reader]')).toBeNull()
  })

  it('is walked by keyboard: arrows, Home, End, letters, Enter; folders open and close', async () => {
    const { page, row, key, names } = await browse()
    await act(() => row('Level 2').focus())
    const here = () => document.activeElement?.querySelector('.m-treeview-name')?.textContent
    await key('ArrowRight')
    expect(row('Level 2').getAttribute('aria-expanded')).toBe('true')
    await key('ArrowRight')
    expect(here()).toBe('A-201.pdf')
    await key('End')
    expect(here()).toBe('Roof.pdf')
    await key('d')
    expect(here()).toBe('Doors.xlsx')
    await key('ArrowLeft')
    expect(here()).toBe('Level 2')
    await key('ArrowLeft')
    expect(names()).toEqual(['Level 2', 'Roof.pdf'])
    await key('ArrowDown')
    await key('Enter')
    await page.until(() => page.root.querySelector('[data-reader$="/media/roof.pdf"]'))
  })

  it('is searched, and says when nothing is found', async () => {
    const { page, names } = await browse()
    await page.type(page.root.querySelector('input[type=search]') as HTMLElement, 'doors')
    expect(names()).toEqual(['Level 2', 'Doors.xlsx'])
    await page.type(page.root.querySelector('input[type=search]') as HTMLElement, 'pool')
    expect(page.text()).toContain('Nothing found')
  })
})

describe('a list that the server keeps', () => {
  const draw = async (url: string) => {
    const page = await drawForm([{ type: 'treeview', label: 'Documents', url, emptyMessage: 'Nothing here yet' }])
    open.push(page)
    return page
  }
  it('FE-162 is on the device for a place without signal', async () => {
    setFetcher(async () => 'offline')
    await getStore().db.screens.put({ owner: 'u:me', url: '/api/media', v: 1, data: { files: drawings }, version: 1, fetchedAt: 1 })
    const page = await draw('/api/media')
    await page.until(() => page.hasButton('Open 3 files'))
  })
  it('says when it is not there, and when it is empty', async () => {
    setFetcher(async () => 'offline')
    const page = await draw('/api/media')
    await page.until(() => page.text().includes('The list of files is not on this device'))
    expect(page.hasButton('Try again')).toBe(true)
    await getStore().db.screens.put({ owner: 'u:me', url: '/api/other', v: 1, data: { files: [] }, version: 1, fetchedAt: 1 })
    const empty = await draw('/api/other')
    await empty.until(() => empty.text().includes('Nothing here yet'))
  })
  it('is never asked for elsewhere', async () => {
    const page = await draw('https://example.com/list.json')
    await page.until(() => page.text().includes('has no address on this server'))
  })
})
