import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { NodeSetting } from '../../contract/forms/fieldShapes.ts'
import type { Model } from '../../contract/endpoints/records.ts'
import '../../contract/forms/functions/allFunctions.ts'
import { createForm, type Form, type FormNode, type FormOptions } from './form.ts'
import type { FieldRules } from './FieldRules.ts'

const nothing = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
const plain: FieldRules<never> = { empty: nothing }
const ruleTable: Record<string, FieldRules<never>> = {
  text: {
    empty: nothing,
    message: (value: unknown, setting: { number?: boolean }) =>
      setting.number && Number.isNaN(Number(value)) ? 'Not a number' : undefined,
  } as FieldRules<never>,
  mobile: {
    empty: (value: unknown, setting: { attribute: string }, read: (name: string) => unknown) =>
      nothing(value) && read(`${setting.attribute}Use`) !== 'No Number',
    reads: (setting: { attribute: string }) => [`${setting.attribute}Use`],
  } as FieldRules<never>,
  toggle: {
    empty: (value: unknown) => value !== true,
    initial: (setting: { default?: unknown }) => setting.default ?? false,
  } as FieldRules<never>,
  enum: {
    empty: nothing,
    initial: (_: unknown, lookups: Record<string, readonly { id: string }[]>) => lookups['trades']?.[0]?.id,
  } as FieldRules<never>,
}
ruleTable['calculated'] = { empty: nothing, calculates: ({ value }: { value: string }) => value } as FieldRules<never>
ruleTable['validation'] = { empty: () => false, validates: (setting: object) => setting } as FieldRules<never>
for (const type of ['date', 'info', 'save', 'subForm', 'button']) ruleTable[type] = plain
const rules = (type: string) => ruleTable[type]

const text = (attribute: string, more: object = {}): NodeSetting => ({ type: 'text', attribute, label: attribute.toUpperCase(), ...more })
const toggle = (attribute: string, more: object = {}): NodeSetting => ({ type: 'toggle', attribute, label: attribute, ...more })
const group = (children: NodeSetting[], more: object = {}): NodeSetting => ({ type: 'group', label: 'Group', ...more, children })
const calculated = (attribute: string, value: string, more: object = {}): NodeSetting => ({ type: 'calculated', attribute, value, ...more })
const validation = (more: object): NodeSetting => ({ type: 'validation', ...more })

function open(children: NodeSetting[], model: Model = {}, more: Partial<FormOptions> = {}): Form {
  return createForm({ settings: { name: 'Test', children }, model, rules, ...more })
}
const at = (form: Form, key: string): FormNode => {
  const find = (nodes: readonly FormNode[]): FormNode | undefined => {
    for (const node of nodes) {
      const found = node.key === key ? node : find(node.children)
      if (found) return found
    }
    return undefined
  }
  const node = find(form.nodes)
  if (!node) throw new Error(`no node ${key}`)
  return node
}
const said = (form: Form) => form.problems().map(({ message }) => message)

/** The topics that `work` notifies, sorted by name. */
function heard(form: Form, topics: readonly string[], work: () => void): string[] {
  const calls: string[] = []
  const stops = topics.map((topic) => form.subscribe(topic, () => calls.push(topic)))
  work()
  for (const stop of stops) stop()
  return calls.sort()
}

describe('a settings tree becomes a form', () => {
  it('FE-005 keeps groups and fields in their order, with keys that name them', () => {
    const form = open([text('a'), group([text('b'), group([text('model.c')])]), { type: 'info', text: 'Hi' }])
    expect(form.name).toBe('Test')
    expect(form.nodes.map(({ key, kind }) => [key, kind])).toEqual([
      ['a', 'field'],
      ['1', 'group'],
      ['2', 'field'],
    ])
    const [b, inner] = form.nodes[1]?.children ?? []
    expect([b?.path, b?.parent, inner?.children[0]?.path]).toEqual(['b', form.nodes[1], 'model.c'])
  })

  it('keeps a type that this app does not know as a node of its own, apart from everything else', () => {
    const form = open([{ type: 'hologram', attribute: 'x', required: true } as unknown as NodeSetting, text('a', { required: true })])
    expect(form.nodes.map(({ kind }) => kind)).toEqual(['unknown', 'field'])
    form.validate()
    expect(said(form)).toEqual(['A Required'])
  })

  it('a name used twice still gives every node a key of its own', () => {
    const form = open([text('a', { visible: 'm' }), text('a', { visible: 'not m' }), toggle('m')])
    expect(form.nodes.map(({ key }) => key)).toEqual(['a', 'a~2', 'm'])
  })

  it('counts what it can not read as absent, and says so', () => {
    const form = open([
      text('a', { visible: 'b >', required: '(' }),
      calculated('t', '1 +'),
      calculated('x', 'y + 1'),
      calculated('y', 'x + 1'),
    ])
    const node = at(form, 'a')
    expect([form.visible(node), form.required(node), form.value('t'), form.value('x')]).toEqual([true, false, undefined, undefined])
    expect(form.faults).toHaveLength(4)
    expect(form.faults.at(-1)).toBe('x.value → y.value → x.value: goes in a circle')
  })

  it('a calculation that reads itself, or the object around it, ends', () => {
    expect(open([calculated('a', 'a + 1')]).value('a')).toBeUndefined()
    const form = open([text('model.x'), calculated('model.name', "text(model) + 'x'")])
    form.set('model.x', 'y')
    expect(form.value('model.name')).toBe('xx')
  })
})

