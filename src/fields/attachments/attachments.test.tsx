import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import { Attachment, maxFileSize } from '../../../contract/endpoints/uploads.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import type { FormHost } from '../useFormHost.ts'
import example from './attachments.form.json'

interface Kept {
  filename: string
  type: string
  draftId: string
  bytes: Blob
}
interface Waiting {
  state: string
  files: { id: string; percent: number }[]
}
const device = vi.hoisted(() => ({
  files: [] as Kept[],
  unprocessed: [] as { filename: string; bytes: Blob }[],
  toasts: [] as string[],
  sides: [] as (number | undefined)[],
  asked: [] as { text: string; ok?: string }[],
  outbox: [] as Waiting[],
  yes: true,
  full: false,
  last: 0,
  /** The image worker's answer. */
  prepare: (_: Blob): Promise<{ bytes: Blob; width: number; height: number; thumbnail: string }> => Promise.reject(new Error()),
}))
vi.mock('../../lib/images/prepareImage.ts', async (load) => ({
  ...(await load<typeof import('../../lib/images/prepareImage.ts')>()),
  prepareImage: (file: Blob, limits?: { side: number }) => {
    device.sides.push(limits?.side)
    return device.prepare(file)
  },
}))
vi.mock('../../store/files/addBlob.ts', () => ({
  addBlob: (file: Kept) => {
    if (device.full) return Promise.reject(new Error('full'))
    device.files.push(file)
    return Promise.resolve({ id: `F${String(++device.last).padStart(19, '0')}`, sha256: 'a'.repeat(64), size: file.bytes.size })
  },
  keepUnprocessed: (file: { filename: string; bytes: Blob }) => {
    device.unprocessed.push(file)
    return Promise.resolve()
  },
  useFileUrl: (_: string, url: string) => url,
}))
vi.mock('../../store/outbox/queue.ts', () => ({ useOutbox: () => device.outbox }))
vi.mock('../../ui/feedback/toast.tsx', () => ({ toast: (text: string) => device.toasts.push(text) }))
vi.mock('../../ui/overlays/confirmDialog.tsx', () => ({
  confirmDialog: (question: { text: string; ok?: string }) => {
    device.asked.push(question)
    return Promise.resolve(device.yes)
  },
}))

const small = () =>
  Promise.resolve({ bytes: new Blob(['jpeg'], { type: 'image/jpeg' }), width: 10, height: 10, thumbnail: 'data:image/jpeg;base64,AA==' })

