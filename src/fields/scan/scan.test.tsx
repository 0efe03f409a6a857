import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import example from './scan.form.json'
import { rules } from './rules.ts'

const phone = vi.hoisted(() => ({ photo: undefined as string | undefined, hasBarcodes: true, kinds: [] as string[] }))
vi.mock('../../ui/code-camera/makeReader.ts', () => ({
  makeReader: async () => async () => undefined,
  readsBarcodes: async () => phone.hasBarcodes,
  readPhoto: async (_: Blob, kind: string) => {
    phone.kinds.push(kind)
    return phone.photo
  },
}))

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})
const children = example.children as readonly NodeSetting[]
async function draw(options: Parameters<typeof drawForm>[1] = {}) {
  drawn = await drawForm(children, options)
  await drawn.until(() => document.querySelector('input[spellcheck=false]'))
  return drawn
}
async function choose(holds: string | undefined) {
  phone.photo = holds
  const input = document.querySelector('dialog input[type=file]') as HTMLInputElement
  Object.defineProperty(input, 'files', { value: [new File(['x'], 'code.jpg')], configurable: true })
  await act(async () => {
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
}
const scanButton = (label: string) => document.querySelector(`[aria-label="Scan ${label}"]`) as HTMLButtonElement

describe('a code to scan', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })
  it('stores what the camera reads without the spaces around it, and closes', async () => {
    const { form, press, until } = await draw()
    await press(scanButton('Code on the tool'))
    await until(() => document.querySelector('dialog'))
    await choose(' EQ-0042\n')
    await until(() => form.value('tool') !== undefined)
    expect(form.value('tool')).toBe('EQ-0042')
    expect(phone.kinds.at(-1)).toBe('any')
    await until(() => document.querySelector('dialog') === null)
    expect(form.value('box')).toBeUndefined()
  })
  it('keeps the dialog open and the answer as it is when a photo has no code', async () => {
    const { form, press, text, until } = await draw({ model: { tool: 'EQ-1' } })
    await press(scanButton('Code on the tool'))
    await choose(undefined)
    await until(() => text(document.body).includes('No code was found in this photo.'))
    expect(form.value('tool')).toBe('EQ-1')
  })
  it('can be typed', async () => {
    const { form, control, type } = await draw()
    await type(control('Code on the tool'), 'EQ-7')
    expect(form.value('tool')).toBe('EQ-7')
  })
  it('says when this browser reads no barcodes', async () => {
    phone.hasBarcodes = false
    const { press, text, until } = await draw()
    await press(scanButton('Code on the box'))
    await until(() => text(document.body).includes('This browser reads QR codes.'))
    phone.hasBarcodes = true
  })
  it('cannot be scanned where it can only be read', async () => {
    await draw({ readOnly: true, model: { tool: 'EQ-1' } })
    expect(scanButton('Code on the tool')).toBeNull()
  })
  it('has a longest text', () => {
    const setting = { type: 'scan', attribute: 'box', maxLength: 3 } as const
    expect(rules.message?.('ABCD', setting, () => undefined)).toBe('At most 3 characters')
    expect(rules.message?.('ABC', setting, () => undefined)).toBeUndefined()
    expect(rules.empty('  ', setting, () => undefined)).toBe(true)
  })
})
