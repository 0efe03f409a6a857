import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { duplicateNode, insertNode, moveNode, removeNode, setValue } from './Edited.ts'
import { differenceOf, textHistory } from './textHistory.ts'
import { lineOf, nodeAt, pathOf, readJson, spotAt, valueOf } from '../../../contract/forms/check/readJson.ts'

const file = `{
  "name": "Gate",
  "children": [
    { "type": "text", "attribute": "gate", "label": "Gate" },
    {
      "type": "group",
      "children": [
        { "type": "date", "attribute": "day" }
      ]
    },
    { "type": "save" }
  ]
}
`
const read = (text: string) => JSON.parse(text) as { name: string; children: Record<string, unknown>[] }
const types = (text: string) => read(text).children.map(({ type }) => type)

describe('a form file as text', () => {
  it('parses JSON as JSON.parse does', () => {
    const folder = 'server/demo/forms'
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8')
      const { root, fault } = readJson(text)
      expect(fault).toBeUndefined()
      expect(valueOf(root)).toEqual(JSON.parse(text))
    }
    expect(valueOf(readJson('{"a":{"__proto__":1},"b":[-1.5e3,"\\u00e1",null]}').root)).toEqual(
      JSON.parse('{"a":{"__proto__":1},"b":[-1.5e3,"\\u00e1",null]}'),
    )
  })

  it.each([
    ['{"a": 1,}', 7, 'expected no comma before }: remove this comma after the last one'],
    ['{"a": 1 "b": 2}', 6, 'expected a comma after {"a": 1'],
    ['{"a" 1}', 5, 'expected : and a value after the name, for example "label": "Ladder"'],
    ['{"a": }', 6, 'expected a value'],
    ['{"a": tru}', 6, 'expected text in quotes, a number, true, false or null instead of tru'],
    ['{"a": "x\n}', 6, 'expected a closing " for this text in the same line; a new line in a text is written \\n'],
    ['{"a": [1, 2}', 11, 'expected ] for the [ of line 1 instead of }'],
    ['{"a": 1', 7, 'expected } for the { of line 1; the file ends here'],
    ['{"a": 1} x', 9, 'expected nothing after the form instead of x'],
    ['{a: 1}', 1, 'expected a name in quotes: "a"'],
    ['{"a": 1, b: 2}', 9, 'expected a name in quotes: "b"'],
    ['{"a": [1, ], "b": {}}', 8, 'expected no comma before ]: remove this comma after the last one'],
    ['{"a": {"b": 1]', 13, 'expected } for the { of line 1 instead of ]'],
    ['{"a": 1.}', 6, 'expected text in quotes, a number, true, false or null instead of 1.'],
    ['{"a": "\\q"}', 6, 'expected text without tabs, and \\ only as \\" \\\\ \\/ \\n \\t \\u0000'],
    ['{} // done', 3, 'expected no comment, because JSON has none: remove it'],
    ['', 0, 'expected more; the file ends here'],
  ])('names the place and the reason of the error in %s', (text, at, message) => {
    expect(readJson(text).fault).toEqual({ at, message })
    expect(() => JSON.parse(text)).toThrow()
  })

  it('stops for any text, and accepts exactly what JSON.parse accepts', () => {
    const signs = ['{', '}', '[', ']', ',', ':', '"', 'a', '1', ' ', '\\', 'true', '\n']
    let seed = 7
    for (let round = 0; round < 4000; round++) {
      let text = ''
      for (let index = 0; index < 9; index++) {
        seed = (seed * 1103515245 + 12345) % 2147483648
        text += signs[seed % signs.length]
      }
      const { root, fault } = readJson(text)
      let good = true
      try {
        JSON.parse(text)
      } catch {
        good = false
      }
      expect([text, fault === undefined]).toEqual([text, good])
      if (good) expect(valueOf(root)).toEqual(JSON.parse(text))
      for (let at = 0; at <= text.length; at++) spotAt(root, at)
    }
    expect(readJson('['.repeat(100_000)).fault).toEqual({ at: 200, message: 'expected fewer levels' })
    expect(readJson('['.repeat(200) + ']'.repeat(200)).fault).toBeUndefined()
  })

  it('finds the text of a checked path, and the path of a character', () => {
    const { root } = readJson(file)
    expect(pathOf(root, 'children[1].children[0].attribute')).toEqual(['children', 1, 'children', 0, 'attribute'])
    expect(pathOf(readJson('{"t":{"es":{"a.b":"c"}}}').root, 't.es.a.b')).toEqual(['t', 'es', 'a.b'])
    const day = nodeAt(root, ['children', 1, 'children', 0, 'attribute'])
    expect(spotAt(root, day?.from ?? 0).path).toEqual(['children', 1, 'children', 0, 'attribute'])
    expect(lineOf(file, day?.from ?? 0)).toEqual({ line: 8, column: 40 })
  })
})

