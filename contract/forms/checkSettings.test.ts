import { describe, expect, it } from 'vitest'
import { checkSettings, deepestNodes, mostNodes, translateSettings } from './checkSettings.ts'
import type { FormSettings } from './FormSettings.ts'

const good = {
  name: 'Hazard report',
  component: 'automationForm',
  template: 'Reported by **{{reporter}}** on {{day}}',
  public: true,
  recordTitle: '{{what}} – {{severity}}',
  children: [
    {
      type: 'group',
      label: 'What happened',
      style: 'panel',
      children: [
        { type: 'text', attribute: 'what', label: 'What did you see?', required: true, maxLength: 200 },
        {
          type: 'enum',
          attribute: 'severity',
          label: 'How bad?',
          options: ['Low', { name: 'High', value: 'high', status: 'no' }],
          required: true,
        },
        { type: 'toggle', attribute: 'hurt', label: 'Was somebody hurt?' },
        { type: 'text', attribute: 'injury', label: 'Injury', visible: 'hurt', required: "severity = 'high'", multiline: true },
        { type: 'date', attribute: 'day', label: 'Date' },
        { type: 'validation', field: 'day', valid: 'day <= today()', message: '{{day}} is still to come' },
      ],
    },
    {
      type: 'subForm',
      attribute: 'crew',
      label: 'Crew',
      preventDuplicates: ['person'],
      subformValidationAttribute: 'person',
      itemTitle: '{{person}}',
      subform: [
        { type: 'text', attribute: 'person', label: 'Person' },
        { type: 'text', attribute: 'hours', label: 'Hours', number: true },
      ],
    },
    { type: 'calculated', attribute: 'total', label: 'Total', value: "sum(crew, 'hours')", format: 'hours' },
    { type: 'calculated', attribute: 'model.cost', label: 'Cost', value: 'total * 40' },
    { type: 'attachments', attribute: 'photos', label: 'Photos', limit: 4, canDelete: 'not saved' },
    { type: 'button', label: 'Call', action: 'https://example.org' },
    { type: 'save', label: 'Send' },
  ],
  translations: {
    es: {
      'Hazard report': 'Informe de peligros',
      'How bad?': '¿Qué tan grave?',
      Low: 'Bajo',
      High: 'Alto',
      Person: 'Persona',
      Send: 'Enviar',
      'Reported by **{{reporter}}** on {{day}}': 'De **{{reporter}}**, {{day}}',
    },
  },
}
const form = (children: unknown[], more: object = {}) => ({ name: 'Test', children, ...more })
const problemsOf = (input: unknown) => {
  const result = checkSettings(input)
  return result.ok ? [] : result.problems.map(({ path, message }) => `${path}: ${message}`)
}
const text = (attribute: string, more: object = {}) => ({ type: 'text', attribute, ...more })