describe('values', () => {
  it('opens a record without changing it', () => {
    const model = { a: 'x', deep: { list: [{ n: 1 }] } }
    const form = open([text('a'), text('deep.other')], model)
    form.set('a', 'y')
    form.set('deep.other', 'z')
    expect(model).toEqual({ a: 'x', deep: { list: [{ n: 1 }] } })
    expect(form.initial()).toEqual(model)
    expect(form.model()).toEqual({ a: 'y', deep: { list: [{ n: 1 }], other: 'z' } })
  })

  it('FE-014 saves untouched attributes of the record with the rest', () => {
    const form = open([text('a')], { team: 't1', count: 3, signature: [{ url: '/f' }] })
    form.set('a', 'x')
    expect(form.model()).toEqual({ team: 't1', count: 3, signature: [{ url: '/f' }], a: 'x' })
  })

  it('a copy is a copy: what a save does with it leaves the form alone', () => {
    const form = open([text('a')], { list: [{ n: 1 }] })
    const copy = form.model() as { list: { n: number }[] }
    ;(copy.list[0] as { n: number }).n = 2
    expect(form.value('list')).toEqual([{ n: 1 }])
  })

  it('asks the field type for the first value, and takes the setting default otherwise', () => {
    const form = open(
      [toggle('t'), toggle('u', { default: true }), text('a', { default: 'x' }), { type: 'enum', attribute: 'e', lookup: 'trades' }],
      {},
      {
        lookups: { trades: [{ id: 'rigger', label: 'Rigger' }] },
      },
    )
    expect(form.model()).toEqual({ t: false, u: true, a: 'x', e: 'rigger' })
    expect(open([toggle('u', { default: true }), text('a', { default: 'x' })], { u: false, a: null }).model()).toEqual({ u: false, a: 'x' })
  })

  it('defaults do not make a form dirty, and belong to the save, not to the record as found', () => {
    const form = open([text('a', { default: 'x' })])
    expect([form.dirty(), form.initial(), form.model()]).toEqual([false, {}, { a: 'x' }])
  })

  it('shows no default as an answer where nothing can be changed', () => {
    expect(open([text('a', { default: 'x' })], {}, { readOnly: true }).value('a')).toBeUndefined()
  })

  it('is dirty by comparison: typed and taken back is not dirty', () => {
    const form = open([text('a'), text('b')], { b: ['x', { y: 1 }] })
    form.set('a', 'x')
    expect(form.dirty()).toBe(true)
    form.set('a', '')
    expect(form.dirty()).toBe(false)
    form.set('b', ['x', { y: 2 }])
    expect(form.dirty()).toBe(true)
    form.set('b', ['x', { y: 1 }])
    expect(form.dirty()).toBe(false)
  })

  it('a value that the screen finds while it opens is saved, and does not make the form dirty', () => {
    const form = open([text('a'), text('b')], { a: 'gone' })
    form.adopt('a', 'new')
    expect([form.dirty(), form.value('a'), form.model()]).toEqual([false, 'new', { a: 'new' }])
    form.set('a', 'typed')
    expect(form.dirty()).toBe(true)
    form.set('a', 'new')
    expect(form.dirty()).toBe(false)
    // What a person typed stays a change.
    form.set('b', 'typed')
    form.adopt('b', 'found')
    expect(form.dirty()).toBe(true)
  })

  it('another form takes over what was typed as a change, and what the screen found as found', () => {
    const [form, again] = [open([text('a'), text('b')], {}), open([text('a'), text('b')], {})]
    form.adopt('a', 'found')
    again.fill(form.draft(), form)
    expect([again.value('a'), again.dirty()]).toEqual(['found', false])
    form.set('b', 'typed')
    again.fill(form.draft(), form)
    expect([again.value('b'), again.dirty(), again.isChanged('a'), again.isChanged('b')]).toEqual(['typed', true, false, true])
  })

  it('starts over with another record', () => {
    const form = open([text('a', { required: true }), calculated('n', 'len(a)')], { a: 'x' })
    form.set('a', '')
    form.validate()
    const calls = heard(form, ['value:a', 'problems', 'dirty', 'any', 'node:a'], () => form.reset({ a: 'four' }))
    expect([form.value('a'), form.value('n'), form.dirty(), form.validating(), form.problems()]).toEqual(['four', 4, false, false, []])
    expect(calls).toEqual(['any', 'dirty', 'node:a', 'problems', 'value:a'])
  })

  it('takes a draft over as if it was typed', () => {
    const form = open([text('a'), text('model.b'), text('model.c'), calculated('n', 'len(a)')], { a: 'old', model: { c: 'kept' } })
    form.fill({ a: 'new', model: { b: 'B' }, n: 99 })
    expect(form.draft()).toEqual({ a: 'new', model: { b: 'B', c: 'kept' }, n: 3 })
    expect([form.dirty(), form.initial()]).toEqual([true, { a: 'old', model: { c: 'kept' } }])
  })

  it('reaches nothing of the language itself', () => {
    const form = open([text('__proto__.polluted'), text('constructor')])
    form.set('__proto__.polluted', 'x')
    form.fill(JSON.parse('{"__proto__": {"polluted": "x"}}'))
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
    expect(form.value('constructor')).toBeUndefined()
  })
})

