/** A mistake that authors make, as a form file. */
export interface AuthorMistake {
  readonly mistake: string
  /** The text of the file; bytes where the file is not UTF-8. */
  readonly file: string | Uint8Array
}

const form = (children: readonly string[], more = '') =>
  `{\n  "name": "Ladder check",\n${more === '' ? '' : `  ${more},\n`}  "children": [\n    ${children.join(',\n    ')}\n  ]\n}\n`
const save = '{ "type": "save", "label": "Send" }'
const ladder = '{ "type": "text", "attribute": "ladder", "label": "Number on the ladder" }'
const safe =
  '{ "type": "valueenum", "attribute": "safe", "label": "Is it safe?", "options": [{ "name": "Yes", "value": "yes" }, { "name": "No", "value": "no" }] }'
const people =
  '{ "type": "subForm", "attribute": "people", "label": "People", "subform": [{ "type": "text", "attribute": "role", "label": "Role" }, { "type": "text", "attribute": "hours", "label": "Hours", "number": true }] }'

/** A form with a part before the save button. */
const withPart = (...parts: readonly string[]) => form([...parts, save])
const question = (type: string, more: string) =>
  withPart(`{ "type": "${type}", "attribute": "ladder", "label": "Number on the ladder"${more} }`)
const why = (more: string) => withPart(safe, `{ "type": "text", "attribute": "reason", "label": "Why?", ${more} }`)
const height = (more: string) => withPart(`{ "type": "text", "attribute": "height", "label": "Height", ${more} }`)
const day = (more: string) => withPart(`{ "type": "date", "attribute": "day", "label": "Day", ${more} }`)
const choice = (more: string) => withPart(`{ "type": "valueenum", "attribute": "safe", "label": "Is it safe?"${more} }`)
const result = (value: string, ...before: readonly string[]) =>
  withPart(...before, `{ "type": "calculated", "attribute": "result", "label": "Result", "value": "${value}" }`)
const rule = (valid: string, more = ', "message": "Six digits"') =>
  withPart(ladder, `{ "type": "validation", "field": "ladder", "valid": "${valid}"${more} }`)

const bytes = (text: string, size: 1 | 2) => {
  const codes = [...text].map((sign) => sign.charCodeAt(0))
  return Uint8Array.from(size === 1 ? codes : codes.flatMap((code) => [code % 256, code >> 8]))
}