describe('checking a settings file', () => {
  it('FE-005 takes a form of groups, fields and actions as it is', () => {
    expect(checkSettings(good)).toEqual({ ok: true, form: good })
  })

  it.each([
    [[{ type: 'txet', attribute: 'a' }], 'children[0].type: expected a type that this version knows instead of "txet"; did you mean text?'],
    [
      [{ attribute: 'a' }],
      /^children\[0\]\.type: expected a type that this version knows; it is missing, for example "type": "text"; common ones are text, /,
    ],
    [[text('worker count')], 'children[0].attribute: expected a name such as worker_count or model.hours instead of "worker count"'],
    [[text('a', { lable: 'A' })], 'children[0].lable: expected no "lable" here; did you mean label?'],
    [
      [text('a', { zzzzzz: 1 })],
      /^children\[0\]\.zzzzzz: expected no "zzzzzz" here; a field of type text takes type, visible, beta, attribute, /,
    ],
    [[text('a', { maxLength: '9' })], 'children[0].maxLength: expected a number instead of "9"'],
    [[text('a', { maxLength: 1.5 })], 'children[0].maxLength: expected a whole number instead of 1.5'],
    [[text('a', { required: 7 })], 'children[0].required: expected true, false or an expression such as worker_count > 0 instead of 7'],
    [[{ type: 'info' }], 'children[0].text: expected text; it is missing'],
    [
      [{ type: 'info', text: 'x', level: 'eror' }],
      /^children\[0\]\.level: expected one of error, .* instead of "eror"; did you mean error\?$/,
    ],
    [[{ type: 'enum', attribute: 'a', options: [{ name: 3 }] }], 'children[0].options[0].name: expected text instead of 3'],
    [[{ type: 'enum', attribute: 'a', options: [4] }], 'children[0].options[0]: expected text or an object { … } instead of 4'],
    [[{ type: 'button', label: 'x', action: 'bogus' }], /^children\[0\]\.action: expected share:, patch:, .* instead of "bogus"$/],
    [
      [{ type: 'button', label: 'x', action: { message: 'cancle' } }],
      /^children\[0\]\.action\.message: expected one of .* instead of "cancle"; did you mean cancel\?$/,
    ],
    [[{ type: 'group', children: [5] }], 'children[0].children[0]: expected an object { … } instead of 5'],
    [[{ type: 'group' }], 'children[0].children: expected a list; it is missing'],
    [[{ type: 'group', columns: 9, children: [] }], 'children[0].columns: expected at most 4'],
    [[{ type: 'group', colums: 2, children: [] }], 'children[0].colums: expected no "colums" here; did you mean columns?'],
  ])('says where and what was expected: %j', (children, wanted) => {
    const problems = problemsOf(form(children))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(wanted)
  })

  it.each([
    ['not a form', ': expected an object { … } instead of "not a form"'],
    [null, ': expected an object { … } instead of null'],
    [{ children: [] }, 'name: expected text; it is missing, for example "name": "Ladder check"'],
    [{ name: '', children: [] }, 'name: expected text; it is empty, for example "name": "Ladder check"'],
    [
      { name: 'x', children: {} },
      'children: expected a list instead of an object, for example "children": [{ "type": "text", "attribute": "ladder", "label": "Ladder" }]',
    ],
    [form([], { naem: 1 }), 'naem: expected no "naem" here; did you mean name?'],
    [
      form([{ type: 'page', label: 'One', children: [] }]),
      'children[0].type: expected a type that this version knows instead of "page"; did you mean group with "style": "page"?',
    ],
    [form([], { saved: { message: 'x' } }), 'saved.message: expected no "message" here; did you mean messages?'],
    [
      form([], { saved: { messages: [{ text: 'x', to: 'Ana', recipients: [{ role: 'owner' }] }] } }),
      'saved.messages[0].to: expected no "to" here; did you mean recipients?',
    ],
    [
      form([], { saved: { messages: [{ text: 'x', recipients: [{ role: 'managers' }] }] } }),
      'saved.messages[0].recipients[0].role: expected one of manager, owner, administrator, member, worker instead of "managers"; did you mean manager?',
    ],
    [
      form([], { translations: { fr: {} } }),
      'translations.fr: expected no "fr" here; the languages are en-au, es, pt, and the texts of the form itself are English, for example "es": { "Send": "Enviar" }',
    ],
    [
      form([], { template: 'Hi {{name' }),
      'template: expected }} after the placeholder, for example {{ladder}} (character 4 of "Hi {{name")',
    ],
  ])('the file itself: %j', (input, wanted) => {
    expect(problemsOf(input)).toEqual([wanted])
  })

  it.each([
    [[text('a', { visible: 'b >' })], 'children[0].visible: expected a name or a value instead of the end (character 4 of "b >")'],
    [
      [{ type: 'textTemplate', template: 'x {{cuont(a)}}' }],
      /^children\[0\]\.template: expected a function instead of "cuont"; did you mean count\(list\), .* \(character 5 of/,
    ],
    [[{ type: 'calculated', attribute: 't', value: '1 +' }], /^children\[0\]\.value: expected a name or a value/],
    [[{ type: 'validation', valid: 'a =', message: 'no' }], /^children\[0\]\.valid: expected a name or a value/],
    [[text('a'), text('a')], 'children[1].attribute: expected an attribute of its own; "a" is already the attribute of children[0]'],
    [
      [text('site'), text('site.name')],
      'children[1].attribute: expected another name; "site" is an attribute itself and can\'t hold "site.name"',
    ],
    [[text('a.constructor')], 'children[0].attribute: expected another name; "a.constructor" means something to JavaScript'],
    [
      [text('hours'), { type: 'validation', field: 'huors' }],
      'children[1].field: expected the attribute of a field of this form instead of "huors"; did you mean hours?',
    ],
    [[{ type: 'enum', attribute: 'a' }], 'children[0]: expected options, or an optionSet, lookup or optionsPath to take them from'],
    [
      [{ type: 'enum', attribute: 'a', options: ['x', { name: 'X', value: 'x' }] }],
      'children[0].options[1]: expected a value of its own; "x" is already the value of options[0]',
    ],
    [[text('a', { min: 5, max: 3 })], 'children[0].max: expected at least 5, which is the min'],
    [
      [{ type: 'subForm', attribute: 's', subform: [text('x')], preventDuplicates: ['y'] }],
      'children[0].preventDuplicates[0]: expected an attribute of the subform instead of "y"; did you mean x?',
    ],
    [
      [
        { type: 'calculated', attribute: 'a', value: 'b + 1' },
        { type: 'calculated', attribute: 'b', value: 'a + 1' },
      ],
      'children[0].value: expected no circle: a → b → a',
    ],
    [[{ type: 'calculated', attribute: 'a', value: 'a + 1' }], 'children[0].value: expected no circle: a reads itself'],
    [
      [text('a', { visible: 'b' }), text('b', { visible: 'a' })],
      'children[0].visible: expected no circle: visible of a → visible of b → visible of a',
    ],
  ])('knows what a shape can not say: %j', (children, wanted) => {
    const problems = problemsOf(form(children))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(wanted)
  })

  it('two variants of a question may share an attribute when each has a condition', () => {
    expect(problemsOf(form([text('m'), text('a', { visible: "m = 'x'" }), { type: 'date', attribute: 'a', visible: "m = 'y'" }]))).toEqual(
      [],
    )
  })

  it('the attributes of a sub-form are its own', () => {
    expect(problemsOf(form([text('name'), { type: 'subForm', attribute: 's', subform: [text('name'), text('name')] }]))).toEqual([
      'children[1].subform[1].attribute: expected an attribute of its own; "name" is already the attribute of children[1].subform[0]; another name is free, for example name_2',
    ])
  })

  it('tells everything that is wrong in one go', () => {
    expect(problemsOf(form([text('a', { visible: '(' }), { type: 'nope' }, text('a', { required: [] })]))).toHaveLength(4)
  })

  it('refuses a form that is too large or too deep without looking further', () => {
    expect(problemsOf(form(Array.from({ length: mostNodes + 1 }, (_, index) => text(`f${index}`))))).toEqual([
      `children: expected at most ${mostNodes} groups and fields in a form`,
    ])
    let deep: unknown = text('a')
    for (let level = 0; level < 5000; level++) deep = { type: 'group', children: [deep] }
    const [only, ...more] = problemsOf(form([deep]))
    expect(only).toContain(`expected at most ${deepestNodes} levels`)
    expect(more).toEqual([])
  })

  it.each<[string, object]>([
    ['choices', { children: [{ type: 'enum', attribute: 'a', label: 'A', options: Array.from({ length: 190_000 }, () => ({ nam: 1 })) }] }],
    ['translations', { children: [], translations: { es: Object.fromEntries(Array.from({ length: 190_000 }, (_, n) => [`t${n}`, n])) } }],
  ])('says that a form is wrong which has 190,000 wrong %s', (_, more) => {
    const problems = problemsOf({ name: 'X', ...more })
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.length).toBeLessThanOrEqual(200)
  })

  it('refuses an attribute with a name longer than 200 characters', () => {
    const nested = (parts: number) => Array.from({ length: parts }, () => 'a').join('.')
    expect(problemsOf({ name: 'X', children: [text(nested(100), { label: 'X' })] })).toEqual([])
    expect(problemsOf({ name: 'X', children: [text(nested(101), { label: 'X' })] })).toEqual([
      'children[0].attribute: expected at most 200 characters',
    ])
  })

  it('a form of the largest size is taken', () => {
    expect(checkSettings(form(Array.from({ length: 2000 }, (_, index) => text(`f${index}`)))).ok).toBe(true)
  })
})