describe('notifications: a key press reaches its own path and what depends on it, nothing else', () => {
  const settings = [
    text('a'),
    text('b', { visible: "a = 'x'" }),
    text('c', { required: 'len(a) > 2' }),
    calculated('n', 'len(a)'),
    calculated('twice', 'n * 2'),
    text('d'),
    group([text('e'), text('f')], { visible: "a = 'x'" }),
  ]
  const topics = ['a', 'b', 'c', 'n', 'twice', 'd', '6', 'e', 'f']
    .flatMap((key) => [`value:${key}`, `node:${key}`])
    .concat('any', 'dirty', 'problems')

  it('a plain field', () => {
    const form = open(settings)
    expect(heard(form, topics, () => form.set('d', 'x'))).toEqual(['any', 'dirty', 'value:d'])
    expect(heard(form, topics, () => form.set('d', 'xy'))).toEqual(['any', 'value:d'])
    expect(heard(form, topics, () => form.set('d', 'xy'))).toEqual([])
  })

  it('a field that others depend on', () => {
    const form = open(settings)
    expect(heard(form, topics, () => form.set('a', 'x'))).toEqual(
      ['any', 'dirty', 'node:6', 'node:b', 'node:c', 'node:e', 'node:f', 'value:a', 'value:n', 'value:twice'].sort(),
    )
    expect(heard(form, topics, () => form.set('a', 'y'))).toEqual(
      ['any', 'node:6', 'node:b', 'node:c', 'node:e', 'node:f', 'value:a'].sort(),
    )
    expect(heard(form, topics, () => form.set('a', 'z'))).toEqual(['any', 'node:c', 'value:a'])
  })

  it('tells once for several changes made together', () => {
    const form = open(settings)
    expect(
      heard(form, ['any', 'value:n', 'dirty'], () =>
        form.batch(() => {
          form.set('a', 'xy')
          form.set('d', 'z')
          form.set('a', 'xyz')
        }),
      ),
    ).toEqual(['any', 'dirty', 'value:n'])
    expect(form.value('twice')).toBe(6)
  })

  it('places inside an object notify it, and it notifies them', () => {
    const form = open([text('model.a'), text('model.b'), calculated('all', 'number(model.a) + number(model.b)')])
    expect(heard(form, ['value:model', 'value:model.a', 'value:model.b'], () => form.set('model.a', 'x'))).toEqual([
      'value:model',
      'value:model.a',
    ])
    const before = form.value('model')
    expect(form.value('model')).toBe(before)
    expect(heard(form, ['value:model.a', 'value:model.b'], () => form.set('model', { a: '1', b: '2' }))).toEqual([
      'value:model.a',
      'value:model.b',
    ])
    expect(form.value('model')).not.toBe(before)
    expect(form.value('all')).toBe(3)
  })

  it('stops telling who no longer listens', () => {
    const form = open(settings)
    const first = vi.fn<() => void>()
    const second = vi.fn<() => void>()
    const stop = form.subscribe('value:d', first)
    form.subscribe('value:d', second)
    stop()
    stop()
    form.set('d', 'x')
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
  })

  it('a text tells its node when a name in it changes', () => {
    const form = open([text('a'), { type: 'info', text: 'Hello {{a}}' }])
    const info = at(form, '1')
    expect(form.text(info, 'Hello {{a}}')).toBe('Hello ')
    expect(heard(form, ['node:1'], () => form.set('a', 'Ana'))).toEqual(['node:1'])
    expect(form.text(info, 'Hello {{a}}')).toBe('Hello Ana')
    expect([form.text(undefined, '{{a}}!'), heard(form, ['node:'], () => form.set('a', 'Bo'))]).toEqual(['Ana!', ['node:']])
    expect(form.text(info, 'broken {{')).toBe('')
  })

  it('the cost of a key press does not grow with the form', () => {
    const works = (size: number) => {
      let work = 0
      const counting = (type: string): FieldRules<never> | undefined =>
        ({ ...rules(type), empty: (value: unknown) => (work++, nothing(value)) }) as FieldRules<never>
      const many = Array.from({ length: size }, (_, index) => text(`f${index}`, { required: true, visible: index % 7 ? true : 'on' }))
      const form = open([toggle('on', { default: true }), ...many], {}, { rules: counting })
      form.validate()
      work = 0
      form.set('f1', 'x')
      return work
    }
    expect([works(20), works(2000)]).toEqual([1, 1])
  })
})

