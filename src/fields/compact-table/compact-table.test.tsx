import { afterEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { cellText, rowsOf } from './cells.ts'
import example from './compact-table.form.json'
import { rules } from './rules.ts'

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})
const setting = example.children[1] as FieldSetting<'compact-table'>
const rows = () => [...document.querySelectorAll('tbody tr[data-row]')].map((row) => [...row.children].map((cell) => cell.textContent))

describe('a compact table', () => {
  it('the example form is right, and a table is no answer', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
    expect(rules.empty(undefined, {}, () => undefined)).toBe(false)
  })
  it('FE-164 RV-377 RV-387 shows values as people read them', async () => {
    drawn = await drawForm([setting])
    await drawn.until(() => rows().length > 0)
    expect(rows()[0]).toEqual(['Ana Silva', 'Electrician', '8 h', '$420.00', 'Mar 2, 2026'])
    expect([...document.querySelectorAll('th')].map((head) => head.textContent)).toEqual([
      'Name',
      'Trade',
      'Hours',
      'Cost',
      'On site since',
    ])
  })
  it('FE-164 shows the list of the record as it is now', async () => {
    drawn = await drawForm([{ ...setting, rows: undefined, columns: [{ attribute: 'name' }], emptyMessage: 'Nobody yet', toolbar: false }])
    const { form, until, text, hasButton } = drawn
    await until(() => text().includes('Nobody yet'))
    expect(hasButton('CSV')).toBe(false)
    await act(async () => form.set('crew', [{ name: 'Ana' }, { name: 'Bo' }]))
    expect(rows()).toEqual([['Ana'], ['Bo']])
  })
  it('FE-079 FE-080 FE-081 offers search, columns and CSV once there are 10 rows', async () => {
    const list = Array.from({ length: 10 }, (_, at) => ({ name: `P${at}` }))
    const columns = [{ attribute: 'name' }]
    drawn = await drawForm([{ type: 'compact-table', attribute: 'crew', columns }], { model: { crew: list } })
    await drawn.until(() => rows().length === 10)
    expect([drawn.hasButton('Columns'), drawn.hasButton('CSV'), drawn.control('Search Table').type]).toEqual([true, true, 'search'])
    await drawn.remove()
    drawn = await drawForm([{ type: 'compact-table', attribute: 'crew', columns }], { model: { crew: list.slice(1) } })
    await drawn.until(() => rows().length === 9)
    expect(drawn.hasButton('CSV')).toBe(false)
  })
  it('makes the best of any list', () => {
    expect(rowsOf(['a', null, { name: 'b' }], 'name')).toEqual([{ name: 'a' }, { name: 'b' }])
    expect(rowsOf('x', 'name')).toEqual([])
    expect(cellText({ a: { b: true } }, { attribute: 'a.b' }, 'en')).toBe('✓')
    expect(cellText({}, { attribute: 'a', format: 'currency' }, 'en')).toBe('')
  })
})