beforeEach(() => {
  Object.assign(device, {
    files: [],
    sides: [],
    unprocessed: [],
    toasts: [],
    asked: [],
    outbox: [],
    yes: true,
    full: false,
    prepare: small,
  })
})
type Drawn = Awaited<ReturnType<typeof drawForm>>
const open: Drawn[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.remove()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const photos = { type: 'attachments', attribute: 'photos', label: 'Photos', accept: 'photos', required: true } as const
const onServer: Attachment = {
  id: 'S2345678901234567890',
  name: 'stair.jpg',
  filename: 'stair.jpg',
  type: 'image/jpeg',
  url: '/api/files/S2345678901234567890',
}

async function draw(...[children, options]: Parameters<typeof drawForm>) {
  const page = await drawForm(children, options)
  open.push(page)
  await page.until(() => document.querySelector('.m-attachments-files'))
  const items = () => (page.form.value('photos') ?? []) as Attachment[]
  const settled = () => page.until(() => items().every(({ url, loading }) => url !== '' && !loading))
  return { ...page, items, settled }
}

const file = (name: string, type: string, content: BlobPart = 'bytes') => new File([content], name, { type })
/** A file that only reports a large size, to save memory. */
const heavy = (name: string, type: string, size: number) => Object.defineProperty(file(name, type), 'size', { value: size })

const chooser = () => document.querySelector<HTMLInputElement>('input[type=file]:not([capture])') as HTMLInputElement
const add = (...files: File[]) =>
  act(() => {
    const input = chooser()
    Object.defineProperty(input, 'files', { value: files, configurable: true })
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })

describe('adding', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })

  it('FE-146 FE-113 keeps a photo on the device and names it in the record, with its thumbnail', async () => {
    const { items, settled, form } = await draw([photos])
    await add(file('stair.PNG', 'image/png'))
    await settled()
    const [item] = items()
    expect(Attachment.parse(item)).toEqual(item)
    expect(item).toEqual({
      id: 'F0000000000000000001',
      name: 'stair.jpg',
      filename: 'stair.jpg',
      type: 'image/jpeg',
      url: '/api/files/F0000000000000000001',
      previewUrl: '/api/image2pdf?url=%2Fapi%2Ffiles%2FF0000000000000000001',
      size: 4,
      sha256: 'a'.repeat(64),
      thumbnail: 'data:image/jpeg;base64,AA==',
    })
    expect(device.files).toMatchObject([{ filename: 'stair.jpg', type: 'image/jpeg', draftId: 'A1' }])
    expect(form.validate()).toEqual([])
  })

  it('makes a photo as small as the field says, such as a logo', async () => {
    const { settled } = await draw([{ ...photos, photoSide: 512 }])
    await add(file('logo.png', 'image/png'))
    await settled()
    expect(device.sides).toEqual([512])
  })

  it('leaves a file that is no photo as it is', async () => {
    const { items, settled } = await draw([{ ...photos, accept: 'all' }])
    const paper = file('plan.pdf', 'application/pdf')
    await add(paper)
    await settled()
    expect(device.files[0]?.bytes).toBe(paper)
    expect(items()[0]).toMatchObject({ filename: 'plan.pdf', type: 'application/pdf' })
    expect(items()[0]).not.toHaveProperty('thumbnail')
    expect(items()[0]).not.toHaveProperty('previewUrl')
  })

  it('FE-219 shows a photo as loading until it is stored, and blocks the save without it', async () => {
    let ready: (() => void) | undefined
    device.prepare = () => new Promise((resolve) => (ready = () => void small().then(resolve)))
    const { items, settled, form, text, until } = await draw([photos])
    await add(file('a.jpg', 'image/jpeg'), file('b.jpg', 'image/jpeg'))
    expect(items()).toMatchObject([{ loading: true }, { loading: true }])
    expect(text()).toContain('Preparing')
    expect(form.validate()).toHaveLength(1)
    await act(() => ready?.())
    // One at a time: the second photo waits for the first.
    await until(() => items()[0]?.url !== '')
    expect(items()[1]).toMatchObject({ loading: true, url: '' })
    await act(() => ready?.())
    await settled()
    expect(form.problems()).toEqual([])
    expect(text()).not.toContain('Preparing')
  })

  it('FE-220 FE-418 drops a picture that can not be read, and keeps its bytes in the tray', async () => {
    device.prepare = (bytes) => (bytes.size === 6 ? Promise.reject(new Error('broken')) : small())
    const { items, settled, until, text } = await draw([photos])
    const broken = file('broken.jpg', 'image/jpeg', 'broken')
    await add(broken, file('good.jpg', 'image/jpeg'))
    await until(() => items().length === 1)
    await settled()
    expect(items().map(({ filename }) => filename)).toEqual(['good.jpg'])
    expect(device.unprocessed).toMatchObject([{ filename: 'broken.jpg' }])
    expect(device.unprocessed[0]?.bytes).toBe(broken)
    expect(device.toasts).toEqual(['broken.jpg could not be read. It is kept under "Not processed".'])
    expect(text()).not.toContain('broken.jpg')
  })

  it('FE-287 hides the buttons at the limit, says why, and leaves out what does not fit', async () => {
    const { items, settled, hasButton, text } = await draw([{ ...photos, limit: 2 }])
    expect(text()).toContain('0 of 2')
    await add(file('a.jpg', 'image/jpeg'), file('b.jpg', 'image/jpeg'), file('c.jpg', 'image/jpeg'))
    await settled()
    expect(items()).toHaveLength(2)
    expect(hasButton('Add photo')).toBe(false)
    expect(chooser()).toBeNull()
    expect(text()).toContain('2 of 2: no more can be added. Remove one to add another.')
    expect(text()).toContain('1 file was left out: there is no room for more.')
  })

  it('refuses a file above 25 MB with its name and size, and takes one of exactly 25 MB', async () => {
    const { items, settled, until, text } = await draw([{ ...photos, accept: 'all' }])
    await add(heavy('walk.mp4', 'video/mp4', maxFileSize + 1), heavy('ok.mp4', 'video/mp4', maxFileSize))
    await until(() => items().length === 1)
    await settled()
    expect(items().map(({ filename }) => filename)).toEqual(['ok.mp4'])
    expect(text()).toContain('walk.mp4 is not added: it has 26 MB, and a file can have 25 MB at most.')
  })

  it('says so when the device has no room', async () => {
    device.full = true
    const { items, until, text } = await draw([photos])
    await add(file('a.jpg', 'image/jpeg'))
    await until(() => items().length === 0 && text().includes('this device has no room left'))
  })

  it('FE-288 FE-289 gives every photo a name of its own', async () => {
    const { items, settled } = await draw([photos], { model: { photos: [onServer] } })
    await add(file('image.jpg', 'image/jpeg'), file('stair.jpg', 'image/jpeg'), file('image.jpg', 'image/jpeg'))
    await settled()
    const names = items().map(({ filename }) => filename)
    expect(new Set(names).size).toBe(4)
    for (const name of names.slice(1)) expect(name).toMatch(/^\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.\d{3}\.jpg$/)
  })

  it('takes files that are dropped, and photos alone where it wants photos', async () => {
    const { items, settled, text } = await draw([photos])
    const files = [file('a.jpg', 'image/jpeg'), file('plan.pdf', 'application/pdf')]
    const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer: { types: ['Files'], files } })
    await act(() => void document.querySelector('.m-attachments-files')?.dispatchEvent(drop))
    await settled()
    expect(drop.defaultPrevented).toBe(true)
    expect(items().map(({ filename }) => filename)).toEqual(['a.jpg'])
    expect(text()).toContain('Only photos can be added here.')
  })

  it('takes a pasted picture while the pointer is over the field, and leaves the paste of texts alone', async () => {
    const { items, settled, root } = await draw([photos, { type: 'text', attribute: 'note', label: 'Note' }])
    const paste = (target: Element | null | undefined) => {
      const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
        clipboardData: { types: ['Files'], files: [file('image.png', 'image/png')] },
      })
      return act(() => void target?.dispatchEvent(event)).then(() => event.defaultPrevented)
    }
    expect(await paste(document.body)).toBe(false)
    await act(() => void root.querySelector('.m-attachments-files')?.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })))
    expect(await paste(root.querySelector('[data-attribute=note] input'))).toBe(false)
    expect(await paste(document.body)).toBe(true)
    await settled()
    expect(items()).toHaveLength(1)
  })

  it('writes the draft before the chooser opens', async () => {
    const order: string[] = []
    vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => order.push('chooser'))
    const flush = async () => {
      await Promise.resolve()
      order.push('draft')
    }
    const { press, button, until } = await draw([photos], { host: { flush } as Partial<FormHost> })
    await press(button('Add photo'))
    await until(() => order.length === 2)
    expect(order).toEqual(['draft', 'chooser'])
  })

  it('offers the camera beside the gallery on a phone, and only a chooser on a laptop', async () => {
    const laptop = await draw([photos])
    expect(document.querySelectorAll('input[type=file]')).toHaveLength(1)
    expect(laptop.hasButton('Take photo')).toBe(false)
    await open.pop()?.remove()
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === '(pointer: coarse)',
      addEventListener() {},
      removeEventListener() {},
    }))
    const phone = await draw([photos])
    expect(phone.hasButton('Take photo')).toBe(true)
    expect(phone.hasButton('Choose photo')).toBe(true)
    expect(document.querySelector('input[capture]')?.getAttribute('accept')).toBe('image/*')
    expect(chooser().hasAttribute('capture')).toBe(false)
    expect(chooser().multiple).toBe(true)
  })

  it('a file with bytes that never arrived leaves a restored draft', async () => {
    const { items, until } = await draw([photos], {
      model: { photos: [onServer, { ...onServer, id: 'L2345678901234567890', url: '', loading: true }] },
    })
    await until(() => items().length === 1)
    expect(items()[0]?.id).toBe(onServer.id)
  })
})

