import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExpressionError } from './expression.ts'
import { parseTemplate, scopeOf } from './template.ts'

const scope = scopeOf({ name: 'Ana', hours: 7.5, site: { name: 'North' }, staff: [{ name: 'Ana' }, { name: 'Bo' }], picked: ['a', 'b'] })
const fill = (source: string) => parseTemplate(source).fill(scope)

describe('templates', () => {
  it.each([
    ['Hello {{name}}, welcome to {{site.name}}', 'Hello Ana, welcome to North'],
    ['{{count(staff)}} on site, {{hours > 7 ? "a full day" : "part of a day"}}', '2 on site, a full day'],
    ['Nobody: {{nowhere}}.', 'Nobody: .'],
    ['{{picked}} and {{staff}}', 'a, b and Ana, Bo'],
    ['plain { text } }}', 'plain { text } }}'],
    ['written as \\{{name}}', 'written as {{name}}'],
    ["{{'}}' + name}}", '}}Ana'],
    ['', ''],
  ])('FE-274 FE-275 %s', (source, wanted) => {
    expect(fill(source)).toBe(wanted)
  })

  it('names everything that it depends on, once', () => {
    expect(parseTemplate('{{a}} {{b + a}} {{c.d}}').dependencies).toEqual(['a', 'b', 'c.d'])
  })

  it.each([
    ['Hello {{name', 'expected }} after the placeholder', 6],
    ['Hello {{ name + }}', 'expected a name or a value instead of the end', 15],
    ['{{}}', 'expected an expression such as worker_count > 0', 2],
  ])('says where it can not be read: %s', (source, message, at) => {
    expect(() => parseTemplate(source)).toThrow(ExpressionError)
    expect(() => parseTemplate(source)).toThrow(expect.objectContaining({ message, at }))
  })

  it('leaves text without placeholders as it is', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('{{')),
        (text) => {
          expect(fill(text)).toBe(text)
        },
      ),
    )
  })
})
