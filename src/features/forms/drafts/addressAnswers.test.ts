import { beforeAll, describe, expect, it } from 'vitest'
import type { NodeSetting } from '../../../../contract/forms/fieldShapes.ts'
import { bringTypes } from '../../../fields/index.ts'
import { addressAnswers } from './addressAnswers.ts'

const open = { prefill: true } as const
const yesNo = [
  { name: 'Yes', value: 'y' },
  { name: 'No', value: 'n' },
]
const lookups = { machines: [{ id: 'M-1', label: 'Excavator', attributes: { serial: 'EX 77' } }] }
const nodes: NodeSetting[] = [
  { type: 'text', attribute: 'machine', label: 'Machine', ...open },
  { type: 'text', attribute: 'hours', label: 'Hours', number: true, ...open },
  { type: 'text', attribute: 'secret', label: 'Not from the address' },
  {
    type: 'group',
    label: 'Inside',
    children: [
      { type: 'valueenum', attribute: 'safe', label: 'Safe?', options: yesNo, ...open },
      { type: 'listenum', attribute: 'ppe', label: 'PPE', options: ['Vest', 'Boots'], ...open },
      { type: 'toggle', attribute: 'agree', label: 'Agree', ...open },
      { type: 'date', attribute: 'day', label: 'Day', ...open },
      { type: 'lookup', attribute: 'unit', label: 'Unit', lookup: 'machines', ...open },
      { type: 'lookup', attribute: 'entry', label: 'Entry', lookup: 'machines', store: 'item', ...open },
      { type: 'lookup', attribute: 'far', label: 'Far', lookup: 'long', ...open },
      { type: 'attachments', attribute: 'photos', label: 'Photos', ...open },
    ],
  },
]
const from = (query: string) => addressAnswers(nodes, lookups, `/api/forms/check.json?${query}`)

beforeAll(() => bringTypes(nodes))

describe('answers in the address of a form', () => {
  it('fill the questions that allow it, as their types store them', () => {
    expect(from('machine=M-1%20left&hours=12.5&secret=x&other=1')).toEqual({ machine: 'M-1 left', hours: 12.5 })
    expect(from('safe=No&ppe=Boots,Vest&agree=yes&day=2026-03-14')).toEqual({
      safe: 'n',
      ppe: ['Boots', 'Vest'],
      agree: true,
      day: '2026-03-14',
    })
    expect(from('safe=y&unit=excavator&entry=M-1&far=Z-9')).toEqual({
      safe: 'y',
      unit: 'M-1',
      entry: { id: 'M-1', label: 'Excavator', serial: 'EX 77' },
      far: 'Z-9',
    })
  })

  it('are left out when the question does not take them', () => {
    expect(from('hours=many&safe=perhaps&agree=maybe&day=tomorrow&unit=M-7&photos=x&machine=')).toEqual({})
    expect(from('machine=' + 'x'.repeat(2000))['machine']).toHaveLength(500)
  })
})
