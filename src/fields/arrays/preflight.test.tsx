import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import example from './preflight.form.json'
import { preflightRules } from './rules.ts'

vi.mock('../../store/outbox/queue.ts', () => ({ useOutbox: () => [] }))

type Drawn = Awaited<ReturnType<typeof drawForm>>
const open: Drawn[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.remove()
})

const checks = {
  type: 'preflight',
  attribute: 'checks',
  label: 'Before the lift',
  checks: [
    { name: 'area', label: 'Is the area clear?', description: 'Tape on all sides.', photo: false },
    { name: 'radio', required: false, photo: false },
  ],
} as const
const setting = checks as unknown as NodeSetting

async function draw(model = {}, readOnly = false) {
  const page = await drawForm([setting], { model, readOnly })
  open.push(page)
  await page.until(() => document.querySelector('.m-arrays-openItem input'))
  const item = (index: number) => document.querySelectorAll('.m-arrays-openItem')[index] as HTMLElement
  return {
    ...page,
    item,
    answer: (index: number, name: string) =>
      [...item(index).querySelectorAll('.m-controls-choice')]
        .find((each) => page.text(each) === name)
        ?.querySelector('input') as HTMLInputElement,
    problems: () => page.form.validate().map(({ message }) => message),
  }
}

describe('checks before the work goes on', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })

  it('FE-176 the form goes on when every required check is Yes', async () => {
    const { answer, press, problems, form, text } = await draw()
    expect(text()).toContain('0 of 2 passed')
    expect(problems()).toEqual(['1 check must be Yes before you can go on'])
    await press(answer(0, 'No'))
    expect(problems()).toEqual(['1 check must be Yes before you can go on'])
    await press(answer(0, 'Yes'))
    expect(problems()).toEqual([])
    expect(form.value('checks')).toEqual([{ name: 'area', answer: 'yes' }])
    expect(text()).toContain('1 of 2 passed')
  })

  it('FE-176 a No has room for a note, and what was answered is there again', async () => {
    const { answer, press, form, type, item } = await draw({ checks: [{ name: 'radio', answer: 'yes', note: 'old one' }] })
    expect(answer(1, 'Yes').checked).toBe(true)
    await press(answer(0, 'No'))
    await type(item(0).querySelector('textarea') as Element as HTMLElement, 'Van in the way')
    expect(form.value('checks')).toEqual([
      { name: 'area', answer: 'no', note: 'Van in the way' },
      { name: 'radio', answer: 'yes', note: 'old one' },
    ])
  })

  it('keeps what was answered to a check that the form has no longer', async () => {
    const { answer, press, form } = await draw({ checks: [{ name: 'old', answer: 'no' }] })
    await press(answer(1, 'Yes'))
    expect(form.value('checks')).toEqual([
      { name: 'radio', answer: 'yes' },
      { name: 'old', answer: 'no' },
    ])
  })

  it('offers photos unless a check says otherwise', async () => {
    const page = await drawForm([{ type: 'preflight', attribute: 'checks', checks: [{ name: 'area' }] }], {
      model: { checks: [{ name: 'area', answer: 'no' }] },
    })
    open.push(page)
    await page.until(() => document.querySelector('.m-arrays-openItem [data-attribute=photos] input[type=file]'))
  })

  it('read-only: can be read, not changed', async () => {
    const { answer } = await draw({ checks: [{ name: 'area', answer: 'yes' }] }, true)
    expect([answer(0, 'Yes').checked, answer(0, 'Yes').disabled]).toEqual([true, true])
  })

  it('without a required check the list is asked like any other question', () => {
    const free = { ...checks, checks: [{ name: 'radio', required: false }] }
    const read = () => undefined
    expect(preflightRules.empty(undefined, free, read)).toBe(true)
    expect(preflightRules.empty([{ name: 'radio', answer: 'no' }], free, read)).toBe(false)
    expect(preflightRules.message?.([{ name: 'radio', answer: 'no' }], free, read)).toBeUndefined()
  })
})
