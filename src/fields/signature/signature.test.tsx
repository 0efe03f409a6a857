import { formatISO } from 'date-fns/formatISO'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import { SignatureItem } from '../../../contract/endpoints/uploads.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import example from './signature.form.json'

const store = vi.hoisted(() => ({
  files: [] as { filename: string; type: string; draftId: string; bytes: Blob }[],
  full: false,
  yes: true,
  asked: [] as string[],
}))
vi.mock('../../store/files/addBlob.ts', () => ({
  addBlob: (file: (typeof store.files)[number]) => {
    if (store.full) return Promise.reject(new Error('full'))
    store.files.push(file)
    return Promise.resolve({ id: 'F2345678901234567890', sha256: 'a'.repeat(64), size: file.bytes.size })
  },
  useFileUrl: (_: string, url: string) => url,
}))
vi.mock('../../ui/overlays/confirmDialog.tsx', () => ({
  confirmDialog: ({ text }: { text: string }) => {
    store.asked.push(text)
    return Promise.resolve(store.yes)
  },
}))

/** What was painted on the last canvas. */
const drawn = { fills: 0, texts: [] as string[] }
const resizes = new Set<() => void>()
let sheetWidth = 350

beforeEach(() => {
  Object.assign(store, { files: [], full: false, yes: true, asked: [] })
  Object.assign(drawn, { fills: 0, texts: [] })
  sheetWidth = 350
  const context = {
    setTransform: () => undefined,
    clearRect: () => {
      drawn.fills = 0
    },
    fillRect: () => undefined,
    fill: () => {
      drawn.fills++
    },
    fillText: (text: string) => drawn.texts.push(text),
    measureText: (text: string) => ({ width: text.length * 4 }),
  }
  vi.stubGlobal('Path2D', class {})
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly look: () => void
      constructor(look: () => void) {
        this.look = look
        resizes.add(look)
      }
      observe() {}
      disconnect() {
        resizes.delete(this.look)
      }
    },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => context) as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['png'], { type: 'image/png' })))
  vi.spyOn(HTMLCanvasElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => ({ left: 0, top: 0, width: sheetWidth, height: sheetWidth * 0.4 }) as DOMRect,
  )
})

