import { afterEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { type NodeSetting, settingsOf } from '../../../contract/forms/fieldShapes.ts'
import type { Raw } from '../../../contract/forms/isRaw.ts'
import { readableTexts, translateSettings } from '../../../contract/forms/translateSettings.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { answers } from './answers.ts'
import example from './checklist.form.json'
import type { Setting } from './itemsOf.ts'

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})
const setting = example.children[0] as Setting
const draw = async (more: Partial<Setting> = {}, options: Parameters<typeof drawForm>[1] = {}) => {
  drawn = await drawForm([{ ...setting, ...more }], options)
  await drawn.until(() => groups().length > 0)
  return drawn
}
const groups = () => [...document.querySelectorAll<HTMLElement>('[role=radiogroup]')]
const nameOf = (group: Element) => document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''
const group = (label: string) => groups().find((one) => nameOf(one) === label) as HTMLElement
const choose = (row: string, choice: string) =>
  act(async () =>
    [...group(row).querySelectorAll('label')]
      .find((label) => label.textContent === choice)
      ?.querySelector('input')
      ?.click(),
  )
const base = 'Base plates and sole boards are in place'
const plumb = 'Standards are plumb'

describe('a checklist', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })
  it('each row is a radio group with the choices, under the heading of its section', async () => {
    await draw()
    expect(groups().map(nameOf)).toHaveLength(5)
    expect([...group(base).querySelectorAll('label')].map((label) => label.textContent)).toEqual(['OK', 'Defect', 'N/A'])
    expect([...document.querySelectorAll('h3')].map((head) => head.textContent)).toEqual(['Foundation', 'Platforms'])
    const names = new Set([...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].map(({ name }) => name))
    expect(names.size).toBe(5)
  })
  it('stores answer and result of each row, and gives score and fails to expressions', async () => {
    const { form, text } = await draw()
    await choose(base, 'OK')
    await choose(plumb, 'Defect')
    await choose('Guardrails and toe boards are complete', 'N/A')
    expect(form.value('inspection')).toEqual([
      { name: 'base', answer: 'ok', result: 'pass', score: 1, of: 1 },
      { name: 'plumb', answer: 'defect', result: 'fail', score: 0, of: 1, failed: 'plumb' },
      { name: 'guardrails', answer: 'na', result: 'none' },
    ])
    expect(text()).toContain('3 of 5 answered')
    expect(form.model()).toMatchObject({ inspection_score: 50, inspection_fails: 1, inspection_failed: 'plumb' })
    expect(form.evaluate("inspection_fails > 0 and count(inspection, 'result', 'fail') = 1")).toBe(true)
    await choose(plumb, 'OK')
    expect(form.model()).toMatchObject({ inspection_score: 100, inspection_fails: 0, inspection_failed: '' })
  })
  it('score and fails go with a checklist that an answer hides', async () => {
    const kind: NodeSetting = { type: 'text', attribute: 'kind', label: 'Kind' }
    drawn = await drawForm([kind, { ...setting, visible: "kind == 'scaffold'" }], { model: { kind: 'scaffold' } })
    const { form, until } = drawn
    await until(() => groups().length > 0)
    await choose(base, 'Defect')
    await act(async () => form.set('kind', 'ladder'))
    expect(form.evaluate('inspection_fails')).toBeNull()
  })
  it('a failed row needs a comment and a photo before the form can be saved', async () => {
    const { form, text, until } = await draw({ required: undefined })
    await choose(plumb, 'Defect')
    await act(async () => void form.validate())
    expect(text()).toContain('1 row is not complete')
    expect(text()).toContain('Add a comment')
    const comment = await until(() => document.querySelector('textarea'))
    await act(async () => {
      form.set('inspection', [{ ...(form.value('inspection') as object[])[0], comment: 'Out of line by 40 mm' }])
    })
    expect(comment.value).toBe('Out of line by 40 mm')
    expect(text()).toContain('Add a photo')
    const photo = { id: 'p1', filename: 'a.jpg', url: 'blob:a', type: 'image/jpeg', size: 1 }
    await act(async () => form.set('inspection', [{ ...(form.value('inspection') as object[])[0], photos: [photo] }]))
    expect(form.problems()).toEqual([])
    expect(groups().filter((one) => one.getAttribute('aria-invalid') === 'true')).toEqual([])
  })
  it('what is typed as a comment is part of the row', async () => {
    const { form, press, button, type, until } = await draw({ required: undefined, comment: 'optional', photo: 'none' })
    await choose(base, 'OK')
    await press(button(`Comment: ${base}`))
    await type(await until(() => document.querySelector('textarea')), 'Two plates are new')
    expect(form.value('inspection')).toMatchObject([{ name: 'base', answer: 'ok', comment: 'Two plates are new' }])
    await choose(base, 'Defect')
    expect(form.value('inspection')).toMatchObject([{ name: 'base', answer: 'defect', comment: 'Two plates are new' }])
  })
  it('with required every row needs an answer, and an optional row can be cleared', async () => {
    const { form, press, button, hasButton } = await draw({
      rows: ['First', { name: 'Second', required: false }],
      comment: 'none',
      photo: 'none',
    })
    await choose('Second', 'OK')
    expect(form.validate().map(({ message }) => message)).toEqual(['1 row is not complete'])
    await choose('First', 'OK')
    expect(form.validate()).toEqual([])
    expect(hasButton('Clear First')).toBe(false)
    await press(button('Clear Second'))
    expect(form.value('inspection')).toMatchObject([{ name: 'First' }])
    expect(form.validate()).toEqual([])
  })
  it('an author learns of names that are there twice, and of an attribute that the checklist writes itself', () => {
    const twice = checkSettings({ name: 'A', children: [{ ...setting, rows: ['a', 'b', 'a'] }] })
    expect(twice).toMatchObject({ ok: false, problems: [{ path: 'children[0].rows[2]' }] })
    const taken = checkSettings({ name: 'A', children: [setting, { type: 'text', attribute: 'inspection_score', label: 'Mine' }] })
    expect(taken).toMatchObject({ ok: false, problems: [{ path: 'children[1].attribute' }] })
  })
  it('readers see the total, each row, its comment and photos', () => {
    const value = [
      { name: 'base', answer: 'ok', result: 'pass', score: 1, of: 1 },
      { name: 'plumb', answer: 'defect', result: 'fail', score: 0, of: 1, failed: 'plumb', comment: 'Loose', photos: [{ id: 'p' }] },
    ]
    const shown = answers[0]?.shown
    if (typeof shown !== 'function') throw new Error('a checklist is shown by its rows')
    expect(shown(setting as never, value, () => []).items?.map((item) => item.map(({ label, value }) => [label, value]))).toEqual([
      [
        ['Score', '50%'],
        ['Failed', '1 of 2'],
      ],
      [[base, 'OK']],
      [
        [plumb, 'Defect'],
        ['Comment', 'Loose'],
        ['Photos', [{ id: 'p' }]],
      ],
    ])
  })
  it('an export has a column for each row', () => {
    const columns = settingsOf('checklist')?.columns?.(setting as unknown as Raw) ?? []
    const value = [{ name: 'plumb', answer: 'defect', result: 'fail', score: 0, of: 1, comment: 'Loose' }]
    expect(columns.slice(0, 4).map(({ label, words }) => [label, words(value)])).toEqual([
      ['Score (%)', '0'],
      ['Failed', '1'],
      [base, ''],
      [plumb, 'Defect – Loose'],
    ])
  })
  it('the name of a row with a label is no text that people read', () => {
    const form = { name: 'Ladder', children: [{ ...setting, rows: ['Feet hold', { name: 'rungs', label: 'Rungs are tight' }] }] }
    const texts = readableTexts(form as FormSettings).map(({ text }) => text)
    expect(texts).toEqual(expect.arrayContaining(['Feet hold', 'Rungs are tight']))
    expect(texts).not.toContain('rungs')
  })

  it('a translated row keeps its stored name', () => {
    const form = {
      name: 'A',
      children: [{ ...setting, rows: ['Guardrail'] }],
      translations: { es: { Guardrail: 'Barandilla', OK: 'Bien' } },
    } as FormSettings
    expect(translateSettings(form, 'es').children[0]).toMatchObject({
      rows: [{ name: 'Guardrail', label: 'Barandilla' }],
      choices: [{ name: 'Bien', value: 'ok' }, {}, {}],
    })
  })
})