describe('what is shown', () => {
  it('a node is visible by its own expression and all around it', () => {
    const form = open([toggle('on'), group([group([text('a', { visible: 'yes' })], { visible: 'on' })], { visible: true }), text('yes')])
    const a = at(form, 'a')
    expect(form.visible(a)).toBe(false)
    form.set('on', true)
    expect(form.visible(a)).toBe(false)
    form.set('yes', 'x')
    expect(form.visible(a)).toBe(true)
    expect(form.visible(at(open([group([text('a')], { visible: false })]), 'a'))).toBe(false)
  })

  it('FE-297 FE-299 read-only comes from the form, a group around it, or the field itself', () => {
    expect(at(open([text('a')], {}, { readOnly: true }), 'a')).toSatisfy((node: FormNode) =>
      open([text('a')], {}, { readOnly: true }).readOnly(node),
    )
    const form = open([toggle('lock'), group([text('a'), text('b', { readOnly: true })], { readOnly: 'lock' })])
    const [a, b] = [at(form, 'a'), at(form, 'b')]
    expect([form.readOnly(a), form.readOnly(b)]).toEqual([false, true])
    expect(heard(form, ['node:a', 'node:1'], () => form.set('lock', true))).toEqual(['node:1', 'node:a'])
    expect([form.readOnly(a), form.readOnly(b)]).toEqual([true, true])
  })

  it('an answer that hides a question withdraws it: dependent questions go too', () => {
    const form = open([toggle('visitor'), toggle('car', { visible: 'visitor' }), text('plate', { visible: 'car' })])
    form.set('visitor', true)
    form.set('car', true)
    form.set('plate', 'X1')
    expect(form.visible(at(form, 'plate'))).toBe(true)
    form.set('visitor', false)
    expect(form.visible(at(form, 'plate'))).toBe(false)
    expect([form.value('plate'), form.evaluate('plate'), form.evaluate('car')]).toEqual(['X1', undefined, undefined])
    form.set('visitor', true)
    expect([form.visible(at(form, 'plate')), form.evaluate('plate')]).toEqual([true, 'X1'])
  })

  it('a withdrawn answer is not saved, stays in the draft, and comes back with the question', () => {
    const form = open([toggle('hurt'), text('injury', { visible: 'hurt' })], {})
    form.set('hurt', true)
    form.set('injury', 'arm')
    form.set('hurt', false)
    expect([form.model(), form.draft()]).toEqual([{ hurt: false }, { hurt: false, injury: 'arm' }])
    form.set('hurt', true)
    expect(form.model()).toEqual({ hurt: true, injury: 'arm' })
  })

  it('an answer of the record is emptied when its question is withdrawn, and left alone when it was not asked in the first place', () => {
    const settings = [toggle('hurt'), text('injury', { visible: 'hurt' })]
    const asked = open(settings, { hurt: true, injury: 'arm' })
    asked.set('hurt', false)
    expect(asked.model()).toEqual({ hurt: false, injury: null })
    const unasked = open(settings, { hurt: false, injury: 'old' })
    expect(unasked.model()).toEqual({ hurt: false, injury: 'old' })
    unasked.set('hurt', true)
    unasked.set('injury', 'new')
    unasked.set('hurt', false)
    expect(unasked.model()).toEqual({ hurt: false, injury: 'old' })
  })

  it('a default of a question that is never asked is not saved', () => {
    expect(open([toggle('hurt'), text('injury', { visible: 'hurt', default: 'none' })]).model()).toEqual({ hurt: false })
  })

  it('what is hidden for another reason than an answer keeps its value: constants, roles', () => {
    const form = open([text('gate', { visible: false, default: 'north' }), text('note', { visible: 'person.isAdmin', default: 'x' })])
    expect([form.model(), form.evaluate('gate')]).toEqual([{ gate: 'north', note: 'x' }, 'north'])
  })

  it('a part that is shown while it holds something reads its own content', () => {
    const form = open([group([text('a')], { visible: "a != ''" }), text('b', { visible: 'a' })], { a: 'x' })
    expect([form.visible(at(form, 'a')), form.visible(at(form, 'b'))]).toEqual([true, true])
    form.set('a', '')
    expect([form.visible(at(form, 'a')), form.visible(at(form, 'b'))]).toEqual([false, false])
  })

  it('one of two variants of a question answers for both', () => {
    const form = open([text('kind'), text('size', { visible: "kind = 'a'" }), text('size', { visible: "kind = 'b'" })], {
      kind: 'a',
      size: '3',
    })
    expect(form.evaluate('size')).toBe('3')
    form.set('kind', 'b')
    expect([form.evaluate('size'), form.model()['size']]).toEqual(['3', '3'])
    form.set('kind', 'c')
    expect([form.evaluate('size'), form.model()['size']]).toEqual([undefined, null])
  })
})

