import { afterEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { rules } from './rules.ts'
import example from './task.form.json'

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})
const draw = async (children: readonly NodeSetting[], options: Parameters<typeof drawForm>[1] = {}) => {
  drawn = await drawForm(children, options)
  return drawn
}
const task: NodeSetting = {
  type: 'task',
  title: 'Inspect {{site}}',
  state: 'Due today',
  description: 'Ladders',
  notes: 'From the manager',
  actionLabel: 'Go',
  color: 'red',
  action: 'open:/frontend/forms/hazard-report',
}

describe('a task', () => {
  it('the example form is right, and a task is no answer', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
    expect(rules.empty(undefined, {}, () => undefined)).toBe(false)
  })
  it('FE-150 RV-119 is a coloured card with title, action label, state, description and notes', async () => {
    const { until, text, form } = await draw([task], { model: { site: 'North' } })
    const card = await until(() => document.querySelector('button'))
    for (const words of ['Inspect North', 'Due today', 'Ladders', 'From the manager', 'Go']) expect(text(card)).toContain(words)
    const red = card.className
    await act(async () => form.set('site', 'South'))
    expect(text(card)).toContain('Inspect South')
    await drawn?.remove()
    const grey = await (await draw([{ ...task, color: 'grey' }])).until(() => document.querySelector('button'))
    expect(grey.className).not.toBe(red)
  })
  it('RV-120 FE-150 pressing it opens the task', async () => {
    const { until, press, told } = await draw([task])
    await press(await until(() => document.querySelector('button')))
    expect(told.actions).toEqual(['open:/frontend/forms/hazard-report'])
  })
  it('RV-121 RV-122 work of the server has another sign, and says "Please Wait..." while it lasts', async () => {
    let finish = () => {}
    const run = () =>
      new Promise<void>((resolve) => {
        finish = resolve
      })
    const { until, press, text, told } = await draw([task, { ...task, action: 'rpc:close-day' }], { run })
    const [open, remote] = await until(() => {
      const cards = [...document.querySelectorAll('button')]
      return cards.length === 2 && cards
    })
    const sign = (card: Element | undefined) => card?.querySelector('svg path')?.getAttribute('d')
    expect(sign(open)).not.toBe(sign(remote))
    await press(remote as Element)
    await press(remote as Element)
    expect(told.actions).toEqual(['rpc:close-day'])
    expect(text(remote)).toContain('Please Wait...')
    await act(async () => finish())
    expect(text(remote)).not.toContain('Please Wait...')
    await press(open as Element)
    expect(text(open)).not.toContain('Please Wait...')
    await act(async () => finish())
  })
  it('without an action is only read', async () => {
    const { until, text } = await draw([{ type: 'task', title: 'Induction', state: 'Done' }])
    await until(() => text().includes('Done'))
    expect(document.querySelector('button')).toBeNull()
  })
})
