import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { checkSettings } from './checkSettings.ts'
import * as hints from './check/didYouMean.ts'
import type { FormSettings } from './FormSettings.ts'
import { lintSettings } from './lintSettings.ts'

vi.mock('./check/didYouMean.ts', { spy: true })

const form = (children: unknown[], more: object = {}): FormSettings => {
  const checked = checkSettings({ name: 'Gate', children: [...children, { type: 'save' }], ...more })
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return checked.form
}
const said = (settings: FormSettings) => lintSettings(settings).map(({ place, message }) => `${place}: ${message}`)
const trade = { type: 'enum', attribute: 'trade', label: 'Trade', options: ['Rigger', { name: 'Welder', value: 'w' }] }
const text = (attribute: string, more: object = {}) => ({ type: 'text', attribute, label: attribute, ...more })

describe('warnings for the author of a form', () => {
  it('names an attribute that no field has, and the one that was probably meant', () => {
    expect(said(form([trade, text('permit', { required: "tradee = 'w'" })]))).toEqual([
      'children[1].required: No field of this form has the attribute tradee; did you mean trade?',
    ])
    expect(said(form([{ type: 'info', text: 'Hello {{worker_name}}' }]))).toEqual([
      'children[0].text: No field of this form has the attribute worker_name, so it counts as empty.',
    ])
  })

  it('knows the person, the day, nested names, the use of a mobile number, statuses, and the form around an item', () => {
    const settings = form([
      text('model.hours'),
      { type: 'mobile', attribute: 'phone', showUse: true },
      { type: 'enum', attribute: 'state', options: ['ok'], statusAttribute: 'status' },
      { type: 'info', text: '{{person.name}} {{date}} {{model.hours}} {{model}} {{phoneUse}} {{status}}' },
      { type: 'subForm', attribute: 'crew', subform: [text('name'), text('note', { visible: 'name and parent.state and state' })] },
    ])
    expect(said(settings)).toEqual([])
  })

  it('points out what no user will ever see', () => {
    const settings = form([
      trade,
      { type: 'toggle', attribute: 'visitor', label: 'Visitor' },
      text('a', { visible: "trade = 'Welder'" }),
      text('b', { visible: "trade = 'w' and not visitor" }),
      text('c', { visible: false }),
      { type: 'group', visible: 'visitor', children: [text('d', { visible: 'not visitor' }), text('e', { visible: "trade = 'w'" })] },
    ])
    expect(said(settings)).toEqual([
      "children[2].visible: trade is never 'Welder': its values are 'Rigger', 'w'; did you mean 'w'?",
      'children[2].visible: Nobody will ever see this: no answer makes this true.',
      'children[4].visible: Nobody will ever see this: it is never visible.',
      'children[5].children[0].visible: Nobody will ever see this: no answers make this and what is around it visible.',
    ])
  })

  it('says what was meant by a value that a choice never has, and by a name that is elsewhere', () => {
    const hazards = { type: 'listenum', attribute: 'hazards', label: 'Hazards', options: ['Dust', 'Noise'] }
    const crew = { type: 'subForm', attribute: 'crew', label: 'Crew', subform: [text('role'), text('hours', { number: true })] }
    const visible = (expression: string) => said(form([trade, hazards, crew, { type: 'info', text: 'x', visible: expression }]))[0]
    const at = 'children[3].visible: '
    expect(visible("trade in ['welder', 'Rigger']")).toBe(`${at}trade is never 'welder': its values are 'Rigger', 'w'; did you mean 'w'?`)
    expect(visible("hazards = 'Dust'")).toBe(`${at}hazards is a list of choices: write has(hazards, 'Dust') in place of a comparison.`)
    expect(visible("count(crew, 'rol') > 1")).toBe(`${at}The list crew has no question 'rol'. It has 'role', 'hours'.`)
    expect(visible("item(crew, 1, 'role') = 'x' and sum(crew, 'hours') > 1 and has(hazards, 'Dust') and trade = 'w'")).toBeUndefined()
    expect(visible("trade = '' or trade != null")).toBeUndefined()
  })

  it('reads the title of an item, and who may remove it, from the questions of the list', () => {
    const crew = (more: object) => form([{ type: 'subForm', attribute: 'crew', label: 'Crew', subform: [text('name')], ...more }])
    expect(said(crew({ itemTitle: '{{name}}', canRemove: "name = 'x'" }))).toEqual([])
    expect(said(crew({ itemTitle: '{{nmae}}' }))).toEqual([
      'children[0].itemTitle: No field of this form has the attribute nmae; did you mean name?',
    ])
  })

  it('misses a save button only where people answer and nothing sends', () => {
    const whole = (...children: unknown[]) => {
      const checked = checkSettings({ name: 'Gate', children })
      return checked.ok ? said(checked.form) : ['not a form']
    }
    expect(whole(text('a'))).toEqual(['children: People can answer, but not send: add { "type": "save", "label": "Send" } at the end.'])
    expect(whole({ type: 'info', text: 'Read this' })).toEqual([])
    expect(whole(text('a'), { type: 'group', children: [{ type: 'button', label: 'Go', action: 'patch:forms/a' }] })).toEqual([])
  })

  it('takes a calculation that only other expressions read', () => {
    const hidden = { type: 'calculated', attribute: 'risk', label: 'Risk', value: 'severity * 2', visible: false }
    expect(said(form([text('severity', { number: true }), hidden, { type: 'info', text: 'Stop', visible: 'risk > 8' }]))).toEqual([])
  })

  it('lists texts without a translation where a language has begun, and translations of texts that are gone', () => {
    const settings = form([trade, text('no', { label: '24/7' })], {
      translations: { es: { Gate: 'Puerta', Trade: 'Oficio', Rigger: 'Aparejador', Scaffold: 'Andamio' }, 'en-au': {} },
    })
    expect(said(settings)).toEqual([
      'children[0].options[1].name: No translation for es: "Welder"',
      'translations.es.Scaffold: The form no longer says "Scaffold"',
    ])
  })

  it('names pages that are drawn as sections, and pages without a heading', () => {
    const page = (more: object = {}, ...children: unknown[]) => ({ type: 'group', label: 'Page', style: 'page', children, ...more })
    expect(said(form([page({}, text('a')), page({}, text('b')), { type: 'save' }]))).toEqual([])
    expect(said(form([page({}, text('a'))]))).toEqual([
      'children[0].style: One page alone is drawn as a section: add a second page, or take another style.',
    ])
    expect(said(form([page({ label: undefined }, text('a')), page({}, text('b'), page({}, text('c')))]))).toEqual([
      'children[0].label: People read the label of a page above it, and screen readers say it: give the page one.',
      'children[1].children[1].style: A page inside another part is drawn as a section: move it out, directly into the children of the form.',
    ])
  })

  it('names what is doubtful about the messages of a save', () => {
    const messages = (...recipients: object[]) => ({ saved: { messages: [{ text: '{{gatee}}', when: 'gate = 1', recipients }] } })
    const staff = { type: 'staff', attribute: 'who', label: 'Who' }
    expect(said(form([text('gate'), staff], messages({ attribute: 'who' }, { role: 'manager' })))).toEqual([
      'saved.messages[0].text: No field of this form has the attribute gatee; did you mean gate?',
    ])
    expect(said(form([text('gatee'), text('gate')], messages({ attribute: 'gate' })))).toEqual([
      'saved.messages[0].recipients[0].attribute: The answer to gate is no person: take a question of the type staff, staffSmsContact or mobile, or a choice from the list employees.',
    ])
  })

  it('has nothing to say about the forms of the product', () => {
    const folder = 'server/demo/forms'
    for (const file of readdirSync(folder)) {
      const settings = checkSettings(JSON.parse(readFileSync(join(folder, file), 'utf8')))
      expect(settings.ok && said(settings.form)).toEqual([])
    }
  })

  it('compares only the first unknown names with all others, however many there are', () => {
    vi.mocked(hints.didYouMean).mockClear()
    const unknown = Array.from({ length: 300 }, (_, n) => text(`question${n}`, { visible: `permit${n} = 'x'` }))
    const told = said(form(unknown))
    expect(told).toHaveLength(100)
    expect(told[0]).toContain('has the attribute permit0')
    expect(vi.mocked(hints.didYouMean).mock.calls.length).toBeLessThanOrEqual(20)
  })

  it('is quick about a large form with many conditions', () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ ...trade, attribute: `t${index}` }))
    const all = many.map(({ attribute }) => `${attribute} = 'w'`).join(' and ')
    expect(said(form([...many, text('a', { visible: all })]))).toEqual([])
  })
})
