import { afterEach, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import example from './notices.form.json'
import { noticesOf } from './noticesOf.ts'
import { rules } from './rules.ts'

let drawn: Awaited<ReturnType<typeof drawForm>> | undefined
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
})
const boxes = () => [...document.querySelectorAll('[role=alert], [role=note]')].map((box) => box.textContent)

describe('notices', () => {
  it('the example form is right', () => {
    expect(checkSettings(example)).toMatchObject({ ok: true })
    expect(rules.empty(undefined, {}, () => undefined)).toBe(false)
  })
  it('FE-151 RV-123 RV-181 stand grouped by level: error, warning, info, success', async () => {
    drawn = await drawForm(
      [
        {
          type: 'notices',
          attribute: 'found',
          notices: [
            { level: 'success', message: 'All signed' },
            { level: 'info', message: 'Gate 2' },
            { level: 'error', message: 'Expired: {{what}}' },
          ],
        },
      ],
      {
        model: {
          what: 'crane ticket',
          found: [
            { level: 'warning', message: 'Wind' },
            { level: 'info', message: 'Lift out of order' },
          ],
        },
      },
    )
    await drawn.until(() => boxes().length > 0)
    expect(boxes()).toEqual(['Expired: crane ticket', 'Wind', 'Gate 2Lift out of order', 'All signed'])
  })
  it('follow the answers, and are gone when there is nothing to say', async () => {
    drawn = await drawForm([
      { type: 'notices', notices: [{ level: 'error', message: '{{what}}' }] },
      { type: 'group', children: [{ type: 'text', attribute: 'what', label: 'What' }] },
    ])
    const { form, until } = drawn
    expect(boxes()).toEqual([])
    await act(async () => form.set('what', 'Card expired'))
    await until(() => boxes().includes('Card expired'))
    await act(async () => form.set('what', ''))
    expect(boxes()).toEqual([])
  })
  it('of a record are read as far as they can be', () => {
    expect(noticesOf([{ level: 'loud', message: 'a' }, 'b', { level: 'error' }, { level: 'error', message: ' ' }, null, 3])).toEqual([
      { level: 'info', message: 'a' },
      { level: 'info', message: 'b' },
    ])
    expect(noticesOf({ level: 'warning', message: 'c' })).toEqual([{ level: 'warning', message: 'c' }])
    expect(noticesOf(undefined)).toEqual([])
  })
})
