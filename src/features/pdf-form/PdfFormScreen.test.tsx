import 'fake-indexeddb/auto'
import { Blob as NodeBlob } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { PdfConfig } from '../../../contract/forms/PdfConfig.ts'
import type { RecordSave } from '../../../contract/endpoints/records.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { pdfOf } from '../../../tests/harness/malformedPdf.ts'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { answersOf, wrongAmong } from '../../answers/answersOf.ts'
import type { PageHost } from '../../engine/PageHost.ts'
import { setDocumentForm } from '../../fields/documentForm.ts'
import { readFields } from '../../pdf/readFields.ts'
import { addBlob, getFile } from '../../store/files/addBlob.ts'
import { MusterDb, SpillDb } from '../../store/db/MusterDb.ts'
import { forgetOwner, setOwner } from '../../store/identity/getOwner.ts'
import { getStore, openStore, setStore } from '../../store/db/store.ts'
import { Dialogs } from '../../ui/overlays/confirmDialog.tsx'
import { Toasts } from '../../ui/feedback/toast.tsx'
import { PdfFormScreen } from './PdfFormScreen.tsx'

const permitBytes = new Uint8Array(readFileSync('server/demo/media/hot-work-permit.pdf'))
let bytes = permitBytes
const permit = JSON.parse(readFileSync('server/demo/forms/hot-work-permit.form.json', 'utf8')) as FormSettings
const pages = 2
/**
 * Only browsers draw pages; here pages have the size in the file, and the test sets which of them are seen.
 */
const seen = { page: (_: number) => undefined as unknown, went: [] as number[] }
let opened = 0
/** A slow device reads the bytes of a document when this resolves. */
const delivery = { asked: 0, may: Promise.resolve() }

const view = {
  width: 612,
  height: 792,
  rotation: 0,
  convertToViewportPoint: (x: number, y: number) => [x, 792 - y],
  convertToPdfPoint: (x: number, y: number) => [x, 792 - y],
}

vi.mock('../../ui/pdf-pages/openPdf.ts', () => ({
  PdfTrouble: class extends Error {
    kind = 'broken'
  },
  preparePdf: () => undefined,
  openPdf: () => {
    opened++
    const pdf = {
      numPages: pages,
      getData: () => {
        delivery.asked++
        return delivery.may.then(() => bytes.slice())
      },
      getPage: (pageNumber: number) => Promise.resolve({ pageNumber, rotate: 0, getViewport: () => view }),
      getFieldObjects: () => Promise.resolve(null),
      hasJSActions: () => Promise.resolve(false),
    }
    return Promise.resolve({ pdf, close: () => undefined })
  },
}))
vi.mock('../../ui/pdf-pages/PdfPages.tsx', () => ({
  PdfPages: ({
    layer,
    onViewed,
    ref,
  }: {
    layer(page: object, view: object): React.ReactNode
    onViewed(page: number): void
    ref: React.RefObject<object>
  }) => {
    seen.page = onViewed
    ref.current = { goTo: (page: number) => seen.went.push(page) }
    return Array.from({ length: pages }, (_, index) => <div key={index}>{layer({ pageNumber: index + 1 }, view)}</div>)
  },
}))

// The Blob of jsdom can't be read.
vi.stubGlobal('Blob', NodeBlob)
// jsdom can't draw on a canvas.
HTMLCanvasElement.prototype.getContext = () => null
// jsdom has no layout, so that nothing changes its size or scrolls into view.
vi.stubGlobal(
  'IntersectionObserver',
  class {
    observe() {}
    disconnect() {}
  },
)
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
)

const told = { finished: [] as Record<string, unknown>[], addresses: [] as string[], ran: [] as unknown[], dirty: false }
const host: PageHost = {
  embedded: false,
  busy: () => () => undefined,
  finish: (result, origin) => void told.finished.push({ ...result, origin }),
  fail: () => undefined,
  reload: () => undefined,
  dirty: (is) => {
    told.dirty = is
  },
  run: (action) => {
    told.ran.push(action)
    return Promise.resolve()
  },
  navigate: (url) => void told.addresses.push(url),
}

let drawn: DrawnPage | undefined
let device = 0

