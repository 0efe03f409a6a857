import { afterEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import example from './spacer.form.json'

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})

describe('room and nothing', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })
  it('a spacer is room between fields that screen readers skip', async () => {
    drawn = await drawForm([
      { type: 'text', attribute: 'a', label: 'A' },
      { type: 'spacer', size: 'large' },
      { type: 'text', attribute: 'b', label: 'B' },
    ])
    const spacer = document.querySelector('.m-fields-spacer')
    expect([spacer?.getAttribute('aria-hidden'), spacer?.textContent]).toEqual(['true', ''])
    expect(drawn.form.validate()).toEqual([])
  })
  it('FE-170 a nop draws nothing and stores nothing, with any content of its setting', async () => {
    const off = { type: 'nop', attribute: 'hours', label: 'Hours', required: true, default: 8 } as NodeSetting
    drawn = await drawForm([
      { type: 'group', label: 'Off', children: [off] },
      { type: 'text', attribute: 'a', label: 'A' },
    ])
    expect(drawn.text()).toBe('A')
    expect(drawn.form.model()).toEqual({})
    expect(drawn.form.validate()).toEqual([])
  })
})
