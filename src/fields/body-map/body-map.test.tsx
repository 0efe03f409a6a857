import { afterEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { answers } from './answers.ts'
import example from './body-map.form.json'
import { bodyParts } from './bodyParts.ts'
import { back, front } from './figures.ts'
import { rules } from './rules.ts'

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})
async function draw(options: Parameters<typeof drawForm>[1] = {}) {
  drawn = await drawForm(example.children as readonly NodeSetting[], options)
  await drawn.until(() => document.querySelector('svg path[data-part]'))
  return drawn
}
const figures = () => [...document.querySelectorAll('svg:has(path[data-part])')]
const touch = (figure: number, part: string) =>
  act(async () => {
    figures()
      [figure]?.querySelector(`[data-part="${part}"]`)
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })
const box = (name: string) =>
  [...document.querySelectorAll('label')].find((label) => label.textContent === name)?.querySelector('input') as HTMLInputElement

describe('a map of the body', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
  })
  it('has each part in the picture', () => {
    const drawnParts = new Set([...front, ...back].map(({ part }) => part))
    expect(bodyParts.filter((part) => !drawnParts.has(part))).toEqual([])
  })
  it('a touch marks a part and a second touch takes it back, in the order of the body', async () => {
    const { form, text } = await draw()
    await touch(1, 'Lower back')
    await touch(0, 'Head')
    await touch(0, 'Left hand')
    expect(form.value('injured')).toEqual(['Head', 'Left hand', 'Lower back'])
    expect(text()).toContain('Keep the head still and call 911.')
    await touch(1, 'Head')
    await touch(0, 'Left hand')
    await touch(1, 'Lower back')
    expect(form.value('injured')).toBeNull()
  })
  it('the front has the right of the person on the left of the picture, the back on the right', () => {
    const xOf = (parts: typeof front, name: string) => Number(/^M([\d.]+)/.exec(parts.find(({ part }) => part === name)?.path ?? '')?.[1])
    expect(xOf(front, 'Right hand')).toBeLessThan(xOf(front, 'Left hand'))
    expect(xOf(back, 'Right hand')).toBeGreaterThan(xOf(back, 'Left hand'))
  })
  it('the list has each part as a checkbox', async () => {
    const { form } = await draw()
    await act(async () => box('Right knee').click())
    expect(form.value('injured')).toEqual(['Right knee'])
    expect(document.querySelector('path[data-part="Right knee"]')?.getAttribute('data-chosen')).toBe('true')
    expect(document.querySelectorAll('input[type=checkbox]')).toHaveLength(bodyParts.length)
  })
  it('nothing can be marked where it can only be read', async () => {
    const { form } = await draw({ readOnly: true, model: { injured: ['Neck'] } })
    await touch(0, 'Head')
    expect(form.value('injured')).toEqual(['Neck'])
    expect(document.querySelector('input[type=checkbox]')).toBeNull()
  })
  it('reads as a sentence part in records, and takes no other words', () => {
    const setting = { type: 'body-map', attribute: 'injured' } as never
    const [{ shown, accepts }] = answers as unknown as [{ shown: Function; accepts: Function }]
    expect(shown(setting, ['Left hand', 'Head']).lines()).toEqual(['Head, Left hand'])
    expect([accepts(['Tail', 'Neck']), accepts('Neck'), accepts([])]).toEqual([['Neck'], undefined, undefined])
    expect(rules.empty(['Tail'], setting, () => undefined)).toBe(true)
  })
})
