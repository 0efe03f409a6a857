import { describe, expect, it } from 'vitest'
import { checkSettings } from './checkSettings.ts'
import type { NodeSetting } from './fieldShapes.ts'
import { formJsonSchema } from './formJsonSchema.ts'
import { translateSettings } from './translateSettings.ts'

const check = (...children: unknown[]) => checkSettings({ name: 'Test', children })
const problems = (...children: unknown[]) => {
  const checked = check(...children)
  return checked.ok ? [] : checked.problems.map(({ path, message }) => `${path}: ${message}`)
}
const text = (attribute: string) => ({ type: 'text', attribute, label: attribute })

describe('a control group', () => {
  const controls = { type: 'control-group', label: 'Where', children: [text('level'), text('room')] }

  it('FE-160 is read as a group of columns, one for each control', () => {
    const checked = check(controls, { type: 'group', children: [{ ...controls, columns: 3, children: [text('a')] }] })
    expect(checked.ok && checked.form.children).toMatchObject([
      { type: 'group', style: 'columns', columns: 2, label: 'Where', children: [{ attribute: 'level' }, { attribute: 'room' }] },
      { children: [{ type: 'group', style: 'columns', columns: 3 }] },
    ])
    const many = check({ type: 'control-group', children: Array.from({ length: 9 }, (_, at) => text(`a${at}`)) })
    expect(many.ok && many.form.children).toMatchObject([{ columns: 4 }])
  })
  it('is checked like everything else, and editors know it', () => {
    expect(problems({ ...controls, children: [text('level'), text('level')] })).toEqual([
      expect.stringContaining('children[0].children[1].attribute: expected an attribute of its own'),
    ])
    expect(problems({ ...controls, limit: 3 })).toEqual([expect.stringContaining('a control-group takes')])
    const { definitions } = formJsonSchema() as { definitions: Record<string, { properties: object }> }
    expect(Object.keys(definitions['control-group']?.properties ?? {})).toContain('children')
  })
})

describe('cards and notices', () => {
  it('templates of a task and of notices are read when the form is published', () => {
    expect(problems({ type: 'task', title: 'Do {{', state: '{{a +}}' })).toHaveLength(2)
    expect(problems({ type: 'notices', notices: [{ level: 'info', message: '{{' }] })).toEqual([
      expect.stringContaining('children[0].notices[0].message'),
    ])
    expect(problems({ type: 'notices', notices: [{ level: 'loud', message: 'x' }] })).toEqual([expect.stringContaining('level')])
  })
  it('an end time names a start that is there; field mapping has sources', () => {
    expect(problems(text('start'), { type: 'endTime', attribute: 'end', start: 'strat' })).toEqual([
      expect.stringContaining('did you mean start?'),
    ])
    expect(problems({ type: 'endTime', attribute: 'end', start: 'parent.start' })).toEqual([])
    expect(problems({ type: 'field-mapping', attribute: 'map', targets: [{ name: 'Cost code' }] })).toEqual([
      expect.stringContaining('expected options'),
    ])
  })
  it('FE-170 a field is switched off by its type alone', () => {
    expect(problems({ type: 'nop', attribute: 'hours', label: 'Hours', number: true, required: true })).toEqual([])
  })
})

it('every text of these fields that people read is translated, and nothing else', () => {
  const children = [
    { type: 'notices', notices: [{ level: 'info', message: 'Hello' }] },
    { type: 'task', title: 'Hello', state: 'Hello', notes: 'Hello', actionLabel: 'Hello', action: 'open:/frontend/Hello' },
    { type: 'splitbutton', label: 'Hello', action: 'reload', actions: [{ label: 'Hello', action: 'back' }] },
    { type: 'compact-table', columns: [{ attribute: 'Hello', label: 'Hello' }] },
    { type: 'field-mapping', attribute: 'map', options: ['x'], targets: [{ name: 'Hello', label: 'Hello' }] },
  ] as NodeSetting[]
  const form = translateSettings({ name: 'x', children, translations: { es: { Hello: 'Hola' } } }, 'es')
  expect(form.children).toEqual([
    { type: 'notices', notices: [{ level: 'info', message: 'Hola' }] },
    { type: 'task', title: 'Hola', state: 'Hola', notes: 'Hola', actionLabel: 'Hola', action: 'open:/frontend/Hello' },
    { type: 'splitbutton', label: 'Hola', action: 'reload', actions: [{ label: 'Hola', action: 'back' }] },
    { type: 'compact-table', columns: [{ attribute: 'Hello', label: 'Hola' }] },
    { type: 'field-mapping', attribute: 'map', options: ['x'], targets: [{ name: 'Hello', label: 'Hola' }] },
  ])
})
