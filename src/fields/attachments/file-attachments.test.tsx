import 'fake-indexeddb/auto'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import { attachFile, maxFileSize } from '../../../contract/endpoints/uploads.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { MusterDb, type OpRow, SpillDb } from '../../store/db/MusterDb.ts'
import { setOwner } from '../../store/identity/getOwner.ts'
import { getStore, openStore, setStore } from '../../store/db/store.ts'
import type { FormHost } from '../useFormHost.ts'
import example from './file-attachments.form.json'

/** jsdom's Blob has no arrayBuffer, and its buffers cannot be hashed. */
Blob.prototype.arrayBuffer = function arrayBuffer(this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer) as never)
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsArrayBuffer(this)
  })
}

const asked: string[] = []
vi.mock('../../lib/images/prepareImage.ts', () => ({
  prepareImage: (file: File) =>
    file.name.startsWith('broken')
      ? Promise.reject(new Error('unreadable'))
      : Promise.resolve({
          bytes: new Blob(['jpeg'], { type: 'image/jpeg' }),
          width: 1,
          height: 1,
          thumbnail: 'data:image/jpeg;base64,AA==',
        }),
}))
vi.mock('../../ui/overlays/confirmDialog.tsx', () => ({
  confirmDialog: ({ text }: { text: string }) => {
    asked.push(text)
    return Promise.resolve(true)
  },
}))

const me = 'u:me'
const path = 'forms/test/A1234567890123456789'
const field = { type: 'file-attachments', attribute: 'papers', label: 'Papers' } as const
let count = 0
let reloads = 0

// The control is in a lazy chunk.
beforeAll(async () => void (await import('./FileAttachmentsField.tsx')))
beforeEach(async () => {
  count++
  reloads = 0
  asked.length = 0
  setStore(openStore({ db: new MusterDb({ name: `files-${count}` }), spill: new SpillDb({ name: `files-spill-${count}` }) }))
  await setOwner(me)
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
})
const open: Awaited<ReturnType<typeof drawForm>>[] = []
afterEach(async () => {
  for (const page of open.splice(0)) await page.remove()
  vi.restoreAllMocks()
})

interface Options {
  readonly more?: object
  readonly model?: Record<string, unknown>
  readonly pagePath?: string
  readonly readOnly?: boolean
  readonly host?: Partial<FormHost>
}
async function draw({ more = {}, model = {}, pagePath = path, readOnly, host = {} }: Options = {}) {
  const page = await drawForm(
    [
      { ...field, ...more },
      { type: 'text', attribute: 'note', label: 'Note' },
    ],
    {
      model,
      pagePath,
      ...(readOnly && { readOnly }),
      host: {
        recordPath: path,
        owner: me,
        page: {
          embedded: false,
          busy: () => () => undefined,
          finish: () => undefined,
          fail: () => undefined,
          reload: () => void reloads++,
          dirty: () => undefined,
          run: () => Promise.resolve(),
          navigate: () => undefined,
        },
        ...host,
      },
    },
  )
  open.push(page)
  await page.until(() => document.querySelector('.m-attachments-files'))
  return page
}
const file = (name: string, type: string, content = 'bytes') => new File([content], name, { type })
const add = (...files: File[]) =>
  act(() => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]:not([capture])') as HTMLInputElement
    Object.defineProperty(input, 'files', { value: files, configurable: true })
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
const tiles = () => [...document.querySelectorAll('.m-attachments-fileTiles .m-attachments-fileOpen')].map((each) => each.ariaLabel)
const waiting = () => getStore().db.outbox.toArray()
const filesOf = (row: OpRow | undefined) => row?.body['files'] as { id: string; size: number }[]

/** Simulates the server's answer. */
async function arrived(row: OpRow, attribute = 'papers') {
  const { db } = getStore()
  const { id, name, type } = row.body as { id: string; name: string; type: string }
  const item = { id, name, filename: name, type, url: `/api/files/${id}` }
  const answer = { opId: row.opId, path: row.path, rev: 2, success: true, returnUrl: 'reload', attribute, file: item }
  await act(() =>
    db.transaction('rw', db.outbox, db.receipts, async () => {
      await db.outbox.delete(row.seq)
      await db.receipts.put({
        opId: row.opId,
        v: 1,
        owner: me,
        path: row.path,
        outcome: 'sent',
        answer,
        clientAt: row.clientAt,
        at: Date.now(),
      })
    }),
  )
  return item
}

it('the example form is right; a place that is none is not', () => {
  expect(checkSettings(example)).toMatchObject({ ok: true })
  for (const place of ['https://evil.example/api/attach/a', '/api/data/forms/a/b', '/api/attach/', '/api/attach/a?x=1', '/api/attach/{{'])
    expect(checkSettings({ name: 'A', children: [{ ...field, path: place }] })).toMatchObject({ ok: false })
})