describe('settings in another language', () => {
  const spanish = () => JSON.parse(JSON.stringify(translateSettings(good as unknown as FormSettings, 'es')))

  it('translates what people read, in groups and sub-forms too', () => {
    const form = spanish()
    expect(form.name).toBe('Informe de peligros')
    expect(form.template).toBe('De **{{reporter}}**, {{day}}')
    expect(form.children[0].children[1].label).toBe('¿Qué tan grave?')
    expect(form.children[1].subform[0].label).toBe('Persona')
    expect(form.children.at(-1).label).toBe('Enviar')
  })

  it('keeps what is stored: the same answer is the same value in every language', () => {
    expect(spanish().children[0].children[1].options).toEqual([
      { name: 'Bajo', value: 'Low' },
      { name: 'Alto', value: 'high', status: 'no' },
    ])
  })

  it('leaves attributes, expressions and texts without a translation alone, and the translations out', () => {
    const form = spanish()
    expect(form.children[0].children[0]).toEqual(good.children[0]?.children?.[0])
    expect(form.children[0].children[5]).toEqual(good.children[0]?.children?.[5])
    expect(form).not.toHaveProperty('translations')
    expect(translateSettings(good as unknown as FormSettings, 'en')).toEqual({ ...good, translations: undefined })
    expect(translateSettings(good as unknown as FormSettings, 'pt').name).toBe('Hazard report')
  })

  it('is still a form that passes the check', () => {
    expect(problemsOf(spanish())).toEqual([])
  })
})
