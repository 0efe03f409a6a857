import { describe, expect, it } from 'vitest'
import type { NodeSetting } from '../../contract/forms/fieldShapes.ts'
import { stepBudgets } from '../../contract/forms/stepBudgets.ts'
import { createForm } from './form.ts'

const rules = () => ({ empty: (value: unknown) => value === undefined || value === null || value === '' })
const calculatedRules = () => ({ ...rules(), calculates: ({ value }: { value: string }) => value })
const formOf = (children: unknown[], model: Record<string, unknown>) =>
  createForm({
    settings: { children: children as NodeSetting[] },
    model,
    rules: ((type: string) => (type === 'calculated' ? calculatedRules() : rules())) as never,
  })
const ones = (length: number) => Array.from({ length }, () => 1)
const sums = Array.from({ length: 20 }, (_, n) => ({
  type: 'calculated',
  attribute: `sum_${n}`,
  value: `sum(${Array.from({ length: 20 }, () => 'a').join(',')}) + ${n}`,
}))

describe('a form with expressions that never end', () => {
  it('opens, says where its steps ended, and can not be saved', () => {
    const form = formOf([{ type: 'text', attribute: 'a' }, ...sums], { a: ones(100_000) })
    expect(form.tooComplex()).toBe('sum_0.value')
    expect(form.validate()[0]?.message).toBe('This form is too complex at sum_0.value.')
  })

  it('is calculated to the end as soon as its answers allow it, and says so', () => {
    const form = formOf([{ type: 'text', attribute: 'a' }, ...sums], { a: ones(100_000) })
    const heard: string[] = []
    for (const topic of ['node:', 'problems']) form.subscribe(topic, () => heard.push(topic))
    form.set('a', ones(10))
    expect([form.tooComplex(), form.value('sum_19'), form.validate()]).toEqual([undefined, 219, []])
    expect(new Set(heard)).toEqual(new Set(['node:', 'problems']))
    form.set('a', ones(100_000))
    expect(form.tooComplex()).toBe('sum_0.value')
  })

  it('takes conditions and texts into account, too', async () => {
    const much = Array.from({ length: 20 }, () => 'a').join(',')
    const hidden = formOf([{ type: 'text', attribute: 'b', visible: `sum(${much}) > 0` }], { a: ones(stepBudgets.form) })
    expect(hidden.tooComplex()).toBe('b.visible')
    const shown = formOf([{ type: 'text', attribute: 'b' }], { a: ones(100_000) })
    const heard: string[] = []
    shown.subscribe('node:', () => heard.push('node:'))
    expect([shown.tooComplex(), shown.text(undefined, `{{sum(${much})}}`), shown.tooComplex()]).toEqual([undefined, '', 'template'])
    await Promise.resolve()
    expect(heard).toEqual(['node:'])
  })

  it('is not one of 2,000 fields with conditions on each other and a crew of 200', () => {
    const children = Array.from({ length: 2000 }, (_, n) => ({
      type: 'text',
      attribute: `f${n}`,
      visible: n === 0 ? 'count(staff) > 0' : `empty(f${n - 1}) and sum(staff, 'hours') < 24 * count(staff)`,
      required: `not empty(f${(n * 7) % 2000})`,
    }))
    const form = formOf(children, { staff: Array.from({ length: 200 }, () => ({ hours: 8 })) })
    form.validate()
    form.set('f0', 'x')
    expect(form.tooComplex()).toBeUndefined()
  })
})