describe('sending', () => {
  it('FE-147 every chosen file goes into the outbox by itself, with type and name, to the list of the record', async () => {
    const page = await draw()
    await add(file('plan.pdf', 'application/pdf', 'plan'), file('gate.png', 'image/png'))
    await page.until(async () => (await waiting()).length === 2)
    const [plan, gate] = await waiting()
    expect([plan?.method, plan?.url, plan?.path]).toEqual(['POST', `/api/attach/${path}?attribute=papers`, path])
    expect(plan?.body).toMatchObject({ type: 'application/pdf', name: 'plan.pdf', id: plan?.blobIds[0] })
    expect(filesOf(plan)).toMatchObject([{ id: plan?.blobIds[0], size: 4 }])
    expect(gate?.body).toMatchObject({ type: 'image/jpeg', name: 'gate.jpg', thumbnail: 'data:image/jpeg;base64,AA==' })
    for (const row of [plan, gate]) expect(attachFile.body?.safeParse(row?.body).success).toBe(true)
    // The bytes stay on the device until the server has them.
    expect(await getStore().db.bytes.bulkGet([plan?.blobIds[0] ?? '', gate?.blobIds[0] ?? ''])).toMatchObject([{}, {}])
    await page.until(() => tiles().length === 2)
    expect(page.text()).toContain('Saved on this device')
    expect(page.form.dirty()).toBe(false)
  })

  it('FE-147 the place is what the setting says, filled in', async () => {
    const page = await draw({
      more: { path: '/api/attach/forms/safety/{{folder}}?attribute=photos' },
      model: { folder: 'B1234567890123456789' },
    })
    await add(file('plan.pdf', 'application/pdf'))
    await page.until(async () => (await waiting()).length === 1)
    expect(await waiting()).toMatchObject([
      { url: '/api/attach/forms/safety/B1234567890123456789?attribute=photos', path: 'forms/safety/B1234567890123456789' },
    ])
    await page.until(() => tiles().length === 1)
  })

  it('in a form with answers one level down the list is there too', async () => {
    const page = await draw({ host: { nested: true } })
    await add(file('plan.pdf', 'application/pdf'))
    await page.until(async () => (await waiting()).length === 1)
    expect((await waiting())[0]?.url).toBe(`/api/attach/${path}?attribute=model.papers`)
  })

  it('while the place is not known nothing can be chosen', async () => {
    const page = await drawForm([{ ...field, path: '/api/attach/forms/safety/{{folder}}' }], { pagePath: path })
    open.push(page)
    await page.until(() => page.text().includes('once the form says where they belong'))
    expect(document.querySelector('input[type=file]')).toBeNull()
  })

  it('of a record that is not saved yet the files go with the first save', async () => {
    const page = await draw({ pagePath: 'forms/test/:new' })
    await add(file('plan.pdf', 'application/pdf'))
    await page.until(() => (page.form.value('papers') as { url: string }[] | undefined)?.[0]?.url)
    expect(await waiting()).toEqual([])
    expect(page.form.model()['papers']).toMatchObject([{ filename: 'plan.pdf', size: 5 }])
    expect(page.form.dirty()).toBe(true)
  })

  it('FE-337 after the answer the page is fetched again, once all files have arrived', async () => {
    const page = await draw()
    await add(file('a.pdf', 'application/pdf'), file('b.pdf', 'application/pdf'))
    await page.until(async () => (await waiting()).length === 2)
    await page.until(() => tiles().length === 2)
    const [a, b] = await waiting()
    if (!a || !b) throw new Error('nothing waits')
    await arrived(a)
    await page.until(() => document.querySelector('[data-delivery=sent]'))
    expect(reloads).toBe(0)
    await arrived(b)
    await page.until(() => reloads === 1)
    expect(tiles()).toEqual(['a.pdf', 'b.pdf'])
  })

  it('FE-337 the reload waits while something typed is not saved, and the file stays in view as sent', async () => {
    const page = await draw()
    await page.type(page.control('Note'), 'half a sentence')
    await add(file('a.pdf', 'application/pdf'))
    await page.until(async () => (await waiting()).length === 1)
    await page.until(() => tiles().length === 1)
    const [row] = await waiting()
    await arrived(row as OpRow)
    await page.until(() => document.querySelector('[data-delivery=sent]'))
    expect([reloads, tiles()]).toEqual([0, ['a.pdf']])
  })

  it('a page opened later asks for no reload, and shows a file that both sides know once', async () => {
    const first = await draw()
    await add(file('a.pdf', 'application/pdf'))
    await first.until(async () => (await waiting()).length === 1)
    const item = await arrived((await waiting())[0] as OpRow)
    await first.until(() => reloads === 1)
    await open.pop()?.remove()
    const page = await draw({ model: { papers: [item] } })
    await page.until(() => tiles().length === 1)
    expect(document.querySelector('[data-delivery]')).toBeNull()
    expect(reloads).toBe(1)
  })

  it('a required field is answered by a file that is on its way', async () => {
    const page = await draw({ more: { required: true } })
    await act(() => void page.form.validate())
    expect(page.text()).toContain('Papers Required')
    await add(file('a.pdf', 'application/pdf'))
    await page.until(() => tiles().length === 1)
    await page.until(() => page.form.problems().length === 0)
    expect(page.text()).not.toContain('Papers Required')
  })

  it('a file that has not been sent can be taken back, and then never arrives', async () => {
    const page = await draw()
    await add(file('a.pdf', 'application/pdf'))
    await page.until(() => tiles().length > 0 && page.hasButton('Remove a.pdf'))
    await page.press(page.button('Remove a.pdf'))
    await page.until(async () => (await waiting()).length === 0)
    await page.until(() => document.querySelectorAll('.m-attachments-fileTiles > li').length === 0)
    expect(asked).toEqual(['Remove a.pdf?'])
    expect(await getStore().db.bytes.count()).toBe(0)
  })
})

