import { act } from '../../../tests/harness/page.tsx'
import { afterEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import example from './mobile.form.json'
import { rules } from './rules.ts'

type Drawn = Awaited<ReturnType<typeof drawForm>>
const open: Drawn[] = []
const mobile = { type: 'mobile', attribute: 'mobile', label: 'Mobile', required: true } as const

async function draw(...[children, options]: Parameters<typeof drawForm>) {
  const drawn = await drawForm(children, options)
  open.push(drawn)
  const number = await drawn.until(() => document.querySelector<HTMLInputElement>('input[type=tel]'))
  const [country, use] = document.querySelectorAll('select')
  return { ...drawn, number, country: country as HTMLSelectElement, use: use as HTMLSelectElement }
}
afterEach(async () => {
  for (const drawn of open.splice(0)) await drawn.remove()
})

/** Simulates a browser edit: the new text, the caret position, and the input type. */
const edit = (input: HTMLInputElement, text: string, caret: number, inputType: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.setSelectionRange(caret, caret)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }))
  })

describe('the mobile field', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })

  it('FE-281 CO-188 CO-498 begins with the United States and FE-280 CO-497 offers the four countries only', async () => {
    const { country } = await draw([mobile])
    expect(country.value).toBe('us')
    expect([...country.options].map(({ text }) => text)).toEqual([
      'United States (+1)',
      'Canada (+1)',
      'Australia (+61)',
      'United Kingdom (+44)',
    ])
  })

  it('FE-116 FE-126 stores the number as E.164 and its use beside it', async () => {
    const { form, number, use, type, choose } = await draw([mobile])
    await type(number, '2133734253')
    expect(number.value).toBe('(213) 373-4253')
    await choose(use, 'Safety')
    expect(form.model()).toEqual({ mobile: '+12133734253', mobileUse: 'Safety' })
  })

  it('FE-117 FE-118 FE-119 FE-120 FE-121 offers the five uses, Default first', async () => {
    const { use } = await draw([mobile])
    expect([...use.options].map(({ value }) => value)).toEqual(['Default', 'Safety', 'Emergency', 'No Contact', 'No Number'])
    expect(use.value).toBe('Default')
  })

  it('keeps the use beside a number that is deeper in the record', async () => {
    const { form, use, choose } = await draw([{ ...mobile, attribute: 'model.mobile' }])
    await choose(use, 'Emergency')
    expect(form.model()).toMatchObject({ model: { mobileUse: 'Emergency' } })
  })

  it('FE-282 FE-283 No Number disables the number, says why, and counts as an answer', async () => {
    const { form, number, use, choose, until } = await draw([mobile], { model: { mobile: '+12133734253' } })
    await choose(use, 'No Number')
    expect(number.disabled).toBe(true)
    expect(number.placeholder).toBe('Number not required')
    expect(number.value).toBe('')
    expect(form.validate()).toEqual([])
    expect(form.model()).toEqual({ mobile: null, mobileUse: 'No Number' })
    // An accidental choice loses nothing.
    await choose(use, 'Default')
    await until(() => number.value === '(213) 373-4253')
    expect(number.disabled).toBe(false)
    expect(form.value('mobile')).toBe('+12133734253')
  })

  it('a pasted number with a country code switches the country', async () => {
    const { form, number, country } = await draw([mobile])
    await edit(number, '+61 412 345 678', 15, 'insertFromPaste')
    expect(country.value).toBe('au')
    expect(number.value).toBe('0412 345 678')
    expect(form.value('mobile')).toBe('+61412345678')
  })

  it('backspace over a bracket takes the digit before it', async () => {
    const { number, type } = await draw([mobile])
    await type(number, '2133')
    // "(213) |3": deleting only the space would bring it back at once.
    await edit(number, '(213)3', 5, 'deleteContentBackward')
    expect(number.value).toBe('(213)')
    expect(number.selectionStart).toBe('(21'.length)
  })

  it('says what a number lacks, and which countries there are', async () => {
    const { form, number, type, text } = await draw([mobile])
    await type(number, '213373')
    await act(async () => void form.validate())
    expect(text()).toContain('Enter a whole mobile number, such as (201) 555-0123')
    expect(number.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(number.getAttribute('aria-describedby') ?? '')?.textContent).toContain('Enter a whole mobile number')
    await type(number, '+33612345678')
    expect(text()).toContain('Only mobile numbers of the United States, Canada, Australia and the United Kingdom can be used')
    await type(number, '2133734253')
    expect(form.problems()).toEqual([])
  })

  it('read-only: neither number, country nor use can be changed', async () => {
    const { number, country, use } = await draw([mobile], { model: { mobile: '+447400123456', mobileUse: 'Safety' }, readOnly: true })
    expect([number.readOnly, country.disabled, use.disabled]).toEqual([true, true, true])
    expect([number.value, country.value, use.value]).toEqual(['07400 123456', 'gb', 'Safety'])
  })

  it('is empty only while there is neither a number nor the word that there is none', () => {
    const empty = (value: unknown, use?: string) => rules.empty(value, mobile, (name) => (name === 'mobileUse' ? use : undefined))
    expect([empty(''), empty(null), empty(undefined, 'Safety')]).toEqual([true, true, true])
    expect([empty(null, 'No Number'), empty('+1213')]).toEqual([false, false])
  })
})

describe('a personal mobile number', () => {
  const personal = { type: 'mobile-pii', attribute: 'mobile', label: 'Mobile', required: true } as const

  it('FE-127 is read and changed by who may edit it, as any mobile number', async () => {
    const { form, number, type } = await draw([personal], { model: { mobile: '+12133734253' } })
    expect(number.value).toBe('(213) 373-4253')
    await type(number, '2133734254')
    expect(form.value('mobile')).toBe('+12133734254')
    await type(number, '213')
    expect(form.validate()).toHaveLength(1)
  })

  it('FE-127 is masked for everybody else', async () => {
    const drawn = await drawForm([personal], { model: { mobile: '+12133734253' }, readOnly: true })
    open.push(drawn)
    await drawn.until(() => drawn.text().includes('4253'))
    expect(drawn.text()).toBe('Mobile••••••••4253')
    expect(document.querySelector('input, select')).toBeNull()
    expect(document.body.innerHTML).not.toContain('213')
  })
})