describe('the text validation', () => {
  const checked = { ...photos, validation: ['{{name}}'], customValidation: ['badge'] }

  it('FE-293 FE-333 FE-219 sends the templates and the photo, and shows a valid one', async () => {
    const sent: [string, unknown][] = []
    let answer: ((value: unknown) => void) | undefined
    const options: FormHost['options'] = (url, body) => {
      sent.push([url, body])
      return new Promise((resolve) => (answer = resolve))
    }
    const { items, settled, text, until } = await draw([checked], { model: { name: 'Ana' }, host: { options } })
    await add(file('badge.jpg', 'image/jpeg'))
    await until(() => sent.length === 1)
    expect(sent).toEqual([
      ['/api/attachment/textValidate', { validation: ['Ana'], customValidation: ['badge'], type: 'image/jpeg', image: btoa('jpeg') }],
    ])
    // It is stored and shown already; only the server's validation is missing.
    expect(items()[0]).toMatchObject({ loading: true, url: '/api/files/F' + String(device.last).padStart(19, '0') })
    expect(text()).toContain('Checking')
    await act(() => answer?.({ success: true, validationResults: [{ ok: 1 }], manpower: 3 }))
    await settled()
    expect(items()[0]).toMatchObject({ valid: true, validationResults: [{ ok: 1 }], manpower: 3 })
    expect(text()).toContain('Valid')
  })

  it('FE-146 stores all photos before the first one is checked, and a check has a time limit', async () => {
    const limit = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    const options = vi.fn<NonNullable<FormHost['options']>>(() => new Promise(() => undefined))
    const { items, settled, until } = await draw([checked], { model: { name: 'Ana' }, host: { options } })
    await add(file('a.jpg', 'image/jpeg'), file('b.jpg', 'image/jpeg'), file('c.jpg', 'image/jpeg'))
    await until(() => items().length === 3 && items().every(({ url }) => url !== ''))
    expect(device.files).toHaveLength(3)
    await until(() => options.mock.calls.length === 1)
    await act(() => limit.abort())
    await settled()
    expect(options).toHaveBeenCalledTimes(1)
    for (const item of items()) expect(item).not.toHaveProperty('valid')
  })

  it('FE-294 an invalid photo is marked, stays in the list and stops no save', async () => {
    const { items, settled, text, form } = await draw([checked], { host: { options: () => Promise.resolve({ success: false }) } })
    await add(file('badge.jpg', 'image/jpeg'))
    await settled()
    expect(items()).toMatchObject([{ valid: false }])
    expect(text()).toContain('Not valid')
    expect(form.validate()).toEqual([])
  })

  it('FE-421 shows nothing when the server refuses, and leaves the flag unset', async () => {
    const { items, settled, text } = await draw([checked], { host: { options: () => Promise.reject(new Error('Sorry, 500')) } })
    await add(file('badge.jpg', 'image/jpeg'))
    await settled()
    expect(items()[0]).not.toHaveProperty('valid')
    expect(text()).not.toMatch(/sorry|500|valid/i)
    expect(device.toasts).toEqual([])
  })

  it('asks no one without a connection, nor when the form wants no check', async () => {
    const options = vi.fn<NonNullable<FormHost['options']>>(() => Promise.resolve({ success: true }))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const offline = await draw([checked], { host: { options } })
    await add(file('badge.jpg', 'image/jpeg'))
    await offline.settled()
    expect(offline.items()[0]).not.toHaveProperty('valid')
    await open.pop()?.remove()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    const plain = await draw([photos], { host: { options } })
    await add(file('badge.jpg', 'image/jpeg'))
    await plain.settled()
    expect(options).not.toHaveBeenCalled()
  })
})