describe('what is not sent', () => {
  it('a file that is too large, with the reason', async () => {
    const page = await draw()
    await add(Object.defineProperty(file('film.mov', 'video/quicktime'), 'size', { value: maxFileSize + 1 }))
    await page.until(() => page.text().includes('film.mov is not added'))
    expect(await waiting()).toEqual([])
  })

  it('a picture that can not be read; its bytes are kept', async () => {
    const page = await draw()
    await add(file('broken.jpg', 'image/jpeg'), file('a.pdf', 'application/pdf'))
    await page.until(() => page.text().includes('broken.jpg could not be read'))
    await page.until(async () => (await waiting()).length === 1)
    expect(await getStore().db.unprocessed.toArray()).toMatchObject([{ filename: 'broken.jpg' }])
  })

  it('more than the limit, counting those on their way', async () => {
    const page = await draw({ more: { limit: 2 } })
    await add(file('a.pdf', 'application/pdf'), file('b.pdf', 'application/pdf'), file('c.pdf', 'application/pdf'))
    await page.until(async () => (await waiting()).length === 2)
    await page.until(() => page.text().includes('2 of 2'))
    expect(document.querySelector('input[type=file]')).toBeNull()
  })

  it('what the device can not store, with the reason', async () => {
    const page = await draw()
    vi.spyOn(getStore().db.outbox, 'add').mockRejectedValue(new DOMException('no', 'DataError'))
    await add(file('a.pdf', 'application/pdf'))
    await page.until(() => document.querySelector('.m-attachments-files .m-controls-error'))
    expect(page.text()).toContain('a.pdf')
    expect(tiles()).toEqual([])
  })

  it('anything, where the form is only to read', async () => {
    await draw({ readOnly: true })
    expect(document.querySelector('input[type=file]')).toBeNull()
  })
})

describe('a photo as a page', () => {
  const item = { id: 'S2345678901234567890', name: 'a.jpg', filename: 'a.jpg', type: 'image/jpeg', url: '/api/files/S2345678901234567890' }
  const places: string[] = []
  const view = async (host: Partial<FormHost>) => {
    places.length = 0
    vi.spyOn(window, 'open').mockReturnValue({
      close: () => places.push('closed'),
      location: { replace: (url: string) => void places.push(url) },
    } as never)
    const page = await draw({ model: { papers: [item] }, host })
    await page.until(() => tiles().length === 1)
    await page.press(document.querySelector('.m-attachments-fileOpen') as Element)
    return page
  }

  it('FE-335 the preview of a photo that the server has opens its page by the photo’s address', async () => {
    const page = await view({ pdf: () => Promise.reject(new Error('not asked')) })
    await page.press(page.button('PDF preview'))
    await page.until(() => places.length > 0)
    expect(places).toEqual(['/api/image2pdf?url=%2Fapi%2Ffiles%2FS2345678901234567890'])
  })

  it('FE-334 the preview of a photo that is still on the device is made of its bytes', async () => {
    const bytes = new TextEncoder().encode('jpeg')
    await getStore().db.bytes.put({ id: item.id, bytes: bytes.buffer as ArrayBuffer })
    const made: Blob[] = []
    const page = await view({
      pdf: (picture) => {
        made.push(picture)
        return Promise.resolve(new Blob(['%PDF-'], { type: 'application/pdf' }))
      },
    })
    await page.press(page.button('PDF preview'))
    await page.until(() => places.length > 0)
    expect([places, made[0]?.type, made[0]?.size]).toEqual([['blob:here'], 'image/jpeg', 4])
  })

  it('is not offered without a connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const page = await view({ pdf: () => Promise.reject(new Error('not asked')) })
    expect(page.hasButton('Close')).toBe(true)
    expect(page.hasButton('PDF preview')).toBe(false)
  })
})
