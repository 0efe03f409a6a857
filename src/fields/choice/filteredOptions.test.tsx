import { afterEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { lintSettings } from '../../../contract/forms/lintSettings.ts'
import { translateSettings } from '../../../contract/forms/translateSettings.ts'
import { withOptionSets } from '../../../contract/forms/options/withOptionSets.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import example from './option-sets.form.json'

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})
const form = example as unknown as FormSettings
const children = (settings: FormSettings = form) => withOptionSets(settings).children
const offered = (label: string) => {
  const frame = [...document.querySelectorAll('[data-attribute]')].find((one) =>
    one.querySelector(':scope > div')?.textContent.startsWith(label),
  )
  return [...(frame?.querySelectorAll('label') ?? [])].map((one) => one.textContent)
}

describe('option sets and filtered options', () => {
  it('the example form is right, and its names are known', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
    expect(lintSettings({ ...form, children: [...(form.children ?? []), { type: 'save', label: 'Send' }] })).toEqual([])
  })
  it('fields take the options of a set of the form', async () => {
    drawn = await drawForm(children())
    await drawn.until(() => offered('Severity').length > 0)
    expect(offered('Severity')).toEqual(['Low', 'Medium', 'High'])
    expect(offered('Likelihood')).toEqual(['Low', 'Medium', 'High'])
  })
  it('a set is translated once, and stores the same values', () => {
    const spanish = { ...form, translations: { es: { Low: 'Bajo' } } } as FormSettings
    const [severity] = children(translateSettings(spanish, 'es')) as unknown as { options: unknown[] }[]
    expect(severity?.options[0]).toEqual({ name: 'Bajo', value: 1 })
  })
  it('offers what fits the other answer, and clears an answer that no longer fits', async () => {
    drawn = await drawForm(children())
    const { form: live, until } = drawn
    await until(() => document.querySelector('[data-attribute]'))
    await act(async () => live.set('building', 'north'))
    await until(() => offered('Level').length === 2)
    expect(offered('Level')).toEqual(['N1', 'N2'])
    await act(async () => live.set('level', 'N2'))
    await act(async () => live.set('building', 'south'))
    await until(() => offered('Level')[0] === 'S1')
    expect(live.value('level')).toBeNull()
  })
  it('keeps the answer of an opened record that the filter does not offer', async () => {
    drawn = await drawForm(children(), { model: { building: 'south', level: 'N2' } })
    await drawn.until(() => offered('Level').includes('S1'))
    expect(drawn.form.value('level')).toBe('N2')
    expect(offered('Level')).toContain('N2')
  })
  it('filters the entries of a list by their attributes', async () => {
    const lookups = {
      machines: [
        { id: 'c1', label: 'Crane 1', attributes: { kind: 'crane' } },
        { id: 'd1', label: 'Digger 1', attributes: { kind: 'digger' } },
      ],
    }
    const machine: NodeSetting = {
      type: 'valueenum',
      attribute: 'machine',
      label: 'Machine',
      lookup: 'machines',
      optionFilter: 'option.kind == kind',
    }
    drawn = await drawForm([machine], { model: { kind: 'crane' }, lookups })
    await drawn.until(() => offered('Machine').length > 0)
    expect(offered('Machine')).toEqual(['Crane 1'])
  })
  it('an author learns of a set that does not exist, and of a value that a set has twice', () => {
    const wrong = checkSettings({
      name: 'A',
      optionSets: { risks: ['Low', 'Low'] },
      children: [{ type: 'enum', attribute: 'a', optionSet: 'risk' }],
    })
    expect(wrong).toMatchObject({ ok: false })
    expect(!wrong.ok && wrong.problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'optionSets.risks[1]: expected a value of its own; "Low" is already the value of options[0]; without a value the name counts',
      'children[0].optionSet: expected the name of an option set instead of "risk"; did you mean risks?',
    ])
  })
})