describe('the files of a form', () => {
  it('FE-290 asks "Remove …?" for a new file and "Delete …?" for one on the server', async () => {
    const { items, settled, button, press, until } = await draw([photos], { model: { photos: [onServer] } })
    await add(file('new.jpg', 'image/jpeg'))
    await settled()
    device.yes = false
    await press(button('Remove new.jpg'))
    await press(button('Delete stair.jpg'))
    expect(device.asked.map(({ text, ok }) => [text, ok])).toEqual([
      ['Remove new.jpg?', 'Remove'],
      ['Delete stair.jpg?', 'Delete'],
    ])
    expect(items()).toHaveLength(2)
    device.yes = true
    await press(button('Delete stair.jpg'))
    await until(() => items().length === 1)
    expect(items()[0]?.filename).toBe('new.jpg')
  })

  it('FE-327 can be taken out only where the expression of the item allows it', async () => {
    const paper = { ...onServer, id: 'P2345678901234567890', name: 'plan.pdf', filename: 'plan.pdf', type: 'application/pdf' }
    const { hasButton } = await draw([{ ...photos, accept: 'all', canDelete: "type != 'application/pdf'" }], {
      model: { photos: [onServer, paper] },
    })
    expect(hasButton('Delete stair.jpg')).toBe(true)
    expect(hasButton('Delete plan.pdf')).toBe(false)
  })

  it('FE-292 FE-431 are shown 100 by 100', async () => {
    await draw([photos], { model: { photos: [{ ...onServer, thumbnail: 'data:image/jpeg;base64,AA==' }] } })
    const picture = document.querySelector('.m-attachments-fileTiles img')
    expect([picture?.getAttribute('width'), picture?.getAttribute('height')]).toEqual(['100', '100'])
  })

  it('say how far they are', async () => {
    const { settled, text, draw: again, until } = await draw([photos], { model: { photos: [onServer] } })
    expect(text()).not.toContain('Saved on this device')
    await add(file('new.jpg', 'image/jpeg'))
    await settled()
    await until(() => text().includes('1 file Saved on this device'))
    await again(null)
    device.outbox = [{ state: 'sending', files: [{ id: onServer.id, percent: 40 }] }]
    const sending = await draw([photos], { model: { photos: [onServer] } })
    expect(sending.text()).toContain('Sending 40 %')
    expect(document.querySelector('progress')?.value).toBe(40)
    await open.pop()?.remove()
    device.outbox = [{ state: 'parked', files: [{ id: onServer.id, percent: 40 }] }]
    expect((await draw([photos], { model: { photos: [onServer] } })).text()).toContain('Needs you')
  })

  it('open on the whole screen, and the arrow keys go from one to the next', async () => {
    const second = { ...onServer, id: 'T2345678901234567890', name: 'door.jpg', filename: 'door.jpg' }
    const { press } = await draw([photos], { model: { photos: [onServer, second] } })
    const viewer = () => document.querySelector('dialog.m-attachments-viewer')
    const key = (name: string) => act(() => void viewer()?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))
    await press(document.querySelector('.m-attachments-fileOpen') as Element)
    expect(viewer()?.getAttribute('aria-label')).toBe('Photo 1 of 2: stair.jpg')
    await key('ArrowLeft')
    expect(viewer()?.getAttribute('aria-label')).toBe('Photo 1 of 2: stair.jpg')
    await key('ArrowRight')
    expect(viewer()?.getAttribute('aria-label')).toBe('Photo 2 of 2: door.jpg')
    const stage = viewer()?.querySelector('.m-attachments-viewerStage')
    await act(() => void stage?.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, clientX: 100 })))
    await act(() => void stage?.dispatchEvent(new MouseEvent('pointerup', { bubbles: true, clientX: 190 })))
    expect(viewer()?.getAttribute('aria-label')).toBe('Photo 1 of 2: stair.jpg')
    await key('Escape')
    expect(viewer()).toBeNull()
  })

  it('read-only: can be seen, not changed', async () => {
    const { hasButton, items } = await draw([photos], { model: { photos: [onServer] }, readOnly: true })
    expect(chooser()).toBeNull()
    expect(hasButton('Delete stair.jpg')).toBe(false)
    expect(document.querySelectorAll('.m-attachments-fileOpen')).toHaveLength(1)
    expect(items()).toEqual([onServer])
  })
})
