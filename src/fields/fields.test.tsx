import { afterEach, describe, expect, it, vi } from 'vitest'
import type { NodeSetting } from '../../contract/forms/fieldShapes.ts'
import { drawForm } from '../../tests/harness/drawForm.tsx'
import { act } from '../../tests/harness/page.tsx'

type Drawn = Awaited<ReturnType<typeof drawForm>>
const open: Drawn[] = []
async function draw(...parameters: Parameters<typeof drawForm>): Promise<Drawn> {
  const drawn = await drawForm(...parameters)
  open.push(drawn)
  return drawn
}
afterEach(async () => {
  for (const drawn of open.splice(0)) await drawn.remove()
  localStorage.clear()
})

const key = (control: HTMLElement, name: string) =>
  act(async () => void control.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))

describe('free text', () => {
  const name = { type: 'text', attribute: 'name', label: 'Your name' } as const

  it('FE-323 reaches the form on every change', async () => {
    const { form, control, type } = await draw([name])
    await type(control('Your name'), 'Jo')
    expect(form.value('name')).toBe('Jo')
  })
  it('FE-321 reaches the form on Enter, also when the phone sent no change event', async () => {
    const { form, control } = await draw([name])
    control('Your name').value = ' Jo '
    await key(control('Your name'), 'a')
    expect(form.value('name')).toBeUndefined()
    await key(control('Your name'), 'Enter')
    expect(form.value('name')).toBe('Jo')
    expect(control('Your name').value).toBe('Jo')
  })
  it('FE-322 reaches the form on leaving the field, also when the phone sent no change event', async () => {
    const { form, control, leave } = await draw([name])
    control('Your name').value = 'Jo'
    await leave(control('Your name'))
    expect(form.value('name')).toBe('Jo')
  })
  it('follows a value that comes from elsewhere', async () => {
    const { form, control } = await draw([name])
    await act(async () => form.set('name', 'Ana'))
    expect(control('Your name').value).toBe('Ana')
  })
  it('takes numbers as people write them, and keeps what is none', async () => {
    const { form, control, type, leave } = await draw([{ type: 'text', attribute: 'hours', label: 'Hours', number: true }])
    await type(control('Hours'), '7.')
    expect(form.value('hours')).toBe(7)
    expect(control('Hours').value).toBe('7.')
    await type(control('Hours'), '7.5')
    expect(form.value('hours')).toBe(7.5)
    await type(control('Hours'), 'seven')
    await leave(control('Hours'))
    expect(form.value('hours')).toBe('seven')
    await act(async () => void form.validate())
    expect(form.problems()[0]?.message).toMatch(/number/)
  })
  it('FE-125 hides a password until it is to be seen', async () => {
    const { control, button, press, until } = await draw([{ type: 'password', attribute: 'secret', label: 'Secret' }])
    await until(() => document.querySelector('input'))
    expect(control('Secret').type).toBe('password')
    await press(button('Show'))
    expect(control('Secret').type).toBe('text')
    await press(button('Hide'))
    expect(control('Secret').type).toBe('password')
  })
  it('FE-128 stores an amount as cents and shows two decimals', async () => {
    const { form, control, type, leave, text } = await draw([{ type: 'currency', attribute: 'cost', label: 'Cost' }])
    await type(control('Cost'), '1234.5')
    await leave(control('Cost'))
    expect(form.value('cost')).toBe(123450)
    expect(control('Cost').value).toBe('1,234.50')
    expect(text()).toContain('$')
  })
})

