import { describe, expect, it } from 'vitest'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { createForm } from '../../engine/form.ts'
import { rulesOf } from '../../fields/index.ts'
import { fitting } from './drafts/fitting.ts'
import { answersOf, newFiles, type SaveInput, saveBody } from './saveBody.ts'

const file = (letter: string) => ({
  id: letter.repeat(20),
  sha256: letter.repeat(64),
  size: 7,
  filename: `${letter}.jpg`,
  url: `/api/files/${letter}`,
})

function input(children: NodeSetting[], model: Model, more: Partial<SaveInput> = {}): SaveInput {
  const settings: FormSettings = { name: 'Hazard', children }
  const form = createForm({ settings, model, rules: rulesOf })
  return { form, settings, setting: {}, shape: 'flat', found: {}, isNew: true, recordPath: 'forms/hazard/A1', ...more }
}

describe('the body of a save', () => {
  it('names the files that the server does not have yet, wherever they stand', () => {
    const found = { photos: [file('a')] }
    const record = { photos: [file('a'), file('b')], crew: [{ signature: [file('c')] }, { signature: [file('b')] }] }
    expect(newFiles(record, found).map(({ id }) => id[0])).toEqual(['b', 'c'])
    expect(newFiles({ note: { id: 'short', sha256: 'x', size: 1 } }, {})).toEqual([])
  })
  it('FE-107 keeps an own answer called name or title', () => {
    const children: NodeSetting[] = [
      { type: 'text', attribute: 'name' },
      { type: 'text', attribute: 'title' },
    ]
    const { payload } = saveBody(input(children, { name: 'Ana', title: 'Foreman' }))
    expect(payload).toMatchObject({ name: 'Ana', title: 'Foreman', key: 'A1' })
    expect(saveBody(input([{ type: 'text', attribute: 'note' }], {})).payload).toMatchObject({ name: 'Hazard', title: 'Hazard' })
  })
  it('FE-107 a new record has its key, name, title, subtitle, time and project; a later save changes only its texts', () => {
    const children: NodeSetting[] = [{ type: 'enum', attribute: 'crane', options: [{ name: 'Crane 4', value: 'c4' }] }]
    const settings = { name: 'Check', children, recordTitle: '{{crane}}', recordSubtitle: 'Checked: {{crane}}' }
    const now = Date.UTC(2026, 10, 23, 8)
    const { payload } = saveBody(input(children, { crane: 'c4' }, { settings, team: 'tower', now }))
    expect(payload).toEqual({
      crane: 'c4',
      key: 'A1',
      name: 'Check',
      title: 'Crane 4',
      subtitle: 'Checked: Crane 4',
      timestamp: '2026-11-23T08:00:00.000Z',
      team: 'tower',
      titleStatus: 'Processing',
      tags: ['Processing'],
      deleted: false,
    })
    const again = saveBody(input(children, { crane: 'c4' }, { settings, team: 'tower', now, isNew: false }))
    expect(Object.keys(again.payload).sort()).toEqual(['crane', 'deleted', 'subtitle', 'tags', 'title', 'titleStatus'])
  })
  it('leaves what the record had besides its answers', () => {
    const found = { team: 't1', subtitle: 'x', note: 'old' }
    const body = saveBody(input([{ type: 'text', attribute: 'note' }], found, { found, isNew: false }))
    expect(body.payload).toMatchObject({ team: 't1', subtitle: 'x', note: 'old' })
    expect(body.payload).not.toHaveProperty('key')
    expect(body.base).toBe(found)
  })
})

describe('kept answers', () => {
  const form = createForm({
    settings: {
      children: [
        { type: 'mobile', attribute: 'mobile' },
        { type: 'enum', attribute: 'gate', statusAttribute: 'gate_status', options: ['a'] },
      ],
    },
    model: { team: 't' },
    rules: rulesOf,
  })
  it('come back with their attachments, and the page lists what has no place any more', () => {
    const { fits, leftovers } = fitting(form, {
      mobile: '+12025550123',
      mobileUse: 'Safety',
      gate: 'a',
      gate_status: 'yes',
      old_question: 'a long answer',
      empty: '',
      team: 'x',
      titleStatus: 'Processing',
    })
    expect(fits).toEqual({ mobile: '+12025550123', mobileUse: 'Safety', gate: 'a', gate_status: 'yes' })
    expect(leftovers).toEqual([['old_question', 'a long answer']])
  })
  it('are found in either shape of a record', () => {
    expect(answersOf({ model: { a: 1 } }, 'nested')).toEqual({ a: 1 })
    expect(answersOf({ model: [] }, 'nested')).toEqual({})
    expect(answersOf({ a: 1 }, 'flat')).toEqual({ a: 1 })
  })
})
