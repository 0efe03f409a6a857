import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { checkSettings } from './checkSettings.ts'
import { fieldShapes } from './fieldShapes.ts'
import { formJsonSchema } from './formJsonSchema.ts'

const schema = formJsonSchema() as {
  definitions: Record<
    string,
    { description?: string; properties?: Record<string, unknown>; defaultSnippets?: { label: string; body: object }[] }
  >
}
const valid = new Ajv({ strict: false, allErrors: false }).compile(schema)
const form = (children: unknown[], more: object = {}) => ({ name: 'Test', children, ...more })
const text = { type: 'text', attribute: 'a', label: 'A' }

/** All *.form.json files of the product. */
function formFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : formFiles(path)
    return entry.name.endsWith('.form.json') ? [path] : []
  })
}
const files = ['src', 'server', 'e2e'].flatMap((folder) => formFiles(folder))

describe('the schema that editors read', () => {
  it.each(files)('takes %s, as the check does', (file) => {
    const settings: unknown = JSON.parse(readFileSync(file, 'utf8'))
    expect(valid(settings) ? [] : valid.errors).toEqual([])
    expect(checkSettings(settings)).toMatchObject({ ok: true })
  })

  it.each([
    [
      'a whole form',
      form([
        {
          type: 'group',
          label: 'G',
          style: 'columns',
          children: [text, { type: 'enum', attribute: 'b', options: ['x', { name: 'Y', value: 1 }] }],
        },
      ]),
    ],
    ['a list of items', form([{ type: 'subForm', attribute: 's', subform: [text], limit: 3, canRemove: 'a > 1' }])],
    ['an action', form([{ type: 'button', label: 'x', action: { message: 'url.post', url: '/api/x' } }])],
    ['translations', form([text], { translations: { es: { A: 'Á' } } })],
  ])('takes %s', (_, settings) => {
    expect([valid(settings), checkSettings(settings).ok]).toEqual([true, true])
  })

  it.each([
    ['a misspelt type', form([{ type: 'txet', attribute: 'a' }])],
    ['no type', form([{ attribute: 'a' }])],
    ['a misspelt key', form([{ ...text, lable: 'A' }])],
    ["another type's key", form([{ ...text, options: ['x'] }])],
    ['a missing attribute', form([{ type: 'date', label: 'Day' }])],
    ['a wrong value', form([{ type: 'text', attribute: 'a', maxLength: 'x' }])],
    ['an attribute with a space', form([{ type: 'text', attribute: 'a b' }])],
    ['a wrong level', form([{ type: 'info', text: 'x', level: 'bad' }])],
    ['a wrong node deep inside', form([{ type: 'group', children: [{ type: 'subForm', attribute: 's', subform: [{ type: 'x' }] }] }])],
    ['a language that there is not', form([text], { translations: { fr: {} } })],
    ['no name', { children: [] }],
    ['an unknown key of the form', form([], { titel: 'x' })],
  ])('rejects %s, as the check does', (_, settings) => {
    expect([valid(settings), checkSettings(settings).ok]).toEqual([false, false])
  })

  it('explains every type and every key', () => {
    for (const type of ['group', 'control-group', ...Object.keys(fieldShapes)]) {
      const { description, properties } = schema.definitions[type] ?? {}
      expect(description, type).toMatch(/\.$/)
      for (const [key, property] of Object.entries(properties ?? {})) {
        expect(
          (property as { description?: string }).description,
          `describe ${key} in the words of ${type} (settings.ts of its folder)`,
        ).toBeTruthy()
      }
    }
  })

  it('explains a setting inside another one in words of its own', () => {
    const inside = (place: unknown, key: string): string | undefined => {
      const { properties, items, anyOf } = (place ?? {}) as Record<string, unknown>
      const own = (properties as Record<string, { description?: string }> | undefined)?.[key]?.description
      const parts = [items, ...((anyOf as unknown[] | undefined) ?? [])].filter((part) => part !== undefined)
      return own ?? parts.map((part) => inside(part, key)).find((text) => text !== undefined)
    }
    const { definitions, properties } = schema as typeof schema & { properties: Record<string, unknown> }
    expect(inside(properties['pdf'], 'required')).toMatch(/^Names of fields/)
    expect(inside(definitions['preflight']?.properties?.['checks'], 'name')).toMatch(/^Name of the check/)
    expect(inside(definitions['checklist']?.properties?.['rows'], 'name')).toMatch(/^What is stored for the row/)
    expect(inside(definitions['pdf']?.properties?.['next'], 'message')).toBe('What to do.')
    const bare: string[] = []
    const visit = (place: unknown, path: string) => {
      if (typeof place !== 'object' || place === null) return
      const { properties: own, ...parts } = place as Record<string, unknown>
      for (const key of ['items', 'anyOf', 'oneOf', 'additionalProperties']) for (const part of [parts[key]].flat()) visit(part, path)
      for (const [key, property] of Object.entries((own as Record<string, { description?: string; $ref?: string }>) ?? {})) {
        if (!property.description && !property.$ref) bare.push(`${path}.${key}`)
        visit(property, `${path}.${key}`)
      }
    }
    for (const [type, definition] of Object.entries(definitions)) if (type !== 'node') visit(definition, type)
    visit({ properties }, 'form')
    expect(bare, 'describe these in options/innerWords.ts').toEqual([])
  })

  it('offers a new node of every type that lacks nothing but the words', () => {
    const snippets = schema.definitions['node']?.defaultSnippets ?? []
    expect(snippets.map(({ label }) => label)).toEqual(['group', ...Object.keys(fieldShapes), 'control-group'])
    for (const { label, body } of snippets) {
      const filled: unknown = JSON.parse(JSON.stringify(body), (_, value: unknown) =>
        typeof value === 'string' && /^\$\d/.test(value) ? 'back' : value,
      )
      expect(valid(form([filled])), label).toBe(true)
    }
  })
})