describe('choices', () => {
  const status = [
    { name: 'Yes', value: 'y', status: 'yes' },
    { name: 'No', value: 'n', status: 'no' },
  ] as const
  const rails: NodeSetting = {
    type: 'enum',
    attribute: 'rails',
    label: 'Guard rails',
    options: [...status],
    statusAttribute: 'rails_status',
  }

  it('FE-134 FE-221 keeps what is written under Other as free text', async () => {
    const trade: NodeSetting = { type: 'enum', attribute: 'trade', label: 'Trade', other: true, options: ['Carpenter', 'Painter'] }
    const { form, control, press, type } = await draw([trade])
    const radios = () => [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')]
    await press(radios()[2] as Element)
    expect(form.value('trade')).not.toBe('Other')
    const written = document.querySelector('input[aria-label="Other: Trade"]') as HTMLInputElement
    expect(document.activeElement).toBe(written)
    await type(written, 'Diver')
    expect(form.value('trade')).toBe('Diver')
    await press(radios()[0] as Element)
    expect(form.value('trade')).toBe('Carpenter')
    expect(document.querySelector('input[aria-label="Other: Trade"]')).toBeNull()
    expect(control('Trade')).toBeTruthy()
  })
  it('FE-221 shows free text of before under Other, and does not take it for an unknown value', async () => {
    const trade: NodeSetting = {
      type: 'enum',
      attribute: 'trade',
      label: 'Trade',
      other: true,
      options: ['Carpenter', { name: 'Painter', default: true }],
    }
    const { form } = await draw([trade], { model: { trade: 'Diver' } })
    expect(form.value('trade')).toBe('Diver')
    expect((document.querySelector('input[aria-label="Other: Trade"]') as HTMLInputElement).value).toBe('Diver')
  })
  it('FE-247 sets the status attribute of the parent with the option', async () => {
    const { form, press } = await draw([rails])
    await press(document.querySelectorAll('input[type=radio]')[1] as Element)
    expect(form.value('rails')).toBe('n')
    expect(form.value('rails_status')).toBe('no')
  })
  it('FE-248 sets the status attribute to null when the choice is cleared', async () => {
    const { form, press, button } = await draw([rails], { model: { rails: 'n', rails_status: 'no' } })
    await press(button('Clear'))
    expect(form.value('rails')).toBeNull()
    expect(form.value('rails_status')).toBeNull()
  })
  it('FE-249 puts the default option in the place of a value that it does not know', async () => {
    const options = ['North', { name: 'South', default: true }]
    const { form } = await draw([{ type: 'enum', attribute: 'gate', label: 'Gate', options }], { model: { gate: 'West' } })
    expect(form.value('gate')).toBe('South')
  })
  it("FE-250 puts the option of the parent's status in the place of a value that it does not know", async () => {
    const options = [
      { name: 'Conforming', value: 'c', status: 'conforming' },
      { name: 'Deficient', value: 'd', status: 'deficient' },
    ] as const
    const setting: NodeSetting = {
      type: 'valueenum',
      attribute: 'check',
      label: 'Check',
      options: [...options],
      statusAttribute: 'check_status',
    }
    const first = await draw([setting], { model: { check: 'bad', check_status: 'no' } })
    expect(first.form.value('check')).toBe('d')
    const second = await draw([setting], { model: { check: 'good', check_status: 'yes' } })
    expect(second.form.value('check')).toBe('c')
  })
  it('keeps an unknown value that nothing can stand for, and shows it', async () => {
    const { form, text } = await draw([{ type: 'enum', attribute: 'gate', label: 'Gate', options: ['North'] }], { model: { gate: 'West' } })
    expect(form.value('gate')).toBe('West')
    expect(text()).toContain('West')
  })
  it('FE-135 FE-350 shows the name of a lookup entry and stores its value', async () => {
    const lookups = {
      employees: [
        { id: 'e1', label: 'Ana Silva' },
        { id: 'e2', label: 'Bo Reed' },
      ],
    }
    const { form, control, choose } = await draw(
      [{ type: 'valueenum', attribute: 'who', label: 'Who', lookup: 'employees', display: 'list' }],
      { lookups },
    )
    await choose(control('Who'), 'Bo Reed')
    expect(form.value('who')).toBe('e2')
  })
  it('FE-347 asks a configured path with a body, and keeps the answer for a place without signal', async () => {
    const asked: unknown[] = []
    const path = { url: '/api/options', method: 'POST', body: { site: 'north' }, attribute: 'found' } as const
    const setting: NodeSetting = { type: 'enum', attribute: 'bay', label: 'Bay', optionsPath: { ...path } }
    const options = (url: string, body: unknown) => {
      asked.push([url, body])
      return Promise.resolve({ found: { a: { id: 1, label: 'Bay 1' } } })
    }
    const first = await draw([setting], { host: { options }, model: { bay: '' } })
    await first.until(() => first.text().includes('Bay 1'))
    expect(asked).toEqual([['/api/options', { site: 'north' }]])
    const offline = await draw([setting], { host: { options: () => Promise.reject(new Error('offline')) } })
    expect(offline.text(offline.root)).toContain('Bay 1')
  })
  it('FE-136 FE-278 FE-279 keeps a list to the rules of its all-option and its default', async () => {
    const options = [{ name: 'None', default: true }, 'Hat', 'Gloves', { name: 'Everything', all: true }]
    const { form, press } = await draw([{ type: 'listenum', attribute: 'gear', label: 'Gear', options }])
    expect(form.value('gear')).toEqual(['None'])
    const boxes = () => [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
    await press(boxes()[0] as Element)
    expect(form.value('gear')).toEqual(['None'])
    await press(boxes()[1] as Element)
    await press(boxes()[3] as Element)
    expect(form.value('gear')).toEqual(['Everything'])
    await press(boxes()[3] as Element)
    expect(form.value('gear')).toEqual(['None'])
  })
  it('FE-129 FE-426 stores days from Sun to Sat', async () => {
    const { form, press, text, until } = await draw([{ type: 'days', attribute: 'days', label: 'Days' }])
    await until(() => text().includes('SunMonTueWedThuFriSat'))
    const boxes = document.querySelectorAll('input[type=checkbox]')
    await press(boxes[6] as Element)
    await press(boxes[0] as Element)
    expect(form.value('days')).toEqual(['Sun', 'Sat'])
  })
})

describe('ticks and switches', () => {
  it('FE-318 a required tick stays when a person clears it', async () => {
    const { form, control, press } = await draw([{ type: 'toggle', attribute: 'agreed', label: 'Agreed', required: true }])
    await press(control('Agreed'))
    expect(form.value('agreed')).toBe(true)
    await press(control('Agreed'))
    expect(form.value('agreed')).toBe(true)
    expect(control('Agreed').checked).toBe(true)
  })
  it('FE-137 FE-187 an inverted tick shows Active while disabled is false', async () => {
    const { form, control, press } = await draw([{ type: 'toggle', attribute: 'disabled', label: 'Active', invert: true, default: false }])
    expect(control('Active').checked).toBe(true)
    await press(control('Active'))
    expect(form.value('disabled')).toBe(true)
  })
  it('FE-319 a tick without a value takes its default as the form opens', async () => {
    const setting = { type: 'toggle', attribute: 'call', label: 'Call me', default: true } as const
    expect((await draw([setting], { model: { call: null } })).form.value('call')).toBe(true)
    expect((await draw([setting], { model: { call: false } })).form.value('call')).toBe(false)
  })
  it('FE-138 FE-186 a switch stores onValue and offValue', async () => {
    const { form, control, press } = await draw([{ type: 'switch', attribute: 'crane', label: 'Crane', onValue: 'on', offValue: 'off' }])
    expect(form.value('crane')).toBe('off')
    await press(control('Crane'))
    expect(form.value('crane')).toBe('on')
    await press(control('Crane'))
    expect(form.value('crane')).toBe('off')
  })
})

describe('times and dates', () => {
  it('FE-130 FE-422 shows times with AM and PM and stores 24 hours', async () => {
    const { form, control, choose } = await draw([{ type: 'time', attribute: 'start', label: 'Start' }])
    const select = control<HTMLSelectElement>('Start')
    expect([...select.options].map((option) => option.text).slice(1, 3)).toEqual(['4:00 AM', '4:15 AM'])
    expect(select.options[select.options.length - 1]?.text).toBe('6:45 PM')
    await choose(select, '1:15 PM')
    expect(form.value('start')).toBe('13:15')
  })
  it('FE-131 FE-423 offers the whole day where the type says so', async () => {
    const { control } = await draw([{ type: 'alltime', attribute: 'at', label: 'At' }])
    const { options } = control<HTMLSelectElement>('At')
    expect([options.length, options[1]?.text, options[96]?.text]).toEqual([97, '12:00 AM', '11:45 PM'])
  })
  it('FE-132 FE-133 stores spans as the text that is shown', async () => {
    const { form, control, choose } = await draw([
      { type: 'timespan', attribute: 'break', label: 'Break' },
      { type: 'longtimespan', attribute: 'shift', label: 'Shift' },
    ])
    await choose(control('Break'), '1.5 hours')
    await choose(control('Shift'), '12 hours')
    expect([form.value('break'), form.value('shift')]).toEqual(['1.5 hours', '12 hours'])
  })
  it('keeps a time of before that is not on the list', async () => {
    const { control } = await draw([{ type: 'time', attribute: 'start', label: 'Start' }], { model: { start: '19:07' } })
    expect(control<HTMLSelectElement>('Start').selectedOptions[0]?.text).toBe('7:07 PM')
  })
  it('FE-139 stores a date as yyyy-MM-dd, and N/A as null', async () => {
    const { form, control, type, press } = await draw([{ type: 'date', attribute: 'on', label: 'Expires', allowNA: true, required: true }])
    await act(async () => void form.validate())
    expect(form.problems()).toHaveLength(1)
    await type(control('Expires'), '2026-10-20')
    expect(form.value('on')).toBe('2026-10-20')
    await press(control('N/A'))
    expect(form.value('on')).toBeNull()
    expect(form.problems()).toEqual([])
    expect(control('Expires').disabled).toBe(true)
  })
})

describe('what is only read', () => {
  it('FE-155 FE-159 shows information, and text with the answers in it', async () => {
    const { control, type, text } = await draw([
      { type: 'info', text: 'Wear a helmet' },
      { type: 'text', attribute: 'name', label: 'Name' },
      { type: 'textTemplate', template: 'Welcome {{name}}' },
    ])
    expect(text()).toContain('Wear a helmet')
    await type(control('Name'), 'Ana')
    expect(text()).toContain('Welcome Ana')
  })
  it('FE-169 works out a value while its parts are typed', async () => {
    const { control, type, text, form } = await draw([
      { type: 'text', attribute: 'workers', label: 'Workers', number: true },
      { type: 'calculated', attribute: 'hours', label: 'Hours', value: 'workers * 8', format: 'hours' },
    ])
    await type(control('Workers'), '3')
    expect(text()).toContain('24 h')
    expect(form.model()['hours']).toBe(24)
  })
  it('says so where a type needs a newer version, and draws the rest', async () => {
    const { text, control } = await draw([
      { type: 'hologram', attribute: 'h', label: 'Site hologram' } as unknown as NodeSetting,
      { type: 'text', attribute: 'name', label: 'Name' },
    ])
    expect(text()).toContain('“Site hologram” needs a newer version of this app')
    expect(control('Name')).toBeTruthy()
  })
})

describe('lists of a large form', () => {
  it('show what is chosen, and all of it once they are near, pointed at or focused', async () => {
    const near = new Map<Element, () => void>()
    class Observer {
      private readonly tell: (entries: object[]) => void
      constructor(tell: (entries: object[]) => void) {
        this.tell = tell
      }
      observe(target: Element) {
        near.set(target, () => this.tell([{ target, isIntersecting: true }]))
      }
      unobserve(target: Element) {
        near.delete(target)
      }
    }
    vi.stubGlobal('IntersectionObserver', Observer)
    const options = Array.from({ length: 25 }, (_, index) => `Crew ${index}`)
    const names = Array.from({ length: 18 }, (_, index) => `list ${index}`)
    const list = (label: string, index: number): NodeSetting => ({ type: 'enum', attribute: `l${index}`, label, options })
    const { control } = await draw(names.map(list), { model: { l17: 'Crew 7' } })
    vi.unstubAllGlobals()
    const shown = (label: string) => [...(control(label) as unknown as HTMLSelectElement).options].map(({ text }) => text)
    expect([shown('list 0').length, shown('list 15').length]).toEqual([26, 26])
    expect([shown('list 16'), shown('list 17')]).toEqual([['Choose…'], ['Choose…', 'Crew 7']])
    await act(async () => control('list 16').focus())
    expect(shown('list 16').length).toBe(26)
    await act(async () => near.get(control('list 17'))?.())
    expect(shown('list 17').length).toBe(26)
    expect((control('list 17') as unknown as HTMLSelectElement).selectedOptions[0]?.text).toBe('Crew 7')
    expect(near.size).toBe(0)
  })
})

describe('red lines', () => {
  const name = { type: 'text', attribute: 'name', label: 'Your name', required: true } as const

  it('FE-189 FE-190 FE-273 stand at the fields only once the form was checked', async () => {
    const { form, control, text } = await draw([name])
    await act(async () => {
      form.set('name', 'a')
      form.set('name', '')
    })
    expect(text()).not.toContain('Your name Required')
    await act(async () => void form.validate())
    const input = control('Your name')
    const line = document.querySelector('.m-controls-error')
    expect(line?.textContent).toBe('Your name Required')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input.getAttribute('aria-describedby')).toBe(line?.id)
    await act(async () => form.set('name', 'Ana'))
    expect(document.querySelector('.m-controls-error')).toBeNull()
  })
  it('FE-156 FE-270 FE-274 a validation tied to a field is shown at that field, with its message filled in', async () => {
    const { form } = await draw(
      [
        { type: 'text', attribute: 'pallets', label: 'Pallets', number: true },
        { type: 'validation', field: 'pallets', valid: 'pallets <= 40', message: '{{pallets}} pallets do not fit' },
      ],
      { model: { pallets: 50 } },
    )
    await act(async () => void form.validate())
    expect(document.querySelector('[data-attribute=pallets] .m-controls-error')?.textContent).toBe('50 pallets do not fit')
    expect(document.querySelectorAll('.m-controls-error')).toHaveLength(1)
  })
  it('stand at a field that an answer brings after the check, below all that it shows', async () => {
    const { form, press } = await draw([
      { type: 'toggle', attribute: 'more', label: 'More' },
      { type: 'enum', attribute: 'rails', label: 'Rails', options: ['Yes', 'No'], visible: 'more' },
      { type: 'validation', field: 'rails', valid: 'rails == "No"', required: true, message: 'Say No' },
    ])
    await act(async () => void form.validate())
    expect(document.querySelector('.m-controls-error')).toBeNull()
    await act(async () => form.set('more', true))
    const frame = () => document.querySelector('[data-attribute=rails]') as HTMLElement
    const radios = () => [...frame().querySelectorAll<HTMLInputElement>('input[type=radio]')]
    const line = () => frame().querySelector('.m-controls-error')
    expect(line()?.textContent).toBe('Say No')
    expect(radios().map((radio) => radio.getAttribute('aria-describedby'))).toEqual([line()?.id, line()?.id])
    expect(frame().dataset['invalid']).toBe('')
    await press(radios()[0] as Element)
    expect(frame().textContent).toContain('Clear')
    expect(frame().lastElementChild).toBe(line())
    await press(radios()[1] as Element)
    expect(line()).toBeNull()
    expect(radios().map((radio) => radio.getAttribute('aria-describedby'))).toEqual([null, null])
    expect(frame().dataset['invalid']).toBeUndefined()
  })
  it('go when the form starts over', async () => {
    const { form, control } = await draw([name])
    await act(async () => void form.validate())
    await act(async () => form.reset({}))
    expect(document.querySelector('.m-controls-error')).toBeNull()
    expect(control('Your name').getAttribute('aria-invalid')).toBeNull()
  })
  it('FE-156 a validation without a field is shown at its own place', async () => {
    const { form, text } = await draw(
      [
        { type: 'text', attribute: 'a', label: 'A', number: true },
        { type: 'validation', valid: 'a > 5', message: 'More than 5, not {{a}}' },
      ],
      { model: { a: 1 } },
    )
    expect(text()).not.toContain('More than 5')
    await act(async () => void form.validate())
    expect(text()).toContain('More than 5, not 1')
  })
})

describe('read-only', () => {
  const children: NodeSetting[] = [
    { type: 'text', attribute: 'name', label: 'Name' },
    { type: 'password', attribute: 'secret', label: 'Secret' },
    { type: 'currency', attribute: 'cost', label: 'Cost' },
    { type: 'days', attribute: 'days', label: 'Days' },
    { type: 'time', attribute: 'start', label: 'Start' },
    { type: 'timespan', attribute: 'break', label: 'Break' },
    { type: 'date', attribute: 'on', label: 'On', allowNA: true },
    { type: 'enum', attribute: 'gate', label: 'Gate', options: ['North', 'South'] },
    { type: 'enum', attribute: 'bay', label: 'Bay', options: ['1', '2'], display: 'list' },
    { type: 'listenum', attribute: 'gear', label: 'Gear', options: ['Hat'] },
    { type: 'toggle', attribute: 'agreed', label: 'Agreed' },
    { type: 'switch', attribute: 'crane', label: 'Crane' },
    { type: 'button', label: 'Do it', action: 'reload' },
    { type: 'save', label: 'Send' },
  ]

  it('FE-297 a read-only form lets nothing be changed', async () => {
    const { hasButton, button } = await draw(children, { readOnly: true })
    const controls = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
    expect(controls.length).toBeGreaterThan(15)
    expect(controls.filter((control) => !control.disabled && !control.readOnly)).toEqual([])
    expect(button('Do it').disabled).toBe(true)
    expect(hasButton('Send')).toBe(false)
  })
  it('FE-299 a single field can be read-only', async () => {
    const { control, form, type } = await draw([
      { type: 'text', attribute: 'name', label: 'Name', readOnly: true },
      { type: 'text', attribute: 'note', label: 'Note' },
    ])
    await type(control('Name'), 'x')
    expect(form.value('name')).toBeUndefined()
    expect(control('Name').readOnly).toBe(true)
    expect(control('Note').readOnly).toBe(false)
  })
})

describe('buttons', () => {
  it('FE-152 FE-267 is disabled with a progress bar while it works', async () => {
    let finish = () => {}
    const run = () =>
      new Promise<void>((resolve) => {
        finish = resolve
      })
    const { button, press, told } = await draw([{ type: 'button', label: 'Do it', action: 'rpc:close-day' }], { run })
    await press(button('Do it'))
    expect(button('Do it').disabled).toBe(true)
    expect(button('Do it').querySelector('[role=progressbar]')).toBeTruthy()
    await press(button('Do it'))
    expect(told.actions).toEqual(['rpc:close-day'])
    await act(async () => finish())
    expect(button('Do it').disabled).toBe(false)
    expect(document.querySelector('[role=progressbar]')).toBeNull()
  })
  it('FE-268 a confirm button acts only on its second press', async () => {
    const { button, press, told } = await draw([{ type: 'button', label: 'Close the day', action: 'reload', confirm: true }])
    await press(button('Close the day'))
    expect(told.actions).toEqual([])
    await press(button('Confirm Close the day'))
    expect(told.actions).toEqual(['reload'])
  })
  it('FE-154 FE-359 saves and cancels through its form', async () => {
    const { button, press, told } = await draw([
      { type: 'save', label: 'Send', feed: false },
      { type: 'button', label: 'Stop', action: { message: 'cancel', prompt: 'Really?' } },
      { type: 'button', label: 'Keep', action: { message: 'save.firestore.record', returnUrl: 'back' } },
    ])
    await press(button('Send'))
    await press(button('Stop'))
    await press(button('Keep'))
    expect(told.saves).toMatchObject([{ label: 'Send', feed: false }, { returnUrl: 'back' }])
    expect(told.cancels).toEqual(['Really?'])
  })
})
