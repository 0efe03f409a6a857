import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Action } from '../../../contract/forms/action.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { act, type DrawnPage } from '../../../tests/harness/page.tsx'
import { drawForm } from '../../../tests/harness/drawForm.tsx'

vi.mock('../../ui/overlays/confirmDialog.tsx', async (original) => ({ ...(await original<object>()), confirmDialog: async () => true }))

let drawn: DrawnPage
afterEach(() => drawn.remove())

const button = (label: string, action: Action): NodeSetting => ({ type: 'button', label, action })
const draw = async (children: NodeSetting[], options?: Parameters<typeof drawForm>[1]) => {
  const form = await drawForm(children, options)
  drawn = form
  return form
}

describe('a button that saves or cancels', () => {
  it('FE-357 hands everything of its save to the form', async () => {
    const {
      press,
      button: named,
      told,
    } = await draw([
      button('Send', {
        message: 'save.firestore.record',
        path: 'forms/daily/:new',
        recoveryEnabled: true,
        feed: 'Noted',
        rpc: 'notify-managers',
        saveRpc: 'complete',
        allowedAttributes: ['a'],
        returnUrl: 'back',
        returnUrlDelay: 5,
        returnMessage: 'Bye',
      }),
      button('Send too', 'action:save.firestore.record'),
    ])
    await press(named('Send'))
    await press(named('Send too'))
    expect(told.saves[0]).toEqual({
      type: 'save',
      path: 'forms/daily/:new',
      recoveryEnabled: true,
      feed: 'Noted',
      rpc: 'notify-managers',
      saveRpc: 'complete',
      allowedAttributes: ['a'],
      returnUrl: 'back',
      returnUrlDelay: 5,
      returnMessage: 'Bye',
    })
    expect(told.saves).toHaveLength(2)
    expect(told.actions).toEqual([])
  })

  it('FE-357 leaves values of its own, in place of the answers, to the page', async () => {
    const action: Action = { message: 'save.firestore.record', path: 'forms/daily/:new', record: { a: 1 } }
    const { press, button: named, told } = await draw([button('Send', action)])
    await press(named('Send'))
    expect(told.actions).toEqual([action])
    expect(told.saves).toEqual([])
  })

  it('FE-359 cancel goes back to the record that it names', async () => {
    const {
      press,
      button: named,
      form,
      told,
      control,
      type,
    } = await draw([{ type: 'text', attribute: 'name', label: 'Name' }, button('Undo', { message: 'cancel', record: { name: 'Before' } })])
    await type(control('Name'), 'After')
    await press(named('Undo'))
    await drawn.until(() => form.value('name') === 'Before')
    expect(told.cancels).toEqual([])
  })
})

/** More than a select box shows. */
const many = Array.from({ length: 40 }, (_, n) => `Option ${n}`)