describe('calculated values', () => {
  it('FE-169 follow what they read, in the right order for every order of the fields', () => {
    const form = open(
      [calculated('cost', 'total * 40'), calculated('total', "sum(crew, 'hours')"), { type: 'subForm', attribute: 'crew', subform: [] }],
      {
        crew: [{ hours: 8 }, { hours: 4 }],
      },
    )
    expect([form.value('total'), form.value('cost'), form.dirty()]).toEqual([12, 480, false])
    form.set('crew', [{ hours: 1 }])
    expect([form.value('total'), form.value('cost')]).toEqual([1, 40])
  })

  it('no one can type into them', () => {
    const form = open([text('a'), calculated('n', 'len(a)')])
    form.set('n', 99)
    expect(form.value('n')).toBe(0)
  })

  it('names outside the form are read from the page and the parent form', () => {
    const parent = open(
      [text('project'), text('name')],
      { project: 'North', name: 'P' },
      { scope: (name) => (name === 'person.lang' ? 'es' : undefined) },
    )
    const child = open(
      [calculated('where', "project + '/' + parent.name + '/' + name + '/' + person.lang"), text('name')],
      { name: 'C' },
      { parent },
    )
    expect(child.value('where')).toBe('North/P/C/es')
    parent.set('project', 'South')
    child.refresh()
    expect(child.value('where')).toBe('South/P/C/es')
  })

  it('names of an item come before those of the form', () => {
    const form = open([text('a')], { a: 'form', b: 'form' })
    expect([form.evaluate('a + b', { a: 'item' }), form.text(undefined, '{{a}} {{b}}', { a: 'item' }), form.evaluate('broken (')]).toEqual([
      'itemform',
      'item form',
      undefined,
    ])
  })
})

