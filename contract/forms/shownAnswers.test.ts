import { expect, it } from 'vitest'
import { type NodeSetting, settingsOf } from './fieldShapes.ts'
import { shownAnswers } from './shownAnswers.ts'
import { parseTemplate, scopeOf } from './template.ts'

const nodes: NodeSetting[] = [
  {
    type: 'group',
    children: [
      { type: 'valueenum', attribute: 'kind', options: [{ name: 'Falling object', value: 'falling_object' }] },
      { type: 'listenum', attribute: 'areas', options: [{ name: 'Gate 1', value: 'g1' }, 'Roof'] },
      { type: 'enum', attribute: 'vendor', lookup: 'vendors' },
    ],
  },
]
const title = (template: string, model: Record<string, unknown>) =>
  parseTemplate(template).fill(
    scopeOf(model),
    shownAnswers(nodes, model, { vendors: [{ id: 'v1', label: 'Acme Steel' }] }, (type) => settingsOf(type)?.names),
  )

it('a record is titled with the words people chose, not with what is stored', () => {
  expect(title('{{kind}} · {{ areas }} · {{vendor}}', { kind: 'falling_object', areas: ['g1', 'Roof'], vendor: 'v1' })).toBe(
    'Falling object · Gate 1, Roof · Acme Steel',
  )
})

it('an expression in a title compares what is stored', () => {
  expect(title("{{if(kind == 'falling_object', 'Look up', 'Look down')}}", { kind: 'falling_object' })).toBe('Look up')
})

it('an answer that is no option stays as it is, a missing one is left out', () => {
  expect(title('{{kind}}|{{vendor}}|{{other}}', { kind: 'meteor', other: 7 })).toBe('meteor||7')
})
