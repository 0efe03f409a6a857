import { afterEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import example from './field-mapping.form.json'
import { rules } from './rules.ts'

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})
const setting = example.children[0] as FieldSetting<'field-mapping'>
const draw = async (options: Parameters<typeof drawForm>[1] = {}) => {
  drawn = await drawForm([setting], options)
  await drawn.until(() => document.querySelectorAll('select').length === 3)
  return drawn
}

describe('field mapping', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })
  it('FE-163 maps each target to a source and stores the map', async () => {
    const { control, choose, form } = await draw()
    await choose(control('Name'), 'Employee name')
    await choose(control('Cost code'), 'Craft')
    expect(form.value('columns')).toEqual({ name: 'Employee name', 'cost code': 'Craft' })
    await choose(control('Cost code'), 'Choose…')
    expect(form.value('columns')).toEqual({ name: 'Employee name' })
    expect([...control<HTMLSelectElement>('Mobile').options].map(({ text }) => text)).toEqual(['Choose…', ...(setting.options as string[])])
  })
  it('FE-163 shows what is mapped, also when it changes from outside, and keeps what it has no target for', async () => {
    const { control, choose, form } = await draw({ model: { columns: { name: 'Badge no.', old: 'Company' } } })
    const shown = (label: string) => control<HTMLSelectElement>(label).selectedOptions[0]?.text
    expect([shown('Name'), shown('Mobile')]).toEqual(['Badge no.', 'Choose…'])
    await choose(control('Mobile'), 'Phone')
    expect(form.value('columns')).toEqual({ old: 'Company', name: 'Badge no.', mobile: 'Phone' })
    await act(async () => form.set('columns', { mobile: 'Craft' }))
    expect([shown('Name'), shown('Mobile')]).toEqual(['Choose…', 'Craft'])
  })
  it('asks for the sources that must be there', async () => {
    const { form, text, control, choose } = await draw()
    await act(async () => void form.validate())
    expect(text()).toContain('Choose a source for Name')
    await choose(control('Name'), 'Craft')
    expect(form.problems()).toEqual([])
    const free = { ...setting, targets: [{ name: 'a' }] }
    expect(rules.empty(null, free, () => undefined)).toBe(true)
    expect(rules.empty({ a: 'x' }, free, () => undefined)).toBe(false)
  })
  it('read-only: nothing can be chosen', async () => {
    await draw({ model: { columns: { name: 'Craft' } }, readOnly: true })
    expect([...document.querySelectorAll('select')].every((list) => list.disabled)).toBe(true)
  })
})