describe('a button that opens a field', () => {
  const fields: NodeSetting[] = [
    { type: 'attachments', attribute: 'photos', label: 'Photos' },
    { type: 'time', attribute: 'start', label: 'Start' },
    { type: 'enum', attribute: 'trade', label: 'Trade', options: ['Steel', 'Concrete'], display: 'list' },
    {
      type: 'subForm',
      attribute: 'crew',
      label: 'Crew',
      itemTitle: '{{name}}',
      subform: [{ type: 'text', attribute: 'name', label: 'Name' }],
    },
  ]

  it('FE-366 attachments.pick opens the files or the camera', async () => {
    const {
      press,
      button: named,
      root,
      until,
    } = await draw([...fields, button('Add', { message: 'attachments.pick', attribute: 'photos' })])
    const file = await until(() => root.querySelector<HTMLInputElement>('[data-attribute=photos] input[type=file]:not([capture])'))
    const opened = vi.spyOn(file, 'click').mockImplementation(() => undefined)
    await press(named('Add'))
    await until(() => opened.mock.calls.length === 1)
  })

  it('FE-360 FE-361 list.pick and time.pick open the choices of their field', async () => {
    const {
      press,
      button: named,
      root,
      until,
    } = await draw([
      ...fields,
      button('When', { message: 'time.pick', attribute: 'start' }),
      button('What', { message: 'list.pick', attribute: 'trade' }),
    ])
    const opened: (string | null | undefined)[] = []
    HTMLSelectElement.prototype.showPicker = function showPicker(this: HTMLSelectElement) {
      opened.push(this.closest('[data-attribute]')?.getAttribute('data-attribute'))
    }
    await until(() => root.querySelector('[data-attribute=trade] select'))
    await press(named('When'))
    await until(() => opened.length === 1)
    await press(named('What'))
    await until(() => opened.length === 2)
    expect(opened).toEqual(['start', 'trade'])
    expect(document.activeElement?.closest('[data-attribute]')?.getAttribute('data-attribute')).toBe('trade')
  })

  it.each([
    ['FE-360', 'list.pick', 'a lookup', { type: 'lookup', attribute: 'who', label: 'Who', lookup: 'employees' }, 'Pick a Who'],
    ['FE-360', 'list.pick', 'a person', { type: 'staff', attribute: 'who', label: 'Who' }, 'Pick a Who'],
    ['FE-360', 'list.pick', 'a long list', { type: 'enum', attribute: 'who', label: 'Who', options: many }, 'Pick a Who'],
    ['FE-361', 'time.pick', 'a time', { type: 'time-picker', attribute: 'who', label: 'Who' }, 'Fill the form'],
  ] as const)('%s %s opens the picker of %s', async (_, message, __, setting, title) => {
    const lookups = { employees: [{ id: 'a', label: 'Ana' }] }
    const page = await draw([setting as NodeSetting, button('Open', { message, attribute: 'who' })], { lookups })
    await page.until(() => page.root.querySelector('[data-attribute=who] input'))
    await page.press(page.button('Open'))
    await page.until(() => document.querySelector('dialog[open]'))
    expect(document.querySelector('dialog[open]')?.textContent).toContain(title)
  })

  it('FE-364 UI.Array.ShowForm opens the form of a new item, or of the one at its index', async () => {
    const {
      press,
      button: named,
      until,
      text,
    } = await draw(
      [
        ...fields,
        button('New one', { message: 'UI.Array.ShowForm', attribute: 'crew' }),
        button('Second', { message: 'UI.Array.ShowForm', attribute: 'crew', index: 1 }),
      ],
      { model: { crew: [{ name: 'Ana' }, { name: 'Bo' }] } },
    )
    await until(() => text().includes('Ana'))
    const inDialog = () => document.querySelector<HTMLInputElement>('dialog[open] input')
    await press(named('New one'))
    expect((await until(inDialog)).value).toBe('')
    await press(named('Cancel'))
    await until(() => !inDialog())
    await press(named('Second'))
    expect((await until(inDialog)).value).toBe('Bo')
  })

  it('does nothing for a field that is hidden or not there', async () => {
    const {
      press,
      button: named,
      told,
    } = await draw([
      { type: 'text', attribute: 'a', label: 'A', visible: 'false' },
      button('Hidden', { message: 'list.pick', attribute: 'a' }),
      button('None', { message: 'list.pick', attribute: 'zzz' }),
    ])
    await press(named('Hidden'))
    await press(named('None'))
    expect(told.actions).toEqual([])
  })
})

it('FE-409 a failure in the background is shown below its button, until the action succeeds', async () => {
  let done: ((error: { message: string } | undefined) => void) | undefined
  const page = await draw([button('Ping', { message: 'url.post', url: '/api/x', background: true })], {
    host: {
      page: {
        embedded: false,
        busy: () => () => undefined,
        finish: () => undefined,
        fail: () => undefined,
        reload: () => undefined,
        dirty: () => undefined,
        navigate: () => undefined,
        run: async (_action, context) => {
          done = context.done
        },
      },
    },
  })
  await page.press(page.button('Ping'))
  await act(() => done?.({ message: 'The crane is locked' }))
  expect(document.querySelector('[role=alert]')?.textContent).toBe('The crane is locked')
  await act(() => done?.(undefined))
  expect(document.querySelector('[role=alert]')).toBeNull()
})