/** In the order of the page docs/forms/mistakes.md. A list lists/machines.csv with the column serial_no is beside the form. */
export const authorMistakes: readonly AuthorMistake[] = [
  // The text of the file.
  { mistake: 'an empty file', file: '' },
  { mistake: 'a comma after the last part', file: form([ladder, `${save},`]) },
  { mistake: 'a forgotten comma', file: '{\n  "name": "Ladder check"\n  "children": []\n}\n' },
  { mistake: 'a bracket that is not closed', file: `{\n  "name": "Ladder check",\n  "children": [\n    ${ladder},\n    ${save}\n` },
  { mistake: 'curly quotes of a word processor', file: withPart('{ “type”: “text”, “attribute”: “ladder” }') },
  { mistake: 'single quotes around a name', file: "{\n  'name': 'Ladder check',\n  \"children\": []\n}\n" },
  { mistake: 'a comment', file: withPart(`// the ladder\n    ${ladder}`) },
  { mistake: 'a text over two lines', file: '{\n  "name": "Ladder\n  check",\n  "children": []\n}\n' },
  { mistake: 'double quotes inside an expression', file: why('"visible": "safe = "no""') },
  { mistake: 'saved as Latin-1', file: bytes(withPart(ladder.replace('Number', 'Número')), 1) },
  { mistake: 'saved as UTF-16', file: bytes(`\uFEFF${withPart(ladder)}`, 2) },
  { mistake: 'a byte order mark, and a misspelt setting', file: `\uFEFF${question('text', ', "requierd": true')}` },
  { mistake: 'a setting twice', file: question('text', ', "label": "Ladder"') },
  // Names of other systems.
  { mistake: 'fields instead of children', file: `{\n  "name": "Ladder check",\n  "fields": [${ladder}]\n}\n` },
  { mistake: 'the type text_input', file: question('text_input', '') },
  { mistake: 'the type select_one', file: question('select_one', ', "options": ["A", "B"]') },
  { mistake: 'the type number', file: question('number', '') },
  { mistake: 'the setting mandatory', file: question('text', ', "mandatory": true') },
  { mistake: 'label instead of name for a choice', file: choice(', "options": [{ "label": "Yes", "value": "yes" }]') },
  {
    mistake: 'children instead of subform',
    file: withPart(`{ "type": "subForm", "attribute": "people", "label": "People", "children": [${ladder}] }`),
  },
  {
    mistake: 'a film by its source',
    file: withPart('{ "type": "video", "attribute": "film", "label": "The film", "source": "/media/film.mp4" }'),
  },
  { mistake: 'the level danger', file: withPart('{ "type": "info", "text": "Stop", "level": "danger" }') },
  // Values and attributes.
  { mistake: 'a question without a type', file: withPart('{ "attribute": "ladder", "label": "Number on the ladder" }') },
  { mistake: 'a number in quotes', file: height('"number": true, "min": "1"') },
  { mistake: 'limits without "number": true', file: height('"min": 1') },
  { mistake: 'a min above the max', file: height('"number": true, "min": 10, "max": 5') },
  {
    mistake: 'an attribute with a space',
    file: withPart('{ "type": "text", "attribute": "ladder number", "label": "Number on the ladder" }'),
  },
  { mistake: 'an attribute twice', file: withPart(ladder, '{ "type": "date", "attribute": "ladder", "label": "Day" }') },
  { mistake: 'choices as one text', file: choice(', "options": "Yes, No"') },
  { mistake: 'choices as an object', file: choice(', "options": { "yes": "Yes", "no": "No" }') },
  { mistake: 'no choices', file: choice('') },
  {
    mistake: 'two choices with the same value',
    file: choice(', "options": [{ "name": "Yes", "value": "y" }, { "name": "No", "value": "y" }]'),
  },
  { mistake: 'a start value that no choice has', file: choice(', "options": ["Yes", "No"], "default": "Maybe"') },
  { mistake: 'a start value without braces', file: day('"default": "today()"') },
  { mistake: 'a day in another order', file: day('"min": "01.02.2026"') },
  { mistake: 'a limit that moves with the calendar', file: day('"max": "today()"') },
  // Expressions.
  { mistake: 'required as a word', file: question('text', ', "required": "yes"') },
  { mistake: 'a misspelt attribute', file: why('"visible": "saef = \'no\'"') },
  { mistake: 'a text without quotes', file: why('"visible": "safe = No"') },
  { mistake: 'the text of a choice instead of its value', file: why('"visible": "safe = \'No\'", "required": true') },
  { mistake: 'braces in an expression', file: why('"visible": "{{safe}} = \'no\'"') },
  { mistake: 'the label in an expression', file: why('"visible": "Is it safe? = \'no\'"') },
  {
    mistake: 'a part that hides itself',
    file: withPart('{ "type": "text", "attribute": "reason", "label": "Why?", "visible": "not empty(reason)" }'),
  },
  {
    mistake: 'two calculations that read each other',
    file: withPart(
      '{ "type": "calculated", "attribute": "load", "label": "Load", "value": "total - 5" }',
      '{ "type": "calculated", "attribute": "total", "label": "Total", "value": "load + 5" }',
    ),
  },
  { mistake: 'a function of a spreadsheet', file: result('COUNTIF(people, 3)', people) },
  { mistake: 'too few values for a function', file: result('addDays(7)') },
  { mistake: 'a bracket that is not closed in an expression', file: result('addDays(today(), 7') },
  { mistake: 'a sum of texts', file: result('ladder + 5', ladder) },
  { mistake: 'a question of a list, read outside', file: result('sum(people, hours)', people) },
  { mistake: 'a condition as text for count', file: result("count(people, 'role = 1')", people) },
  {
    mistake: 'today without brackets',
    file: withPart(
      '{ "type": "date", "attribute": "day", "label": "Day" }',
      '{ "type": "validation", "field": "day", "valid": "day <= today", "message": "Later" }',
    ),
  },
  // Rules, texts and lists.
  { mistake: 'a rule for a field that is not there', file: rule('len(ladder) = 6').replace('"field": "ladder"', '"field": "lader"') },
  { mistake: 'a rule without a message', file: rule('len(ladder) = 6', '') },
  { mistake: 'a pattern that looks ahead', file: rule("match(ladder, '(?=A).*')") },
  { mistake: 'a pattern that is not closed', file: rule("match(ladder, '[0-9')") },
  { mistake: 'single braces in a text', file: withPart(ladder, '{ "type": "info", "text": "Ladder {ladder} is closed" }') },
  { mistake: 'braces that are not closed', file: withPart(ladder, '{ "type": "info", "text": "Ladder {{ladder is closed" }') },
  { mistake: 'a misspelt list', file: withPart('{ "type": "lookup", "attribute": "lead", "label": "Lead", "lookup": "emploees" }') },
  { mistake: 'a column that the list does not have', file: result("lookup('machines', ladder, 'serial')", ladder) },
  { mistake: 'a form without a save button', file: form([ladder]) },
  {
    mistake: 'a recipient as a word',
    file: form([ladder, save], '"saved": { "messages": [{ "text": "Ladder", "recipients": ["manager"] }] }'),
  },
  { mistake: 'an unknown language', file: form([save], '"translations": { "de": { "Send": "Senden" } }') },
  {
    mistake: 'a text without a translation',
    file: form([ladder, save], '"translations": { "es": { "Ladder check": "Revisión", "Send": "Enviar" } }'),
  },
  {
    mistake: 'a translation of another text',
    file: form([save], '"translations": { "es": { "Ladder check": "Revisión", "send": "Enviar" } }'),
  },
]