describe('validation', () => {
  let form: Form
  beforeEach(() => {
    form = open([
      text('name', { required: true, label: 'Name' }),
      text('hours', { number: true, label: 'Hours' }),
      toggle('other'),
      group([text('more', { required: true, label: 'More' })], { visible: 'other' }),
      validation({ field: 'hours', valid: 'hours <= 24', message: '{{hours}} is {{hours - 24}} too many' }),
    ])
  })

  it('FE-189 is off until the first validate call, then follows every change', () => {
    form.set('hours', 'x')
    expect([form.validating(), form.problems(), form.message(at(form, 'name')), form.message(at(form, 'hours'))]).toEqual([
      false,
      [],
      undefined,
      undefined,
    ])
    form.validate()
    expect([form.validating(), said(form)]).toEqual([true, ['Name Required', 'Not a number']])
    form.set('name', 'Ana')
    form.set('hours', '8')
    expect(said(form)).toEqual([])
    form.set('name', '')
    expect(said(form)).toEqual(['Name Required'])
  })

  it('FE-190 FE-191 the message is shown at its field and in the list, in the order of the form', () => {
    form.set('hours', '30')
    const problems = form.validate()
    expect(problems.map(({ node, label }) => [node.key, label])).toEqual([
      ['name', 'Name'],
      ['hours', 'Hours'],
    ])
    expect(problems.map(({ node }) => form.message(node))).toEqual(['Name Required', '30 is 6 too many'])
    expect(form.problems()).toBe(problems)
  })

  it('FE-271 a hidden field never complains, and does once it is shown', () => {
    form.validate()
    expect(said(form)).toEqual(['Name Required'])
    form.set('other', true)
    expect(said(form)).toEqual(['Name Required', 'More Required'])
    form.set('other', false)
    expect(said(form)).toEqual(['Name Required'])
  })

  it('FE-271 neither does a validation that is hidden itself', () => {
    const other = open([text('a'), toggle('strict'), validation({ field: 'a', visible: 'strict', valid: "a = 'x'", message: 'no' })], {
      a: 'y',
    })
    expect(other.validate()).toEqual([])
    other.set('strict', true)
    expect(said(other)).toEqual(['no'])
  })

  it('a rule about an answer that is missing is not broken, and is once the answer is there', () => {
    const rule = "soil != 'c' or protection != 'benching'"
    const other = open([text('soil'), text('protection'), validation({ valid: rule, message: 'No benching in soil C' })])
    expect(other.validate()).toEqual([])
    other.set('soil', 'c')
    expect(said(other)).toEqual([])
    other.set('protection', 'benching')
    expect(said(other)).toEqual(['No benching in soil C'])
  })

  it('FE-270 FE-274 FE-275 a validation tied to a field fires for a value that its expression refuses, with its own text', () => {
    form.set('name', 'Ana')
    form.set('hours', '25')
    form.validate()
    expect(said(form)).toEqual(['25 is 1 too many'])
    form.set('hours', '26')
    expect(said(form)).toEqual(['26 is 2 too many'])
    form.set('hours', '')
    expect(said(form)).toEqual([])
  })

  it('FE-272 an empty field fires only where the validation is required', () => {
    const settings = (required: unknown) => [
      text('a', { label: 'A' }),
      text('b'),
      validation({ field: 'a', required, valid: 'false', message: 'Say why' }),
    ]
    expect(open(settings(false)).validate()).toEqual([])
    const must = open(settings(true))
    must.validate()
    expect(said(must)).toEqual(['Say why'])
    const perhaps = open(settings('empty(b)'))
    perhaps.validate()
    expect(said(perhaps)).toEqual(['Say why'])
    perhaps.set('b', 'x')
    expect(said(perhaps)).toEqual([])
  })

  it("FE-273 FE-398 without a text the message is the field's label and Required", () => {
    const other = open([
      text('a', { label: 'Gate number' }),
      validation({ field: 'a', required: true }),
      text('worker_count', { label: undefined, required: true }),
    ])
    other.validate()
    expect(said(other)).toEqual(['Gate number Required', 'Worker count Required'])
    const spanish = open([text('a', { label: 'Puerta', required: true })], {}, { requiredMessage: (label) => `${label} es obligatorio` })
    spanish.validate()
    expect(said(spanish)).toEqual(['Puerta es obligatorio'])
    const item = open([text('b', { label: 'Grúa', required: true })], {}, { parent: spanish })
    item.validate()
    expect(said(item)).toEqual(['Grúa es obligatorio'])
  })

  it('a validation without a field is shown at its place, under the name of its group', () => {
    const other = open([text('a'), text('b'), group([validation({ valid: 'a or b', message: 'One of both' })], { label: 'Contact' })])
    expect(other.validate().map(({ node, label, message }) => [node.setting.type, label, message])).toEqual([
      ['validation', 'Contact', 'One of both'],
    ])
    other.set('b', 'x')
    expect(other.problems()).toEqual([])
  })

  it('an empty field that no one can fill shows no error', () => {
    const other = open([
      text('a', { required: true, readOnly: true }),
      toggle('lock', { default: true }),
      text('b', { required: true, readOnly: 'lock' }),
    ])
    other.validate()
    expect(said(other)).toEqual([])
    other.set('lock', false)
    expect(said(other)).toEqual(['B Required'])
  })

  it('a field type may look at a neighbour, and is checked again when that changes', () => {
    const other = open([{ type: 'mobile', attribute: 'phone', label: 'Phone', required: true }])
    other.validate()
    expect(said(other)).toEqual(['Phone Required'])
    other.set('phoneUse', 'No Number')
    expect(said(other)).toEqual([])
  })

  it('tells only who has a new message', () => {
    form.validate()
    expect(heard(form, ['problems', 'node:name', 'node:hours'], () => form.set('hours', '5'))).toEqual([])
    expect(heard(form, ['problems', 'node:name', 'node:hours'], () => form.set('name', 'x'))).toEqual(['node:name', 'problems'])
  })
})