beforeEach(async () => {
  Object.assign(told, { finished: [], addresses: [], ran: [], dirty: false })
  opened = 0
  bytes = permitBytes
  device++
  setStore(openStore({ db: new MusterDb({ name: `pdf-${device}` }), spill: new SpillDb({ name: `pdf-spill-${device}` }) }))
  forgetOwner()
  await setOwner('u:ana')
})
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
  await getStore().db.delete()
  await getStore().spill.delete()
  sessionStorage.clear()
})

function data(config: Partial<PdfConfig> = {}, more: Partial<PageData> = {}): PageData {
  const { pdf, name, recordTitle } = permit
  return {
    component: 'pdfForm',
    formVersion: '1',
    componentConfig: { recoveryEnabled: true },
    auth: { uid: 'person-1', name: 'Ana Souza' },
    person: { model: { name: 'Ana Souza' } },
    form: { name, ...(recordTitle && { recordTitle }), pdf: { ...(pdf as PdfConfig), ...config }, children: [] },
    record: { path: 'forms/hot-work-permit/:new', rev: 0, model: {} },
    ...more,
  }
}

const screenOf = (page: PageData) => (
  <>
    <PdfFormScreen data={page} host={host} address="/api/forms/hot-work-permit.json" owner="u:ana" />
    <Dialogs />
    <Toasts />
  </>
)
async function open(page: PageData = data()): Promise<DrawnPage> {
  drawn = await drawPage(screenOf(page))
  await drawn.until(() => document.querySelector('[data-field]'))
  return drawn
}

const field = <E extends HTMLElement = HTMLInputElement>(name: string, at = 0) => {
  const found = document.querySelectorAll<E>(`[data-field="${name}"]`)[at]
  if (!found) throw new Error(`no field ${name}`)
  return found
}
const readAll = () => act(() => void [1, 2].forEach((page) => seen.page(page)))
const outbox = () => getStore().db.outbox.toArray()

