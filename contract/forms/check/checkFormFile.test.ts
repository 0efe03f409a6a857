import { describe, expect, it } from 'vitest'
import { checkFormFile, findingLine } from './checkFormFile.ts'

const first = (text: string): string => {
  const [finding] = checkFormFile(text).findings
  return finding ? findingLine('a.form.json', finding) : 'nothing to say'
}
const field = (settings: string) =>
  `{\n  "name": "Permit",\n  "children": [\n    ${settings},\n    { "type": "save", "label": "Send" }\n  ]\n}`
const text = (settings: string) => field(`{ "type": "text", "attribute": "work", "label": "Work", ${settings} }`)
const value = (expression: string) =>
  field(`{ "type": "calculated", "attribute": "sum", "label": "Sum", "value": ${JSON.stringify(expression)} }`)

describe('a broken form file: the message names line, label and what to do', () => {
  it.each([
    ['an empty file', '', '1: error: expected a form, such as'],
    ['a trailing comma', '{ "name": "A", "children": [], }', '1: error: expected no comma before }'],
    ['curly quotes', '{\n“name”: "A"\n}', '2: error: these are curly quotes; write straight ones: "'],
    ['a missing bracket', '{ "name": "A", "children": [', '1: error: expected ] for the [ of line 1; the file ends here'],
    ['a comment', '{ // permit\n}', '1: error: expected no comment, because JSON has none'],
    ['a picture', '\u0089PNG\u0000\u0000', '1: error: expected a text file in UTF-8'],
    ['a deep text', '['.repeat(100_000), '1: error: expected fewer levels'],
    ['a list instead of a form', '[]', '1: error: expected an object'],
    ['a dropdown', field('{ "type": "dropdown", "attribute": "a", "label": "Trade" }'), 'did you mean valueenum?'],
    ['a radio', field('{ "type": "radio", "attribute": "a" }'), 'did you mean valueenum with "display": "buttons"?'],
    ['a photo', field('{ "type": "photo", "attribute": "a" }'), 'did you mean attachments?'],
    ['a number', field('{ "type": "number", "attribute": "a" }'), 'did you mean text with "number": true?'],
    ['a check box', field('{ "type": "checkbox", "attribute": "a" }'), 'did you mean toggle, or listenum for several choices?'],
    ['a bar code', field('{ "type": "barcode", "attribute": "a" }'), 'did you mean scan?'],
    ['label as the name of the form', '{ "label": "Permit", "children": [] }', 'expected no "label" here; did you mean name?'],
    [
      'mandatory',
      text('"mandatory": true'),
      '4: error: "Work" (children[0].mandatory): expected no "mandatory" here; did you mean required?',
    ],
    ['showIf', text('"showIf": "a"'), 'did you mean visible?'],
    ['a misspelt setting', text('"requierd": true'), 'did you mean required?'],
    ['an unknown language', '{ "name": "A", "children": [], "translations": { "de": {} } }', 'translations'],
    ['a wrong kind of value', text('"label": 3'), 'expected text instead of 3'],
    ['a wrong expression', value('1 +'), '4: error: "Sum" (children[0].value): expected a name or a value instead of the end'],
    ['an unknown function', value('VLOOKUP(a, b)'), "did you mean lookup('list', key)"],
    ['a long expression', value('1 + '.repeat(3000)), 'expected at most 4000 characters'],
    ['a circle', value('sum + 1'), 'expected no circle: sum reads itself'],
    [
      'a name twice',
      text('"label": "Again"'),
      '4: check: "Again" (children[0].label): "label" is here twice, and the last one counts: remove one',
    ],
    [
      'a misspelt name',
      text('"visible": "wrok = 1"'),
      '4: check: "Work" (children[0].visible): No field of this form has the attribute wrok; did you mean work?',
    ],
    [
      'a text that hides itself',
      text('"visible": "work = \'x\'"'),
      'work decides whether it is shown itself: without an answer it never appears.',
    ],
    ['required, but never visible', text('"visible": false, "required": true'), 'it is never visible'],
    ['a sum of texts', value("'0' + '2'"), '+ joins here, because "0" is a text: "1" + 2 is "12". To add, write 0.'],
    ['a wrong pattern', value("match(sum2, '[a')"), 'match never fits: expected a closing ]'],
    ['a misspelt list', field('{ "type": "valueenum", "attribute": "a", "lookup": "emploees" }'), 'did you mean employees?'],
  ])('%s', (_, file, message) => {
    expect(
      first(file) +
        checkFormFile(file)
          .findings.map((finding) => `\n${findingLine('a', finding)}`)
          .join(''),
    ).toContain(message)
  })

  it('a form of 10,000 fields and one of 10,000 mistakes are answered at once', () => {
    const many = (settings: string) =>
      field(Array.from({ length: 10_000 }, (_, n) => `{ "type": "text", "attribute": "a${n}"${settings} }`).join(',\n'))
    expect(first(many(''))).toContain('expected at most 5000 groups and fields')
    const started = performance.now()
    expect(checkFormFile(many(', "x": 1').slice(0, 200_000)).findings).toHaveLength(1)
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it('a form without mistakes has nothing to say', () => {
    expect(first(text('"required": true'))).toBe('nothing to say')
  })
})