/** Small forms with nodes that depend on each other in every way. */
const attributes = ['a', 'b', 'c', 'd']
const condition = fc.oneof(
  fc.constantFrom(...attributes),
  fc
    .tuple(fc.constantFrom(...attributes), fc.constantFrom('=', '!=', '<', '>='), fc.constantFrom("'x'", '1', '2', 'null'))
    .map((parts) => parts.join(' ')),
  fc.tuple(fc.constantFrom(...attributes), fc.constantFrom(...attributes)).map(([x, y]) => `${x} and not ${y}`),
)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const field = (attribute: string) =>
  fc.record({
    type: fc.constant('text'),
    attribute: fc.constant(attribute),
    visible: maybe(condition),
    required: maybe(fc.oneof(fc.boolean(), condition)),
    readOnly: maybe(condition),
    default: maybe(fc.constantFrom('x', 1)),
  })
const rule = fc.record({
  type: fc.constant('validation'),
  field: maybe(fc.constantFrom(...attributes)),
  visible: maybe(condition),
  required: maybe(fc.oneof(fc.boolean(), condition)),
  valid: maybe(condition),
  message: maybe(fc.constantFrom('{{a}} {{b + 1}}', 'no')),
})
const sum = (attribute: string) =>
  fc.record({
    type: fc.constant('calculated'),
    attribute: fc.constant(attribute),
    value: fc
      .tuple(fc.constantFrom(...attributes, 'm', 'n', 'o'), fc.constantFrom('+', '-'), fc.constantFrom(...attributes, 'm', 'n', 'o', '1'))
      .map((parts) => parts.join(' ')),
    visible: maybe(condition),
  })
const trees = fc
  .tuple(
    ...attributes.map(field),
    rule,
    rule,
    rule,
    sum('m'),
    sum('n'),
    sum('o'),
    maybe(condition),
    fc.integer({ min: 0, max: 9 }),
    fc.integer({ min: 0, max: 9 }),
  )
  .map((parts) => {
    const nodes = parts.slice(0, 10) as unknown as NodeSetting[]
    const [visible, from, count] = parts.slice(10) as [string | undefined, number, number]
    const inside = nodes.splice(from, count)
    return JSON.parse(JSON.stringify([...nodes, { type: 'group', label: 'G', visible, children: inside }])) as NodeSetting[]
  })
const edits = fc.array(fc.tuple(fc.constantFrom(...attributes), fc.constantFrom('', 'x', 'y', 1, 2, null)), { maxLength: 8 })
const every = (form: Form): FormNode[] => {
  const below = (nodes: readonly FormNode[]): FormNode[] => nodes.flatMap((node) => [node, ...below(node.children)])
  return below(form.nodes)
}
const state = (form: Form) =>
  every(form).map((node) => [
    node.key,
    form.visible(node),
    form.required(node),
    form.readOnly(node),
    form.message(node),
    node.path && (form.value(node.path) ?? null),
  ])