type Drawn = Awaited<ReturnType<typeof drawForm>>
const open: Drawn[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.remove()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const field = { type: 'signature', attribute: 'signature', label: 'Signature', required: true } as const
const name = { type: 'text', attribute: 'name', label: 'Name' } as const

async function draw(...[children, options]: Parameters<typeof drawForm>) {
  const page = await drawForm(children, options)
  open.push(page)
  await page.until(() => document.querySelector('.m-signature-signHere, .m-signature, .m-controls-value'))
  const sign = async () => {
    await page.press(page.button('Sign here'))
    await page.until(() => document.querySelector('canvas'))
  }
  return { ...page, sign }
}

async function stroke(from = 20, to = 200) {
  const sheet = document.querySelector('canvas') as HTMLCanvasElement
  const send = (type: string, clientX: number) =>
    sheet.dispatchEvent(
      Object.assign(new MouseEvent(type, { bubbles: true, button: 0, clientX, clientY: 70 }), {
        pointerId: 1,
        pointerType: 'touch',
        pressure: 0,
      }),
    )
  await act(() => {
    send('pointerdown', from)
    for (let x = from; x <= to; x += 20) send('pointermove', x)
    send('pointerup', to)
  })
}

describe('the signature field', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })

  it('FE-059 FE-144 FE-115 opens the Signature dialog and stores a list with one item, its picture kept on the device', async () => {
    const { sign, form, button, press, until } = await draw([field])
    await sign()
    expect(document.querySelector('dialog h2')?.textContent).toBe('Signature')
    await stroke()
    await press(button('Confirm'))
    await until(() => form.value('signature'))
    const [item, ...others] = form.value('signature') as SignatureItem[]
    expect(others).toEqual([])
    expect(SignatureItem.parse(item)).toEqual(item)
    expect(item).toMatchObject({ id: 'F2345678901234567890', url: '/api/files/F2345678901234567890', size: 3 })
    expect(item?.filename).toMatch(/^signature-.+\.png$/)
    expect(store.files).toMatchObject([{ type: 'image/png', draftId: 'A1', filename: item?.filename }])
    expect(document.querySelector('dialog')).toBeNull()
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/api/files/F2345678901234567890')
  })

  it('FE-295 can be confirmed only once something is drawn, and no more after it is cleared', async () => {
    const { sign, button, press } = await draw([field])
    await sign()
    expect(button('Confirm').disabled).toBe(true)
    await stroke()
    expect(button('Confirm').disabled).toBe(false)
    await stroke(30, 90)
    await act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true })))
    expect(button('Confirm').disabled).toBe(false)
    await press(button('Undo'))
    expect(button('Confirm').disabled).toBe(true)
    await stroke()
    await press(button('Clear'))
    expect(button('Confirm').disabled).toBe(true)
  })

  it('FE-296 draws the signatory and the time into the picture', async () => {
    const { sign, form, button, press, until } = await draw([name, { ...field, signatory: '{{name}}' }], { model: { name: 'Ana Silva' } })
    await sign()
    await stroke()
    await press(button('Confirm'))
    await until(() => form.value('signature'))
    const [item] = form.value('signature') as SignatureItem[]
    expect(item?.signatory).toBe('Ana Silva')
    expect(new Date(item?.timestamp ?? '').toISOString()).toBe(item?.timestamp)
    expect(drawn.texts).toEqual([`Ana Silva ${formatISO(item?.timestamp ?? '')}`])
  })

  it('FE-296 draws the time alone without a name', async () => {
    const { sign, form, button, press, until } = await draw([name, { ...field, signatory: '{{name}}' }])
    await sign()
    await stroke()
    await press(button('Confirm'))
    await until(() => form.value('signature'))
    const [item] = form.value('signature') as SignatureItem[]
    expect(item?.signatory).toBeUndefined()
    expect(drawn.texts).toEqual([formatISO(item?.timestamp ?? '')])
  })

  it('a turned tablet draws the strokes again', async () => {
    const { sign, button } = await draw([field])
    await sign()
    await stroke()
    await stroke(30, 90)
    drawn.fills = 0
    sheetWidth = 300
    await act(() => {
      for (const look of resizes) look()
    })
    expect(document.querySelector('canvas')?.width).toBe(300)
    expect(drawn.fills).toBe(2)
    expect(button('Confirm').disabled).toBe(false)
  })

  it('a stray Escape keeps what was drawn, Cancel does not', async () => {
    const { sign, button, press } = await draw([field])
    await sign()
    await stroke()
    await act(() => void document.querySelector('canvas')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
    expect(document.querySelector('dialog')).toBeNull()
    await sign()
    expect(button('Confirm').disabled).toBe(false)
    await press(button('Cancel'))
    await sign()
    expect(button('Confirm').disabled).toBe(true)
  })

  it('can be signed by keyboard with a typed name', async () => {
    const { sign, form, button, press, control, type, until } = await draw([field])
    await sign()
    await press(button('Type instead'))
    expect(button('Confirm').disabled).toBe(true)
    await type(control('Type your full name to sign'), 'Ana Silva')
    await press(button('Confirm'))
    await until(() => form.value('signature'))
    const [item] = form.value('signature') as SignatureItem[]
    expect(item).toMatchObject({ typed: 'Ana Silva' })
    expect(item?.strokes).toBeUndefined()
    expect(drawn.texts).toContain('Ana Silva')
  })

  it('says so and keeps the drawing when the device has no room', async () => {
    const { sign, form, button, press, text, until } = await draw([field])
    store.full = true
    await sign()
    await stroke()
    await press(button('Confirm'))
    await until(() => text().includes('could not be kept on this device'))
    expect(form.value('signature')).toBeUndefined()
    store.full = false
    await press(button('Confirm'))
    await until(() => form.value('signature'))
  })

  it('is removed only after the question', async () => {
    const item = { id: 'F2345678901234567890', filename: 'a.png', url: '/api/files/F2345678901234567890' }
    const { form, button, press, until } = await draw([field], { model: { signature: [item] } })
    store.yes = false
    await press(button('Remove'))
    expect(store.asked).toEqual(['Remove the signature?'])
    expect(form.value('signature')).toEqual([item])
    store.yes = true
    await press(button('Remove'))
    await until(() => (form.value('signature') as unknown[]).length === 0)
    expect(form.validate().map(({ message }) => message)).toEqual(['Signature Required'])
  })

  it('read-only shows the picture and nothing to press', async () => {
    const item = { filename: 'a.png', url: '/elsewhere/a.png', timestamp: 'last Tuesday' }
    await draw([field], { model: { signature: [item] }, readOnly: true })
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/elsewhere/a.png')
    expect(document.querySelectorAll('button')).toHaveLength(0)
  })

  it('shows the strokes where the picture is out of reach', async () => {
    const item = { filename: 'a.png', url: '/gone.png', signatory: 'Ana', strokes: [[[0.1, 0.1, 0.5]]] }
    const { until } = await draw([field], { model: { signature: [item] } })
    await act(() => void document.querySelector('img')?.dispatchEvent(new Event('error')))
    await until(() => document.querySelector('svg[role=img]'))
    expect(document.querySelector('svg[role=img]')?.getAttribute('aria-label')).toBe('Signature of Ana')
    expect(document.querySelectorAll('svg[role=img] path')).toHaveLength(1)
  })
})
