import { afterEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import { scopeOf } from '../../../contract/forms/template.ts'
import { createForm } from '../../engine/form.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import example from './compact-info.form.json'
import { rules } from './rules.ts'

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})
const lines = () =>
  [...document.querySelectorAll('.m-fields-compactInfo')].map((line) => [...line.children].map((part) => part.textContent))

describe('a value on one line', () => {
  it('the example form is right, and nothing of it is an answer', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
    expect(rules.empty(undefined, {}, () => undefined)).toBe(false)
  })
  it('FE-157 shows a label and a filled text, and a dash while there is nothing', async () => {
    drawn = await drawForm([{ type: 'compactInfo', label: 'Where', text: '{{area}}' }])
    const { form, until } = drawn
    await until(() => lines().length > 0)
    expect(lines()).toEqual([['Where', '–']])
    await act(async () => form.set('area', 'Level 4'))
    expect(lines()).toEqual([['Where', 'Level 4']])
    expect(document.querySelector('input, select, textarea, button')).toBeNull()
  })
  it('FE-166 FE-167 FE-168 shows the team, the project and the person that the record belongs to', async () => {
    drawn = await drawForm([{ type: 'owner team' }, { type: 'owner project', label: 'Linked project' }, { type: 'owner user' }], {
      model: { owner: { team: 'Harbor Point', project: 'HP-2', user: 'Ana Silva' } },
    })
    await drawn.until(() => lines().length === 3)
    expect(lines()).toEqual([
      ['Team', 'Harbor Point'],
      ['Linked project', 'HP-2'],
      ['Person', 'Ana Silva'],
    ])
    expect(document.querySelector('input, select, textarea, button')).toBeNull()
  })
  it('FE-166 FE-167 FE-168 takes the owners from the page, as every text of the form may', () => {
    const owner = { team: 'Harbor Point', project: 'HP-2', user: 'Ana Silva' }
    const form = createForm({ settings: { children: [] }, model: {}, rules: () => undefined, scope: scopeOf({ owner }) })
    expect(form.text(undefined, '{{owner.team}}, {{owner.project}}, {{owner.user}}')).toBe('Harbor Point, HP-2, Ana Silva')
  })
})