describe('for all settings and all input', () => {
  it('an edited form has the same state as a form that is computed again', () => {
    fc.assert(
      fc.property(trees, edits, (tree, typed) => {
        const edited = open(tree)
        edited.validate()
        for (const [path, value] of typed) edited.set(path, value)
        const before = state(edited)
        const listed = edited.problems()
        edited.refresh()
        expect(state(edited)).toEqual(before)
        expect(edited.problems()).toEqual(listed)
        expect(edited.validate()).toEqual(listed)
      }),
      { numRuns: 400 },
    )
  })

  it('edits one by one end where edits made together end', () => {
    fc.assert(
      fc.property(trees, edits, (tree, typed) => {
        const one = open(tree)
        const all = open(tree)
        one.validate()
        all.validate()
        for (const [path, value] of typed) one.set(path, value)
        all.batch(() => {
          for (const [path, value] of typed) all.set(path, value)
        })
        expect(state(all)).toEqual(state(one))
        const saved = (form: Form) => Object.fromEntries(Object.entries(form.model()).filter(([, value]) => value !== null))
        expect([saved(all), all.dirty()]).toEqual([saved(one), one.dirty()])
      }),
      { numRuns: 200 },
    )
  })

  it('listeners are notified of every change, so that no screen shows an old state', () => {
    fc.assert(
      fc.property(trees, edits, (tree, typed) => {
        const form = open(tree)
        form.validate()
        const snapshot = () =>
          new Map(
            every(form).flatMap((node) => {
              const shown = JSON.stringify([form.visible(node), form.required(node), form.readOnly(node), form.message(node)])
              return [
                [`node:${node.key}`, shown],
                ...(node.path ? [[`value:${node.path}`, JSON.stringify(form.value(node.path))]] : []),
              ] as [string, string][]
            }),
          )
        for (const [path, value] of typed) {
          const before = snapshot()
          const told = new Set(heard(form, [...before.keys()], () => form.set(path, value)))
          const silent = [...snapshot()].filter(([topic, now]) => now !== before.get(topic) && !told.has(topic))
          expect(silent).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('a calculated value is its expression over the others', () => {
    fc.assert(
      fc.property(trees, edits, (tree, typed) => {
        const form = open(tree)
        for (const [path, value] of typed) form.set(path, value)
        const circular = form.faults.join()
        for (const { setting, path } of every(form)) {
          if (setting.type !== 'calculated' || path === undefined || circular.includes(`${path}.value`)) continue
          expect(form.value(path) ?? null, path).toEqual(form.evaluate(setting.value) ?? null)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('a part of the form', () => {
  const part = (label: string, attribute: string): NodeSetting => ({
    type: 'group',
    label,
    children: [{ type: 'text', attribute, label: attribute, required: true }],
  })
  const rules = (type: string) => ruleTable[type]

  it('is validated alone, and then the next one with it', () => {
    const form = createForm({ settings: { children: [part('One', 'a'), part('Two', 'b')] }, model: {}, rules })
    const [one, two] = form.nodes
    if (!one || !two) throw new Error('There are two groups')
    expect(form.validate([one]).map(({ label }) => label)).toEqual(['a'])
    expect(form.validating()).toBe(false)
    form.set('a', 'x')
    expect(form.problems()).toEqual([])
    form.set('b', 'x')
    form.set('b', '')
    expect(form.problems()).toEqual([])
    expect(form.validate([two]).map(({ label }) => label)).toEqual(['b'])
    form.set('a', '')
    expect(form.problems().map(({ label }) => label)).toEqual(['a', 'b'])
    expect(form.validate().map(({ label }) => label)).toEqual(['a', 'b'])
    expect(form.validating()).toBe(true)
    form.reset({})
    expect(form.problems()).toEqual([])
  })
})

describe('a list that is too long for the page', () => {
  const settings: NodeSetting[] = [
    { type: 'text', attribute: 'machine' },
    { type: 'calculated', attribute: 'serial', value: "lookup('machines', machine, 'serial')" },
  ]
  const rules = (type: string) => ruleTable[type]
  const items = [{ id: 'M-1', label: 'Digger', attributes: { serial: 'EX 77' } }]

  it('is read by lookup() once it has arrived, also inside an item that was open before', () => {
    const form = createForm({ settings: { children: settings }, model: { machine: 'M-1' }, rules })
    const item = createForm({ settings: { children: settings }, model: { machine: 'M-1' }, rules, parent: form })
    const changed = vi.fn()
    form.subscribe('value:serial', changed)
    expect([form.value('serial'), item.evaluate("lookup('machines', machine)")]).toEqual([undefined, null])
    form.addList('machines', items)
    expect([form.value('serial'), item.evaluate("lookup('machines', machine)")]).toEqual(['EX 77', 'Digger'])
    expect(changed).toHaveBeenCalledTimes(1)
    expect([form.dirty(), form.lookups['machines']]).toEqual([false, undefined])
  })
})