describe('a PDF form', () => {
  it('FE-098 FE-099 FE-100 FE-101 FE-103 FE-252 has in its toolbar what its settings say', async () => {
    const page = await open(data({ submitLabel: undefined, nextLabel: 'To the gate', nextUrl: '/frontend/forms/check-in' }))
    for (const label of ['Zoom in', 'Zoom out', 'Share', 'Fullscreen', 'Attachments (0)', 'Submit', 'To the gate'])
      expect(page.hasButton(label), label).toBe(true)
    expect(page.text()).not.toContain('View Only')
    await page.press(page.button('Share'))
    await page.until(() => told.ran.length > 0)
    expect(told.ran[0]).toMatch(/^share:\/api\/link\//)
    const all = page.button('1 / 2: all pages')
    await page.press(all)
    await page.until(() => document.querySelector('.m-pdfPages-thumbs'))
    await act(() => void all.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })))
    expect(document.querySelector('.m-pdfPages-thumbs')).toBeNull()
    await page.remove()

    const reading = await open(data({ submitDisabled: true, attachmentsDisabled: true, forceReadonly: true }))
    expect(reading.text()).toContain('View Only')
    for (const label of ['Submit', 'Send permit', 'Attachments', 'Next']) expect(reading.hasButton(label), label).toBe(false)
    expect(field('location').readOnly).toBe(true)
    expect(field<HTMLSelectElement>('kind').disabled).toBe(true)
  })

  it('leads to the signature and puts initials down, from the menu; of a digital signature it says beforehand what filling in does', async () => {
    const page = await open()
    const menuOf = async (shown: DrawnPage) => {
      await shown.press(shown.button('More'))
      return await shown.until(() => document.querySelector('[role=menu]'))
    }
    const choose = async (label: string) => {
      const item = [...(await menuOf(page)).querySelectorAll('[role=menuitem]')].find(({ textContent }) => textContent === label)
      if (!item) throw new Error(`no ${label}`)
      await page.press(item)
    }
    await choose('Go to the signature')
    await page.until(() => document.activeElement === field('worker_signature'))
    await choose('Add my initials (AS)')
    await page.until(() => document.querySelector<HTMLInputElement>('input[aria-label="Text on page 1"]')?.value === 'AS')
    await choose('Add text')
    await page.until(() => document.activeElement?.getAttribute('aria-label') === 'Text on page 1')
    expect((document.activeElement as HTMLInputElement).value).toBe('')
    expect(page.text()).not.toContain('has a digital signature')
    await page.remove()

    const box = '/Type /Annot /Subtype /Widget /P 3 0 R /F 4'
    bytes = new Uint8Array(
      pdfOf(
        '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R 5 0 R] >> >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [4 0 R 5 0 R] >>',
        `<< ${box} /Rect [50 700 250 720] /FT /Tx /T (location) >>`,
        `<< ${box} /Rect [50 600 250 640] /FT /Sig /T (approved) /V << /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 10] >> >>`,
      ),
    )
    const signed = await open(data({ fieldOrder: [] }))
    expect(signed.text()).toContain('This document has a digital signature. Your answers may make it invalid.')
    // It is signed already, so there is no signature field to go to.
    expect((await menuOf(signed)).textContent).not.toContain('Go to the signature')
    await signed.remove()
    const reading = await open(data({ fieldOrder: [], forceReadonly: true }))
    expect(reading.text()).not.toContain('has a digital signature')
  })

  it('FE-251 opens once: what the page receives later changes nothing before the next visit', async () => {
    const page = await open()
    await page.type(field('location'), 'Roof')
    await page.draw(screenOf(data({ submitLabel: 'Other words', required: ['remarks'] })))
    expect(opened).toBe(1)
    expect(page.hasButton('Send permit')).toBe(true)
    expect(field('location').value).toBe('Roof')
    await page.remove()
    const again = await open(data({ submitLabel: 'Other words' }))
    expect(again.hasButton('Other words')).toBe(true)
    expect(opened).toBe(2)
  })

  it('FE-255 FE-308 FE-309 FE-415 goes on only when the last page was in view, unless it need not be read', async () => {
    const page = await open(data({ nextUrl: '/frontend/forms/check-in' }))
    await page.press(page.button('Next'))
    expect(page.text()).toContain('Please Read Entire Document')
    expect(told.addresses).toEqual([])
    await act(() => void seen.page(2))
    // Back on the first page: the highest page counts.
    await act(() => void seen.page(1))
    await page.press(page.button('Next'))
    await page.until(() => told.addresses.length > 0)
    expect(told.addresses).toEqual(['/frontend/forms/check-in'])
    await page.remove()
    told.addresses = []
    const free = await open(data({ nextUrl: '/frontend/forms/check-in', forceRead: false }))
    await free.press(free.button('Next'))
    await free.until(() => told.addresses.length > 0)
  })

  it('FE-308 FE-415 submits a document that must be read only when its last page was in view', async () => {
    const page = await open(data({ forceRead: true, fieldEnforceRequired: true }))
    await page.press(page.button('Send permit'))
    await page.until(() => page.text().includes('Please Read Entire Document'))
    expect(document.querySelector('dialog')).toBeNull()
    await readAll()
    await page.press(page.button('Send permit'))
    await page.until(() => document.querySelector('dialog'))
  })

  it('submits before the last page was in view where the form does not say that it must be read', async () => {
    const page = await open()
    await page.press(page.button('Send permit'))
    // It goes as far as the fields that are missing.
    await page.until(() => document.querySelector('dialog'))
  })

  it('a next button without an address turns the page', async () => {
    const page = await open(data({ nextLabel: 'Read on' }))
    seen.went.length = 0
    await page.press(page.button('Read on'))
    expect(seen.went).toEqual([2])
    expect(told.addresses).toEqual([])
  })

  it('FE-305 FE-414 says what is missing, in words and on the page, leads there, and takes the mark off as soon as it is filled in', async () => {
    const page = await open()
    await readAll()
    await page.press(page.button('Send permit'))
    const dialog = await page.until(() => document.querySelector('dialog'))
    expect(page.text(dialog)).toMatch(
      /^The following fields are missing values:Valid until \(time\)Place of workKind of workFire extinguisher.*Combustibles.*Fire watchSignature of the worker/,
    )
    expect(await outbox()).toEqual([])
    const first = [...dialog.querySelectorAll('button')].find((button) => button.textContent === 'Place of work')
    await page.press(first as Element)
    await page.until(() => document.activeElement === field('location'))
    expect(field('location').getAttribute('aria-invalid')).toBe('true')
    await page.type(field('location'), 'Roof')
    expect(field('location').getAttribute('aria-invalid')).toBeNull()
    expect(field('valid_until').getAttribute('aria-invalid')).toBe('true')
  })

  it('walks with Tab in the order of the form, across pages', async () => {
    const page = await open(data({ fieldOrder: ['location', 'worker_name'] }))
    const tab = (from: HTMLElement, shiftKey = false) =>
      act(() => void from.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', shiftKey, bubbles: true, cancelable: true })))
    await tab(field('location'))
    await page.until(() => document.activeElement === field('worker_name'))
    await tab(field('worker_name'), true)
    await page.until(() => document.activeElement === field('location'))
    expect(field('location').getAttribute('aria-label')).toBe('Place of work (required)')
  })

  it('submits through the outbox: the filled file, the files beside it, their list, and the answers; and starts empty again', async () => {
    const page = await open()
    const photo = await addBlob({ bytes: new Blob(['x']), type: 'image/jpeg', filename: 'torch.jpg', draftId: 'd' })
    await readAll()
    expect(field('worker_name').value).toBe('Ana Souza')
    await page.type(field('valid_until'), '15:30')
    await page.type(field('location'), 'Roof')
    await page.choose(field('kind'), 'Welding')
    for (const name of ['checks.extinguisher', 'checks.combustibles']) await page.press(field(name))
    await page.press(field('fire_watch', 1))
    expect(told.dirty).toBe(true)
    await page.remove()

    // The recovery draft restores everything, also a later page, a photo and a signature that another tab has
    // added.
    await page.until(async () => (await getStore().db.drafts.count()) === 1)
    const [draft] = await getStore().db.drafts.toArray()
    if (!draft) throw new Error('no draft')
    const mark = {
      id: 'm'.repeat(20),
      kind: 'signature',
      page: 2,
      rect: [330, 505, 500, 540],
      strokes: [[[0.1, 0.1, 0.5] as const, [0.5, 0.3, 0.5] as const]],
      signatory: 'Ana Souza',
      at: '2026-03-14T09:00:00.000Z',
    }
    const item = { ...photo, filename: 'torch.jpg', type: 'image/jpeg', url: `/api/files/${photo.id}` }
    await getStore().db.drafts.put({ ...draft, body: { ...draft.body, marks: [mark], attachments: [item] }, blobIds: [photo.id] })
    const again = await open()
    expect(field('location').value).toBe('Roof')
    expect(again.hasButton('Attachments (1)')).toBe(true)
    await readAll()
    await again.press(again.button('Send permit'))
    await again.until(() => told.finished.length > 0)
    expect(told.finished[0]).toMatchObject({ queued: true, origin: 'record' })
    const [op, ...more] = await outbox()
    expect(more).toEqual([])
    if (!op) throw new Error('nothing was kept')
    const { payload, files } = op.body as RecordSave
    const [file] = payload['pdf'] as { id: string; filename: string }[]
    expect(payload).toMatchObject({
      title: 'Welding · Roof',
      fields: { location: 'Roof', kind: 'Welding', 'checks.extinguisher': true, fire_watch: 'During and 60 min after' },
      attachments: [{ id: photo.id, filename: 'torch.jpg', url: `/api/files/${photo.id}` }],
      read: { highest: 2, pages: 2 },
    })
    expect(file?.filename).toBe('Hot work permit.pdf')
    expect(files?.map(({ id }) => id)).toEqual([file?.id, photo.id])
    expect(op.blobIds).toEqual([file?.id, photo.id])
    const sent = new Uint8Array(await ((await getFile(file?.id ?? '')) as Blob).arrayBuffer())
    const { fields } = await readFields(sent)
    const value = (name: string) => fields.find((one) => one.name === name)?.value
    expect([value('location'), value('kind'), value('checks.extinguisher'), value('fire_watch'), value('worker_name')]).toEqual([
      'Roof',
      'Welding',
      true,
      '1',
      'Ana Souza',
    ])
    expect(await getStore().db.drafts.count()).toBe(0)
    await again.until(() => document.querySelector<HTMLInputElement>('[data-field="location"]')?.value === '')
  })

  it('a person who has signed may place the same signature again, with a new stamp; no other person gets the offer, and no one after log-out', async () => {
    const stamped = (marks: unknown) => marks as { by?: string; signatory: string; at: string; strokes: unknown; rect: number[] }[]
    const marks = async () => stamped((await getStore().db.drafts.toArray())[0]?.body['marks'] ?? [])
    const offered = () => [...document.querySelectorAll('button')].find((button) => button.textContent === 'Use my signature')
    const mark = (by?: string) => ({
      id: 'm'.repeat(20),
      kind: 'signature',
      page: 1,
      rect: [10, 10, 110, 60],
      strokes: [[[0.1, 0.1, 0.5] as const, [0.5, 0.3, 0.5] as const]],
      signatory: 'Ana Souza',
      ...(by && { by }),
      at: '2026-03-14T09:00:00.000Z',
    })
    await setOwner('u:person-1')
    const page = await open()
    await page.press(field('worker_signature'))
    await page.until(() => document.querySelector('dialog'))
    expect(offered()).toBeUndefined()
    await page.press(page.button('Cancel'))
    await page.type(field('location'), 'Roof')
    await page.remove()
    await page.until(async () => (await getStore().db.drafts.count()) === 1)
    const held = (await getStore().db.drafts.toArray())[0]
    if (!held) throw new Error('no draft')

    // A signature by another person or by an unknown person must not be reused.
    for (const by of ['person-2', undefined]) {
      await getStore().db.drafts.put({ ...held, body: { ...held.body, marks: [mark(by)] } })
      const other = await open()
      await other.press(field('worker_signature'))
      await other.until(() => document.querySelector('dialog'))
      expect(offered(), by).toBeUndefined()
      await other.remove()
    }

    await getStore().db.drafts.put({ ...held, body: { ...held.body, marks: [mark('person-1')] } })
    const own = await open()
    await own.press(field('worker_signature'))
    const use = await own.until(offered)
    await own.press(use)
    await own.until(async () => (await marks()).length === 2)
    const [first, second] = await marks()
    expect(second).toMatchObject({ by: 'person-1', signatory: 'Ana Souza', strokes: first?.strokes })
    expect(second?.rect).not.toEqual(first?.rect)
    expect(Date.parse(second?.at ?? '')).toBeGreaterThan(Date.parse(first?.at ?? ''))

    await own.press(field('worker_signature'))
    await own.until(offered)
    await act(() => setOwner('p:'))
    await own.until(() => document.querySelector('dialog') && !offered())
  })

  it('FE-114 an attachment that comes inside the settings opens from there, and is sent as a file of its own; one with an address stays where it is', async () => {
    const there = { id: 'plan', filename: 'plan.pdf', url: '/api/files/AAAAAAAAAAAAAAAAAAAA' }
    const inline = { id: 'sketch', filename: 'sketch.png', url: `data:image/png;base64,${btoa('a sketch')}` }
    const shown: Blob[] = []
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${shown.push(blob as Blob)}`)
    const opens = vi.spyOn(window, 'open').mockReturnValue(null)
    const page = await open(data({ attachments: [there, inline], fieldEnforceRequired: false }))
    await page.press(page.button('Attachments (2)'))
    await page.press(page.button('Open sketch.png'))
    await page.until(() => opens.mock.calls.length > 0)
    expect(opens.mock.calls[0]?.[0]).toBe('blob:1')
    expect(await shown[0]?.text()).toBe('a sketch')
    create.mockRestore()
    opens.mockRestore()
    await page.press(page.button('Done'))
    await readAll()
    await page.press(page.button('Send permit'))
    await page.until(() => told.finished.length > 0)
    const [op] = await outbox()
    if (!op) throw new Error('nothing was kept')
    const { payload, files } = op.body as RecordSave
    const [first, second] = payload['attachments'] as { id: string; filename: string; url: string }[]
    expect(first).toEqual(there)
    expect(second).toMatchObject({ filename: 'sketch.png', type: 'image/png', url: `/api/files/${second?.id}` })
    expect(files?.map(({ id }) => id)).toContain(second?.id)
    expect(op.blobIds).toContain(second?.id)
    expect(await ((await getFile(second?.id ?? '')) as Blob).text()).toBe('a sketch')
    expect(JSON.stringify(payload)).not.toContain('data:')
  })

  it('FE-145 a field of a form shows a PDF form with its toolbar, keeps what is filled in, and takes what is submitted as its answer; progress is the share of pages', async () => {
    setDocumentForm(PdfFormScreen)
    const { source, ...form } = permit.pdf as PdfConfig
    const nonConforming = [{ fieldName: 'kind', value: 'Welding' }]
    const children: NodeSetting[] = [
      { type: 'pdf', attribute: 'permit', label: 'Permit', source, required: true, form: { ...form, nonConforming } },
    ]
    const about = { about: { auth: { uid: 'person-1', name: 'Ana Souza' }, person: { model: { name: 'Ana Souza' } } }, owner: 'u:ana' }
    const page = await drawForm(children, { host: about })
    drawn = page
    const answer = () => page.form.value('permit') as Record<string, unknown> | undefined
    const begin = async () => {
      await page.press(
        await page.until(() => [...document.querySelectorAll('button')].find((one) => /document$|filled in$/.test(page.text(one)))),
      )
      await page.until(() => document.querySelector('dialog [data-field]'))
    }
    await begin()
    for (const label of ['Zoom in', 'Zoom out', 'Share', 'Fullscreen', 'Attachments (0)', 'Send permit'])
      expect(page.hasButton(label), label).toBe(true)
    expect(field('worker_name').value).toBe('Ana Souza')
    await page.type(field('valid_until'), '15:30')
    await page.type(field('location'), 'Roof')
    await page.choose(field('kind'), 'Welding')
    for (const name of ['checks.extinguisher', 'checks.combustibles']) await page.press(field(name))
    await page.press(field('fire_watch', 1))
    await act(() => void seen.page(1))
    await page.until(() => answer()?.['watchedPercent'] === 0.5)
    await page.press(page.button('Close'))
    expect(answer()?.['pdf']).toBeUndefined()
    await act(() => void page.form.validate())
    expect(page.form.problems().map(({ message }) => message)).toEqual(['Permit Required'])

    // The entered values are kept below the field, with a signature that was drawn meanwhile.
    await page.until(async () => (await getStore().db.drafts.count()) === 1)
    const [draft] = await getStore().db.drafts.toArray()
    if (!draft) throw new Error('no draft')
    const strokes = [[[0.1, 0.1, 0.5] as const, [0.5, 0.3, 0.5] as const]]
    const mark = { id: 'm'.repeat(20), kind: 'signature', page: 2, rect: [330, 505, 500, 540], strokes, at: '2026-03-14T09:00:00.000Z' }
    await getStore().db.drafts.put({ ...draft, body: { ...draft.body, marks: [mark] } })
    await begin()
    expect(field('location').value).toBe('Roof')
    await readAll()
    await page.press(page.button('Send permit'))
    await page.until(() => !document.querySelector('dialog'))
    expect(await outbox()).toEqual([])
    expect(answer()).toMatchObject({ watchedPercent: 1, hasWatchedVideo: true, fields: { location: 'Roof', kind: 'Welding' } })
    const [file] = (answer()?.['pdf'] ?? []) as { id: string; filename: string }[]
    const sent = new Uint8Array(await ((await getFile(file?.id ?? '')) as Blob).arrayBuffer())
    expect((await readFields(sent)).fields.find(({ name }) => name === 'location')?.value).toBe('Roof')
    expect(page.form.problems()).toEqual([])
    await page.until(async () => (await getStore().db.drafts.count()) === 0)
    expect(page.text()).toContain('Filled in')
    expect(answersOf(children, page.form.model())).toMatchObject([
      { key: 'permit', kind: 'files', value: [{ id: file?.id }], wrong: ['Kind of work'] },
    ])

    // After the correction it is no longer marked.
    bytes = sent
    await begin()
    await page.choose(field('kind'), 'Grinding')
    await readAll()
    await page.press(page.button('Send permit'))
    await page.until(() => !document.querySelector('dialog'))
    expect(answer()).toMatchObject({ fields: { kind: 'Grinding' }, hasWatchedVideo: true })
    expect(wrongAmong(answersOf(children, page.form.model()))).toEqual([])
  })

  it('stores the value of an option when people type its label into a combo box, shows the label, and keeps other texts', async () => {
    bytes = new TextEncoder().encode(
      [
        '%PDF-1.7',
        '1 0 obj\n<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>\nendobj',
        '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj',
        '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [4 0 R] >>\nendobj',
        '4 0 obj\n<< /Type /Annot /Subtype /Widget /FT /Ch /Ff 393216 /T (state) /TU (State) /V (NV) /P 3 0 R /Rect [50 700 300 720]',
        '/Opt [[(CA) (California)] [(NV) (Nevada)]] >>\nendobj',
        'trailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF\n',
      ].join('\n'),
    )
    const page = await open(data({ initValues: {}, fieldOrder: [], forceRead: false }))
    expect(field('state').value).toBe('Nevada')
    await page.type(field('state'), 'Calif')
    expect(field('state').value).toBe('Calif')
    await page.type(field('state'), 'California')
    expect(field('state').value).toBe('California')
    await page.press(page.button('Send permit'))
    await page.until(() => told.finished.length > 0)
    const [op] = await outbox()
    const { fields, pdf } = ((op?.body ?? {}) as RecordSave).payload as { fields: object; pdf: { id: string }[] }
    expect(fields).toEqual({ state: 'CA' })
    const file = await getFile(pdf[0]?.id ?? '')
    const written = await readFields(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0)))
    expect(written.fields[0]?.value).toBe('CA')
  })

  it('fetches the font for the name of the person as soon as the form is open, for a time without a connection', async () => {
    const fetched: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      fetched.push(url)
      return new Response(new Uint8Array(1))
    })
    const page = await open()
    await page.until(() => field('location'))
    expect(fetched).toEqual([])
    await page.remove()
    const other = await open(data({}, { auth: { uid: 'person-1', name: '李小龙' } }))
    await other.until(() => fetched.length > 0)
    expect(fetched).toEqual(['/pdfjs/muster-1/fonts/cjk.ttf'])
  })

  it('fetches no font over mobile data, with data saver, for a document to read, or after the person has left', async () => {
    const fetched: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      fetched.push(url)
      return new Response(new Uint8Array(1))
    })
    const connect = (connection: object) => Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
    const auth = { auth: { uid: 'person-1', name: '李小龙' } }
    try {
      for (const connection of [{ type: 'cellular' }, { type: 'wifi', saveData: true }]) {
        connect(connection)
        const page = await open(data({}, auth))
        await page.until(() => field('location'))
        await page.remove()
      }
      connect({ type: 'wifi' })
      const shown = await open(data({ forceReadonly: true }, auth))
      await shown.until(() => field('location'))
      await shown.remove()
      delivery.asked = 0
      let read: () => void = () => undefined
      delivery.may = new Promise((resolve) => {
        read = resolve
      })
      const left = await drawPage(screenOf(data({}, auth)))
      await left.until(() => delivery.asked > 0)
      await left.remove()
      read()
      // Fonts of the pages before would have been requested before this one.
      const last = await open(data({}, { auth: { uid: 'person-1', name: '김민준' } }))
      await last.until(() => fetched.length > 0)
      expect(fetched).toEqual(['/pdfjs/muster-1/fonts/hangul.ttf'])
    } finally {
      Reflect.deleteProperty(navigator, 'connection')
    }
  })

  it('says of a dynamic XFA form what to do, and offers nothing that would send it', async () => {
    const part = (name: string) => `/${name} 2 0 R`
    const text = [
      '%PDF-1.7',
      `1 0 obj\n<< /Type /Catalog ${part('Pages')} /NeedsRendering true /AcroForm << /Fields [] /XFA (<xdp/>) >> >>\nendobj`,
      '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj',
      '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>\nendobj',
      'trailer\n<< /Size 4 /Root 1 0 R >>\n%%EOF\n',
    ].join('\n')
    bytes = new TextEncoder().encode(text)
    drawn = await drawPage(screenOf(data()))
    await drawn.until(() => drawn?.text().includes('dynamic XFA form'))
    expect(drawn.text()).toContain('open it in Adobe Acrobat on a computer, or ask the office for a copy with ordinary fields')
    expect(drawn.hasButton('Send permit')).toBe(false)
    expect(drawn.hasButton('Attachments (0)')).toBe(false)
  })

  it('says in words that a document can not be read, and asks for one of another website by its own address', async () => {
    drawn = await drawPage(screenOf(data({ source: 'https://elsewhere.example/x.pdf' })))
    await drawn.until(() => drawn?.text().includes('is on another website'))
  })
})