describe('changes from the outline', () => {
  it('adds, moves and removes questions, and keeps the layout of the rest', () => {
    const added = insertNode(file, ['children'], 1, { type: 'toggle', attribute: 'visitor' })
    expect(types(added?.text ?? '')).toEqual(['text', 'toggle', 'group', 'save'])
    expect(added?.text).toContain('{ "type": "text", "attribute": "gate", "label": "Gate" }')
    expect(removeNode(added?.text ?? '', added?.path ?? [])?.text).toBe(file)

    const down = moveNode(file, ['children', 0], { list: ['children'], index: 2 })
    expect(types(down?.text ?? '')).toEqual(['group', 'text', 'save'])
    expect(down?.path).toEqual(['children', 1])
    expect(moveNode(down?.text ?? '', ['children', 1], { list: ['children'], index: 0 })?.text).toBe(file)
  })

  it('moves questions into a group and out of it, from any place', () => {
    const into = moveNode(file, ['children', 0], { list: ['children', 1, 'children'], index: 0 })
    expect(into?.path).toEqual(['children', 0, 'children', 0])
    expect(read(into?.text ?? '').children[0]).toMatchObject({ children: [{ attribute: 'gate' }, { attribute: 'day' }] })
    const out = moveNode(into?.text ?? '', ['children', 0, 'children', 1], { list: ['children'], index: 0 })
    expect(types(out?.text ?? '')).toEqual(['date', 'group', 'save'])
    const last = moveNode(file, ['children', 1, 'children', 0], { list: ['children'], index: 0 })
    expect(read(last?.text ?? '').children[2]).toMatchObject({ type: 'group', children: [] })
    expect(moveNode(file, ['children', 1], { list: ['children', 1, 'children'], index: 0 })).toBeUndefined()
  })

  it('gives a copy its own attributes', () => {
    const group = duplicateNode(duplicateNode(file, ['children', 1])?.text ?? '', ['children', 1])
    expect(read(group?.text ?? '').children.map(({ children }) => (children as { attribute: string }[])?.[0]?.attribute)).toEqual([
      undefined,
      'day',
      'day_3',
      'day_2',
      undefined,
    ])
  })

  it('adds and removes a single setting', () => {
    const place = ['children', 0]
    const text = setValue(file, [...place, 'required'], true)?.text ?? ''
    expect(read(text).children[0]).toEqual({ type: 'text', attribute: 'gate', label: 'Gate', required: true })
    expect(setValue(text, [...place, 'required'], undefined)?.text).toBe(file)
    expect(read(setValue(file, [...place, 'label'], 'Which "gate"?')?.text ?? '').children[0]?.['label']).toBe('Which "gate"?')
    expect(read(setValue(file, ['template'], '{{gate}}')?.text ?? '')).toMatchObject({ template: '{{gate}}' })
  })

  it('changes nothing in a text with an error', () => {
    expect(insertNode('{ "children": [', ['children'], 0, {})).toBeUndefined()
    expect(removeNode('{', ['children', 0])).toBeUndefined()
  })
})

describe('undo', () => {
  it('undoes quick typing as one step, and redoes steps', () => {
    let clock = 0
    const history = textHistory('a', () => clock)
    history.write('ab', 'typing')
    clock += 100
    history.write('abc', 'typing')
    clock += 5000
    history.write('abcd', 'typing')
    history.write('x')
    history.undo()
    expect(history.text()).toBe('abcd')
    history.undo()
    expect(history.text()).toBe('abc')
    history.undo()
    expect([history.text(), history.canUndo(), history.undo()]).toEqual(['a', false, false])
    history.redo()
    history.redo()
    expect(history.text()).toBe('abcd')
    history.write('new')
    expect(history.canRedo()).toBe(false)
  })

  it('finds the part in which two texts differ', () => {
    expect(differenceOf('abcabc', 'abcXabc')).toEqual({ from: 3, to: 3, insert: 'X' })
    expect(differenceOf('aaa', 'aa')).toEqual({ from: 2, to: 3, insert: '' })
    expect(differenceOf('same', 'same')).toBeUndefined()
  })
})
